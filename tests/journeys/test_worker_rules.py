"""The rules of joining in a browser: refused workers read why and what to do, waiting workers move
on automatically, and a wrong access code loses no input."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import now
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Enrolment, Worker
from annotation.services.people.screening import approve_workers, waiting_in
from annotation.services.people.worker_lists import set_list, set_traits
from tests.helpers.factories import enrol, judge_next, make_campaign
from tests.helpers.tiers import long_only
from tests.journeys.conftest import Link, OpenContext
from tests.journeys.paying import owner_of
from tests.journeys.pressing import click, press_by_keys
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import campaign_of, expect_readable, press_tab_until, ready

pytestmark = pytest.mark.long
TEXT = "apply first aid course on line"
COUNTRIES = {"countries": ["IN", "US"]}
WHAT_TO_DO = "If you came from a platform such as Prolific, please return your submission there"


def excluded_by_list(campaign: Campaign) -> None:
    set_list(campaign=campaign, user=owner_of(campaign), side="out", written="ada\n")


def not_on_the_list(campaign: Campaign) -> None:
    set_list(campaign=campaign, user=owner_of(campaign), side="in", written="bob\n")


def did_the_other(campaign: Campaign) -> None:
    other = make_campaign(campaign.dataset)
    judge_next(enrol(other, "ada"))
    Campaign.objects.filter(pk=campaign.pk).update(qualifications={"not_who_did": [other.pk]})


def claimed_elsewhere(campaign: Campaign) -> None:
    written = "id,country,language\nada,DE,de\n"
    set_traits(project=campaign.dataset.project, user=owner_of(campaign), written=written)
    Campaign.objects.filter(pk=campaign.pk).update(qualifications=COUNTRIES)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (excluded_by_list, "The researchers decide who can take part."),
        (not_on_the_list, "The researchers decide who can take part."),
        (did_the_other, "who did not take part in earlier parts of this study"),
        (claimed_elsewhere, "people from India or United States, according to their platform"),
    ],
)
def test_whoever_is_not_let_in_reads_why_and_what_to_do(
    page: Page, link: Link, rule: Callable[[Campaign], None], why: str
) -> None:
    campaign = campaign_of("flat", TEXT)
    rule(campaign)
    page.goto(link(campaign))
    if worker := Worker.objects.filter(external_id="ada").first():
        # Their id is known in the study, so this browser has to prove that it is theirs.
        page.get_by_role("button", name="Start").click()
        page.get_by_label("Return code").fill(worker.return_code)
    press_by_keys(page, "Start")
    expect(page.get_by_role("heading", name="This work is not open to you")).to_be_visible()
    expect(page.get_by_text(why)).to_be_visible()
    expect(page.get_by_text(WHAT_TO_DO)).to_be_visible()
    expect_readable_on_both(page)
    assert not campaign.enrolments.exists()
    page.get_by_role("link", name="Your work").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_whoever_comes_before_the_hour_reads_when_it_begins(page: Page, link: Link) -> None:
    page.goto(link(campaign_of("flat", TEXT, opens_at=now() + timedelta(days=2))))
    expect(page.get_by_text("The work starts on")).to_be_visible()
    expect_readable_on_both(page)
    click(page, "button", "Join as ada", heading="No tasks for you right now")
    expect(page.get_by_text("Please come back then")).to_be_visible()
    expect_readable_on_both(page)
    Campaign.objects.update(opens_at=now() - timedelta(minutes=1))
    page.get_by_role("button", name="Next task").or_(
        page.get_by_role("button", name="Check again")
    ).click()
    ready(page)


def test_a_waiting_worker_is_approved(phone: Page, link: Link, open_context: OpenContext) -> None:
    campaign = campaign_of("flat", TEXT, screened=True)
    phone.clock.install()
    phone.goto(link(campaign))
    phone.get_by_role("button", name="Join as ada").tap()
    waits = phone.get_by_role("heading", name="Waiting for approval")
    expect(waits).to_be_visible()
    expect_readable(phone)
    desk = sign_in(open_context(), owner_of(campaign))
    desk.goto(reverse("research:waiting_workers", args=(campaign.pk,)))
    expect(desk.get_by_role("checkbox")).to_be_checked()
    expect_readable_on_both(desk)
    press_tab_until(desk, "Approve selected workers")
    expect(waits).to_be_visible()
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("No workers are waiting.")).to_be_visible()
    # The page polls by itself, without interaction.
    phone.clock.fast_forward(10_000)
    begin_when_let_in(phone)
    assert Enrolment.objects.get().approved_at is not None


@pytest.mark.parametrize("way", ["link", "home"])
def test_a_worker_approved_while_away_begins_later(phone: Page, link: Link, way: str) -> None:
    campaign = campaign_of("flat", TEXT, screened=True)
    address = link(campaign)
    phone.goto(address)
    phone.get_by_role("button", name="Join as ada").tap()
    expect(phone.get_by_text("Your request has not been reviewed yet.")).to_be_visible()
    phone.goto("about:blank")
    waiting = [one.pk for one in waiting_in(campaign)]
    approve_workers(campaign=campaign, user=owner_of(campaign), enrolments=waiting)
    phone.goto(address if way == "link" else reverse("worker:home"))
    phone.get_by_role("link" if way == "link" else "button", name="Continue").tap()
    begin_when_let_in(phone)


def begin_when_let_in(page: Page) -> None:
    """Go from admission to the first task, reading the instructions on the way."""
    expect(page.get_by_text("You have been approved.")).to_be_visible()
    expect_readable(page)
    page.get_by_role("button", name="I have read the instructions").tap()
    expect(page.get_by_role("heading", name="You are ready")).to_be_visible()
    page.get_by_role("button", name="Start").tap()
    ready(page)


def test_whoever_is_turned_away_reads_that_while_they_wait(phone: Page, link: Link) -> None:
    campaign = campaign_of("flat", TEXT, screened=True)
    phone.clock.install()
    phone.goto(link(campaign))
    phone.get_by_role("button", name="Join as ada").tap()
    expect(phone.get_by_text("Your request has not been reviewed yet.")).to_be_visible()
    Enrolment.objects.update(turned_away_at=now())
    phone.clock.fast_forward(10_000)
    expect(phone.get_by_role("heading", name="You were not approved")).to_be_visible()
    expect(phone.get_by_text(WHAT_TO_DO)).to_be_visible()
    expect_readable(phone)


@pytest.mark.parametrize("by", ["name", *long_only("link")])
def test_wrong_access_codes_are_named_and_right_ones_open(page: Page, link: Link, by: str) -> None:
    address = link(campaign_of("flat", TEXT, access_code="Linden-7"))
    page.goto(address if by == "link" else address.split("?")[0])
    button = "Join as ada" if by == "link" else "Join"
    if by == "name":
        page.get_by_label("Choose a name").fill("Ada")
    code = page.get_by_label("Access code")
    code.fill("oak")
    page.keyboard.press("Enter")
    message = page.get_by_text("This access code is not correct.")
    expect(message).to_have_count(1)
    expect(message).to_be_visible()
    expect(code).to_have_attribute("aria-invalid", "true")
    # The focus is on the wrong code, and the input is preserved.
    expect(code).to_be_focused()
    expect(code).to_have_value("oak")
    if by == "name":
        name = page.get_by_label("Choose a name")
        expect(name).to_have_value("Ada")
        expect(name).not_to_have_attribute("aria-invalid", "true")
    expect_readable_on_both(page)
    assert not Enrolment.objects.exists()
    code.fill(" linden-7 ")
    press_by_keys(page, button)
    page.get_by_role("button", name="Start").click()
    ready(page)
