"""Workers of a campaign, in a browser: the page of a campaign of pairs, signals and
one worker's history, and a farm of accounts that is found and excluded."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, Page, expect

from annotation.models import Campaign, Item
from annotation.services.work.claim import claim_hit
from annotation.services.work.join_traces import keep_trace
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import enrol, luck_with, make_campaign, submit
from tests.helpers.habits import TEXTS, text_of, work, work_with_farm
from tests.helpers.pairs import BINARY, THREE_WAY, make_pair_campaign, make_pairs
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import as_on_phone, expect_readable_on_both, figure, sign_in
from tests.journeys.worker import expect_readable

pytestmark = pytest.mark.long

PAIRS, SKILLS = 20, (0.95, 0.9, 0.85, 0.8, 0.6)
CHARTS = {"binary": 4, "three-way": 5}


def judged(settings: dict[str, Any]) -> Campaign:
    """Similar pairs are yes, in degrees; each worker is correct as often as her skill says."""
    dataset = make_pairs(PAIRS, ["yes" if settings is BINARY else None] * 3)
    for item in Item.objects.filter(dataset=dataset):
        item.content["similarity"] = similarity = item.position * 48_000
        item.content["stratum"] = min(similarity // 250_001, 3)
        item.content["left"]["text"] *= 1 + item.position // 4
        item.save()
    campaign = make_pair_campaign(dataset, settings=settings, redundancy=len(SKILLS))
    no = len(campaign.settings["answers"]) - 1
    for worker, skill in enumerate(SKILLS):
        enrolment = enrol(campaign)
        for _ in range(PAIRS):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            luck = luck_with(assignment, 5, worker)
            alike = assignment.hit.item.content["similarity"] + luck.gauss(0, 120_000) > 450_000
            right = luck.randrange(no) if alike else no
            answer = right if luck.random() < skill else luck.randrange(no + 1)
            submit(enrolment, assignment, {"answer": answer})
    return campaign


@pytest.fixture
def open_as(open_context: OpenContext) -> Callable[..., Page]:
    def page_of(campaign: Campaign, **size: Any) -> Page:
        context = open_context(**size)
        user = campaign.dataset.project.members.first()
        assert user is not None
        return sign_in(context, user)

    return page_of


@pytest.mark.parametrize("preset", [BINARY, THREE_WAY], ids=["binary", "three-way"])
def test_every_page_can_be_read(preset: dict[str, Any], open_as: Callable[..., Page]) -> None:
    campaign = judged(preset)
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    page = open_as(campaign)
    for name in ("campaign", "crowd", "export"):
        page.goto(reverse(f"research:{name}", args=[campaign.pk]))
        if name == "campaign":
            assert figure(page, "alpha") != "–"
            expect(page.get_by_role("rowheader", name="winner has 5 votes").first).to_be_visible()
        if name == "crowd":
            expect(page.locator(".chart .plot svg")).to_have_count(CHARTS[preset["preset"]])
        page.evaluate(
            "document.querySelectorAll('details:not([name])').forEach(d => d.open = true)"
        )
        expect_readable_on_both(page)


def test_a_farm_is_found_from_the_dashboard_and_excluded(context: BrowserContext) -> None:
    campaign = make_campaign(texts=[text_of(n) for n in range(16)], redundancy=9)
    enrolments = [enrol(campaign) for _ in range(9)]
    for enrolment in enrolments[6:]:
        keep_trace(enrolment=enrolment, address="192.0.2.1", known=[])
    work_with_farm(campaign, enrolments, readers=6)
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    page = sign_in(context, campaign.dataset.project.memberships.get().user)
    page.goto(f"/research/campaigns/{campaign.pk}/")
    expect(page.get_by_text("3 workers in 1 group give identical answers")).to_be_visible()
    expect_readable_on_both(page)
    click(page, "link", "Twins and followers", heading="Group 1: 3 workers")
    expect(page.get_by_text("3 of them joined from one network address.")).to_be_visible()
    expect_readable_on_both(page)
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Exclude…").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(
        "Exclude worker 7, worker 8 and worker 9"
    )


SIZES = {"phone": PHONE, "desktop": {"viewport": {"width": 1280, "height": 800}}}


@pytest.fixture
def campaign() -> Campaign:
    """Make three workers who read, and one who gives every text the same answer."""
    made = make_campaign(texts=[text_of(n) for n in range(TEXTS)], redundancy=4)
    work(made, [enrol(made) for _ in range(4)], habit=3)
    fold_all(made.pk)
    make_reports(made.pk)
    return made


def rows(page: Page) -> Locator:
    return page.get_by_role("rowheader")


def test_a_worker_with_a_habit_is_looked_at(campaign: Campaign, context: BrowserContext) -> None:
    page = sign_in(context, campaign.dataset.project.memberships.get().user)
    page.goto(reverse("research:signals", args=(campaign.pk,)))
    expect(page.get_by_text("3 of 4 workers are certified readers.")).to_be_visible()
    expect(rows(page)).to_have_count(4)
    expect(rows(page).first).to_have_text("worker 4")
    expect(page.locator("table.signals .chip", has_text="certified reader")).to_have_count(3)
    expect_readable_on_both(page)
    page.get_by_role("link", name="most frequent answer").click()
    expect(page.get_by_role("columnheader", name="most frequent answer")).to_have_attribute(
        "aria-sort", "descending"
    )
    expect(rows(page).first).to_have_text("worker 4")
    with as_on_phone(page):
        page.get_by_role("link", name="worker 4", exact=True).click()
        expect(page.get_by_role("heading", name="Quality of worker 4")).to_be_visible()
    expect(page.locator(".plot svg").first).to_be_visible()
    expect_readable_on_both(page)
    page.get_by_role("main").get_by_role("link", name="Judgments", exact=True).last.click()
    expect(page.locator("tbody tr").first).to_contain_text("worker 4")


@pytest.mark.parametrize("size", SIZES)
def test_the_spammer_is_excluded_from_the_page_with_open_eyes(
    campaign: Campaign, size: str, open_context: OpenContext
) -> None:
    owner = campaign.dataset.project.memberships.get().user
    page = sign_in(open_context(**SIZES[size]), owner)
    signals = reverse("research:signals", args=(campaign.pk,))
    page.goto(f"{signals}?order=most")
    spammer = page.locator("table.signals tbody tr").first
    expect(spammer).to_contain_text("worker 4")
    expect_readable(page)
    spammer.get_by_role("checkbox", name="Choose worker 4").check()
    click(page, "button", "Exclude…", heading="Exclude worker 4 from")
    expect(page.locator("main")).to_contain_text(f"{TEXTS} texts are assigned again, once each")
    expect(page.get_by_role("table")).to_contain_text("judgments in the figures")
    expect_readable(page)
    page.get_by_label("Reason (for the record)").fill("one segment, whatever the text")
    page.get_by_role("button", name="Exclude").click()
    expect(page.get_by_role("heading", name="Worker quality", exact=True)).to_be_visible()
    expect(page.get_by_role("columnheader", name="most frequent answer")).to_have_attribute(
        "aria-sort", "descending"
    )
    expect(page.locator("main")).to_contain_text("1 worker excluded.")
    expect(spammer).to_contain_text("excluded")
    expect_readable(page)
    assert campaign.enrolments.get(excluded_at__isnull=False).worker.number == 4
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("included again")
    assert not campaign.enrolments.filter(excluded_at__isnull=False).exists()
    page.get_by_role("link", name="worker 4", exact=True).click()
    click(page, "link", "Exclude…", heading="Exclude worker 4 from")
    click(page, "link", "Cancel", heading="Quality of worker 4")
