"""Pages of a campaign of pairs: readable by anyone, in both themes and sizes."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Item
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import enrol, luck_with, submit
from tests.helpers.pairs import BINARY, THREE_WAY, make_pair_campaign, make_pairs
from tests.journeys.researcher import expect_readable_on_both, figure, sign_in

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
def open_as(
    live_server: LiveServer,
    new_context: Callable[..., BrowserContext],
    watch: Callable[[BrowserContext], BrowserContext],
) -> Callable[..., Page]:
    def page_of(campaign: Campaign, **size: Any) -> Page:
        context = watch(new_context(**size))
        user = campaign.dataset.project.members.first()
        assert user is not None
        return sign_in(context, user, live_server.url)

    return page_of


@pytest.mark.parametrize("preset", [BINARY, THREE_WAY], ids=["binary", "three-way"])
def test_every_page_can_be_read(
    preset: dict[str, Any],
    open_as: Callable[..., Page],
    live_server: LiveServer,
) -> None:
    campaign = judged(preset)
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    page = open_as(campaign)
    for name in ("campaign", "crowd", "export"):
        page.goto(live_server.url + reverse(f"research:{name}", args=[campaign.pk]))
        if name == "campaign":
            assert figure(page, "alpha") != "–"
            expect(page.get_by_role("rowheader", name="winner has 5 votes").first).to_be_visible()
        if name == "crowd":
            expect(page.locator(".chart .plot svg")).to_have_count(CHARTS[preset["preset"]])
        page.evaluate(
            "document.querySelectorAll('details:not([name])').forEach(d => d.open = true)"
        )
        expect_readable_on_both(page)
