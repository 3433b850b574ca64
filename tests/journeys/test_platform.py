"""A participant from Prolific completes their submission and returns with the code; others wait for
admission, or are refused because their link is not accepted. On a phone and on a desktop."""

from urllib.parse import urlencode

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Enrolment, PlatformSession, User, Worker
from annotation.services.people.trust import sign_links
from tests.helpers.factories import make_campaign
from tests.journeys.conftest import SIZES, OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_readable, ready

pytestmark = pytest.mark.long
IDS = {"PROLIFIC_PID": "5f1d7a2b9c3e4d5f", "STUDY_ID": "66aa000000000001", "SESSION_ID": "77bb01"}
MOVED_ON = 30_000  # milliseconds; a waiting page polls every eight seconds


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(
        texts=3,
        name="Queries, flat",
        reward="0.05",
        place_hits=2,
        completion_code="DONE42",
        screen_out_code="OUT7",
    )


@pytest.fixture
def visitor(size: str, open_context: OpenContext) -> Page:
    return open_context(**SIZES[size]).new_page()


def join_page(live_server: LiveServer, campaign: Campaign, **query: str) -> str:
    address = f"{live_server.url}/w/{campaign.code}/"
    return f"{address}?{urlencode(query)}" if query else address


def test_whom_prolific_sends_does_a_place_and_goes_back(
    visitor: Page, live_server: LiveServer, campaign: Campaign
) -> None:
    requests: list[Request] = []

    def stand_in(route: Route) -> None:
        requests.append(route.request)
        route.fulfill(body="<!doctype html><title>Prolific</title>", content_type="text/html")

    visitor.context.route("https://app.prolific.com/**", stand_in)
    visitor.goto(join_page(live_server, campaign, **IDS))
    assert visitor.url == join_page(live_server, campaign)
    expect(visitor.get_by_text("Your id on Prolific is")).to_be_visible()
    expect_readable(visitor)
    visitor.get_by_role("button", name="Start").click()
    for task in (1, 2):
        expect(visitor.locator("#number")).to_have_text(f"Task {task} of 2")
        ready(visitor)
        assert "DONE42" not in visitor.content()
        visitor.get_by_role("button", name="Submit, next").click()
    expect(visitor.get_by_role("heading", name="Your submission is complete")).to_be_visible()
    expect(visitor.locator("code", has_text="DONE42")).to_be_visible()
    expect_readable(visitor)
    visitor.get_by_role("link", name="Finish on Prolific").click()
    expect(visitor).to_have_title("Prolific")
    assert requests[0].url == "https://app.prolific.com/submissions/complete?cc=DONE42"
    assert "referer" not in requests[0].all_headers()
    session = PlatformSession.objects.get()
    assert (session.study, session.session) == (IDS["STUDY_ID"], IDS["SESSION_ID"])


def test_whoever_waits_is_let_in_from_the_list(
    visitor: Page, live_server: LiveServer, campaign: Campaign, owner: User, context: BrowserContext
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(screened=True)
    visitor.goto(join_page(live_server, campaign))
    visitor.get_by_label("Choose a name").fill("Ada")
    visitor.get_by_role("button", name="Join").click()
    waits = visitor.get_by_role("heading", name="Waiting for approval")
    expect(waits).to_be_visible()
    expect_readable(visitor)
    page = sign_in(context, owner)
    page.goto(reverse("research:waiting_workers", args=(campaign.pk,)))
    expect_readable(page)
    click(page, "button", "Approve selected workers", text="1 worker approved.")
    expect(waits).to_be_hidden(timeout=MOVED_ON)
    visitor.get_by_role("button", name="I have read the instructions").click()
    visitor.get_by_role("button", name="Start").click()
    ready(visitor)


def test_whoever_is_turned_away_reads_it_and_gets_a_code(
    visitor: Page, live_server: LiveServer, campaign: Campaign
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(screened=True, access_code="blue")
    visitor.goto(join_page(live_server, campaign, **IDS))
    click(visitor, "button", "Join as", text="Enter the access code from your invitation.")
    expect_readable(visitor)
    visitor.get_by_label("Access code").fill("blue")
    click(visitor, "button", "Join as", heading="Waiting for approval")
    enrolments = Enrolment.objects.filter(campaign=campaign)
    enrolments.update(turned_away_at=enrolments.get().joined_at)
    turned_away = visitor.get_by_role("heading", name="You were not approved")
    expect(turned_away).to_be_visible(timeout=MOVED_ON)
    expect(visitor.locator("code", has_text="OUT7")).to_be_visible()
    expect_readable(visitor)


def test_a_signed_link_opens_and_a_changed_one_says_why_not(
    visitor: Page, live_server: LiveServer, campaign: Campaign
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(link_trust="signed")
    campaign.refresh_from_db()
    [signed] = sign_links(campaign=campaign, user=None, ids=["p7"], days=1)
    for query, why in (
        ({}, "You need a personal link for this work"),
        (signed.query | {"worker": "p8"}, "This link was changed"),
    ):
        visitor.goto(join_page(live_server, campaign, **query))
        expect(visitor.get_by_text(why)).to_be_visible()
        expect(visitor.get_by_role("button", name="Start")).to_have_count(0)
        expect_readable(visitor)
    visitor.goto(join_page(live_server, campaign, **signed.query))
    expect(visitor.get_by_text("Your id in this link is p7")).to_be_visible()
    visitor.get_by_role("button", name="Start").click()
    ready(visitor)
    visitor.context.clear_cookies()
    visitor.goto(join_page(live_server, campaign))
    visitor.get_by_text("I have joined here before").click()
    expect_readable(visitor)
    visitor.get_by_label("Your id").fill("p7")
    worker = Worker.objects.get(external_id="p7")
    visitor.get_by_label("Return code").fill(worker.return_code)
    visitor.get_by_role("button", name="Continue").click()
    ready(visitor)


def test_an_owner_sees_who_was_sent_and_signs_links(
    visitor: Page, live_server: LiveServer, campaign: Campaign, owner: User
) -> None:
    visitor.goto(join_page(live_server, campaign, **IDS))
    visitor.get_by_role("button", name="Start").click()
    ready(visitor)
    page = sign_in(visitor.context, owner)
    page.goto(reverse("research:worker_ids", args=(campaign.pk,)))
    expect(page.get_by_text(IDS["SESSION_ID"])).to_be_visible()
    expect_readable(page)
    page.goto(reverse("research:people", args=(campaign.pk,)))
    expect_readable(page)
    page.get_by_label("Allowed links").select_option("signed")
    page.get_by_role("button", name="Change").click()
    page.get_by_role("link", name="Sign links").click()
    expect_readable(page)
    page.get_by_label("Ids, one per line").fill("p1\np2")
    with page.expect_download() as download:
        page.get_by_role("button", name="Sign and download").click()
    rows = download.value.path().read_text().splitlines()
    assert [row.split(",")[0] for row in rows] == ["id", "p1", "p2"]
