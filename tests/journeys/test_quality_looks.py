"""The planner, the workers' table and the quality terms: readable by anyone, in both themes, on
both sizes; stopping a worker can be undone on the same page."""

from contextlib import suppress

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from analysis.reports.planning import plan_labels
from annotation.models import Campaign, CampaignReport, Judgment, User
from annotation.services.clock import database_now
from annotation.services.errors import NothingLeft, Stopped
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import enrol, luck_with, submit
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.journeys.researcher import expect_readable_on_both, sign_in

PAIRS = 24


@pytest.fixture
def campaigns(live_server: LiveServer) -> dict[str, Campaign]:
    dataset = make_pairs(PAIRS, ["yes"] * 12)
    fixed = make_pair_campaign(dataset, redundancy=5, reward="0.05", name="Fixed")
    known = make_pair_campaign(
        dataset,
        redundancy=3,
        most_judgments=9,
        known_every=3,
        training_hits=2,
        most_workers=12,
        pass_share="0.75",
        reward="0.05",
        name="Known",
    )
    for campaign in (fixed, known):
        work_on(campaign)
    Judgment.objects.filter(counts=True).update(folded=True)
    CampaignReport.objects.create(
        campaign=fixed,
        kind=CampaignReport.Kind.PLANNING,
        version=1,
        basis=[1],
        results=plan_labels(fixed),
        made_at=database_now(),
    )
    draft = make_pair_campaign(
        dataset, launch=False, known_every=5, most_workers=12, pass_share="0.8", name="Draft"
    )
    return {"fixed": fixed, "known": known, "draft": draft}


def work_on(campaign: Campaign) -> None:
    for worker in range(5):
        enrolment = enrol(campaign)
        with suppress(Stopped, NothingLeft):
            while True:
                assignment = claim_hit(enrolment_id=enrolment.pk)
                luck = luck_with(assignment, 6, worker)
                submit(enrolment, assignment, {"answer": int(luck.random() < 0.3)})


@pytest.fixture
def owner(campaigns: dict[str, Campaign]) -> User:
    return campaigns["fixed"].dataset.project.memberships.get().user


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_each_page_can_be_read(
    campaigns: dict[str, Campaign],
    owner: User,
    live_server: LiveServer,
    context: BrowserContext,
) -> None:
    page = sign_in(context, owner, live_server.url)
    for name, which in (
        ("planner", "fixed"),
        ("planner", "known"),
        ("workers", "known"),
        ("workers", "fixed"),
        ("edit_campaign", "draft"),
        ("campaign", "draft"),
    ):
        page.goto(live_server.url + reverse(f"research:{name}", args=(campaigns[which].pk,)))
        expect_readable_on_both(page)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_stopping_is_undone_where_it_was_done(
    campaigns: dict[str, Campaign], owner: User, context: BrowserContext, live_server: LiveServer
) -> None:
    page: Page = sign_in(context, owner, live_server.url)
    page.goto(live_server.url + reverse("research:workers", args=(campaigns["fixed"].pk,)))
    row = page.locator("tbody tr").first
    name = row.locator("th").inner_text()
    row.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_contain_text(f"{name} is stopped")
    expect(page.locator("tbody tr").first).to_contain_text("Restore")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text(f"{name} can continue")
    expect(page.locator("tbody tr").first).to_contain_text("restored")
