"""A campaign of evidence set up by a researcher in a browser, tried as a worker, and inspected."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import HIT, Campaign, Judgment, User
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tests.helpers.evidence import PLAIN, QUESTION, document, import_lines, question, sections
from tests.helpers.factories import enrol, make_campaign, make_project, make_user, submit
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import open_folds, sign_in
from tests.journeys.worker import expect_fits

pytestmark = pytest.mark.long

LINES = (document(sections=sections()), question(), question("Who?"))


@pytest.fixture
def owner() -> User:
    return make_user()


@pytest.fixture(params=[{}, PHONE], ids=["desktop", "phone"])
def page(request: pytest.FixtureRequest, owner: User, open_context: OpenContext) -> Page:
    return sign_in(open_context(**request.param), owner)


def test_settings_come_from_a_preset_and_can_be_changed(page: Page, owner: User) -> None:
    dataset = import_lines(*LINES, project=make_project(owner))
    page.goto(reverse("research:dataset", args=(dataset.pk,)))
    expect_fits(page)
    page.get_by_role("link", name="New campaign").click()
    page.locator("#terms").wait_for()
    open_folds(page)
    categories = page.get_by_label("Categories, one per line")
    expect(page.get_by_label("Evidence only")).to_be_checked()
    expect(categories).to_have_value("")
    page.get_by_label("PQ §3.2 answer selection").check()
    expect(categories).to_have_value(re.compile("^First Party Collection/Use\n"))
    expect_fits(page)
    page.get_by_label("Evidence only").check()
    expect(categories).to_have_value("")
    expect(page.get_by_label("Extend spans to whole sentences")).to_be_disabled()
    page.get_by_label("Spans of characters").check()
    expect(page.get_by_label("Questions of your own choice")).to_be_checked()
    page.get_by_label("Extend spans to whole sentences").check()
    categories.fill("Logs\nOther")
    page.get_by_role("textbox", name="Name", exact=True).fill("Logs")
    click(page, "button", "Save draft", heading="Logs")
    expect_fits(page)
    settings = Campaign.objects.get(name="Logs").settings
    assert settings["unit"] == "characters"
    assert settings["snap"] is True
    assert settings["categories"] == ["Logs", "Other"]
    click(page, "link", "Preview as a worker", heading=QUESTION)
    page.locator("#sentence-2").click()
    page.get_by_label("Logs").check()
    page.get_by_role("button", name="Submit, next").click()
    expect(page.locator("#notice")).to_have_text("This is a preview: nothing is stored.")
    expect_fits(page)
    assert not Judgment.objects.exists()


def test_the_sentences_marked_by_each_worker(page: Page, owner: User) -> None:
    dataset = import_lines(*LINES, project=make_project(owner))
    campaign = make_campaign(dataset, scheme="evidence", settings=PLAIN, redundancy=3)
    for marked in ([2, 3], [2], []):
        enrolment = enrol(campaign)
        for _ in range(campaign.hit_count):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            submit(enrolment, assignment, {"answerable": bool(marked), "sentences": marked})
    fold_all(campaign.pk)
    page.goto(reverse("research:items", args=(campaign.pk,)))
    expect(page.get_by_text("2 of 3").first).to_be_visible()
    expect_fits(page)
    hit = HIT.objects.get(campaign=campaign, item__text="house/1")
    page.goto(reverse("research:item", args=(campaign.pk, hit.pk)))
    expect(page.get_by_role("group", name="Judgments").get_by_text("sentences 3–4")).to_be_visible()
    heat = page.get_by_role("region", name="All judgments at once")
    heat.get_by_text("Numbers", exact=True).click()
    expect(heat.get_by_role("row", name="sentence 3 2 of 3 67%")).to_be_visible()
    expect_fits(page)
