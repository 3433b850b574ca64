"""The form of a campaign in a browser: its defaults suffice for every scheme, and the preview of
workers' pages follows the input."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Dataset, Project, User
from annotation.schemes import SCHEMES
from tests.helpers.apps import make_apps
from tests.helpers.evidence import document, import_lines, question
from tests.helpers.factories import make_dataset, make_project, make_user
from tests.helpers.pairs import make_pairs
from tests.helpers.sites import make_sites
from tests.helpers.tiers import by_tier
from tests.journeys.researcher import open_folds, sign_in
from tests.journeys.worker import expect_fits

pytestmark = pytest.mark.long
MAKE: dict[str, Callable[[Project], Dataset]] = {
    "texts": lambda project: make_dataset(["best pizza in town", "red wine stain"], project),
    "pairs": lambda project: make_pairs(3, project=project),
    "questions": lambda project: import_lines(document(), question(), project=project),
    "apps": make_apps,
    "sites": make_sites,
}


@pytest.fixture
def owner() -> User:
    return make_user()


@pytest.fixture
def page(screen: Page, owner: User) -> Page:
    return sign_in(screen.context, owner)


def open_form(page: Page, owner: User, scheme: str, *, opened: bool = True) -> Dataset:
    dataset = MAKE[SCHEMES[scheme].dataset_kinds[0]](make_project(owner))
    page.goto(reverse("research:new_campaign", args=(dataset.pk,)))
    if page.locator("input[name=scheme]").count() > 1:
        page.locator(f"input[name=scheme][value={scheme}]").check()
    if opened:
        open_folds(page)
    return dataset


@pytest.mark.parametrize("scheme", by_tier(quick=["evidence"], long=sorted(SCHEMES)))
def test_the_defaults_of_every_scheme_suffice(page: Page, owner: User, scheme: str) -> None:
    dataset = open_form(page, owner, scheme, opened=False)
    question = SCHEMES[scheme].question_of(SCHEMES[scheme].check_settings({}))
    expect(page.locator("#shown .shown-question")).to_have_text(question)
    expect_fits(page)
    open_folds(page)
    expect_fits(page)
    page.get_by_role("button", name="Review and launch").click()
    page.get_by_role("button", name="Launch for up to").click()
    expect(page.locator("#status")).to_contain_text("live")
    assert Campaign.objects.live().get().dataset == dataset


def test_what_workers_read_follows_what_is_typed(page: Page, owner: User) -> None:
    open_form(page, owner, "nested")
    shown = page.locator("#shown")
    expect(shown.locator("#drawing .nested .word").first).to_be_visible()
    page.get_by_label("Instructions", exact=True).fill("Join <what> you like.")
    expect(shown.get_by_text("Join <what> you like.")).to_be_visible()
    page.get_by_label("Instructions", exact=True).fill("")
    expect(shown.get_by_text("until all words form one group")).to_be_visible()
    expect(page.get_by_role("button", name="Preview")).to_be_hidden()
    page.locator("input[name=scheme][value=label]").check()
    expect(shown.get_by_role("heading", name="The labels")).to_be_visible()
    page.locator("#label-settings").get_by_label("Label 1", exact=True).fill("Glad")
    expect(shown.locator("dt", has_text="Glad")).to_be_visible()
    page.locator("#label-settings").get_by_label("Label 1", exact=True).fill("Neutral")
    expect(shown).to_contain_text("Labels 1 and 2 have the same label. Change one of them.")
    assert not Campaign.objects.exists()


@pytest.mark.quick
def test_a_task_is_tried_next_to_the_form(page: Page, owner: User) -> None:
    """What was tried stays while terms are typed that the task does not depend on."""
    open_form(page, owner, "flat")
    page.locator("input[name=shown][value=task]").check()
    task = page.frame_locator(".shown-task")
    expect(task.locator("#form")).to_have_text("best pizza in town")
    expect(page.locator("input[name=shown][value=task]")).to_be_focused()
    task.locator(".gap").first.click()
    expect(task.locator("#form")).to_have_text("best | pizza in town")
    with page.expect_response("**/instructions/"):
        page.get_by_label("Hourly wage", exact=True).fill("6")
    expect(page.locator("#pay-result")).to_have_text("USD 0.082 per judgment")
    expect(task.locator("#form")).to_have_text("best | pizza in town")
    page.locator("input[name=scheme][value=nested]").check()
    expect(task.locator(".nested .word").first).to_be_visible()


def test_the_hit_of_a_paper_fills_in_its_terms(page: Page, owner: User) -> None:
    open_form(page, owner, "pair")
    page.get_by_label("H14 §4.2 three answers").check()
    expect(page.get_by_text("up to 15 until more than half say yes or no")).to_be_visible()
    expect(page.get_by_label("Show the examples")).to_have_value("2")
    expect(page.get_by_label("Maximum judgments", exact=True)).to_have_value("15")
    expect(page.get_by_label("Judgments per pair", exact=True)).to_have_value("3")
    page.get_by_label("Judgments per pair", exact=True).fill("4")
    page.get_by_label("P14 §2.2 yes or no, with keywords").check()
    expect(page.get_by_label("Maximum judgments", exact=True)).to_have_value("")
    expect(page.get_by_label("Judgments per pair", exact=True)).to_have_value("4")
    page.get_by_role("button", name="H14 §4.2").click()
    expect(page.get_by_label("Accepted judgments in percent, more than")).to_have_value("95")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("Do the two texts discuss the same privacy issue?")).to_be_visible()
    made = Campaign.objects.get()
    assert (made.redundancy, made.most_judgments, made.settings["preset"]) == (4, None, "binary")
    assert made.qualifications == {"more_tasks_than": 99, "approved_above": "0.95"}


def test_folded_parts_and_checks_follow_what_is_typed(page: Page, owner: User) -> None:
    open_form(page, owner, "flat", opened=False)
    checks, limits = page.locator("#checks"), page.locator("#fold-limits")
    expect(limits.get_by_text("10 minutes per task, any number of workers")).to_be_visible()
    expect(page.get_by_label("Maximum workers")).to_be_hidden()
    limits.locator("summary").first.press("Enter")
    page.get_by_label("Maximum workers").fill("40")
    expect(limits.get_by_text("10 minutes per task, at most 40 workers")).to_be_visible()
    expect(limits).to_have_attribute("open", "")
    page.get_by_label("Hourly wage", exact=True).fill("6")
    expect(page.locator("#pay-result")).to_have_text("USD 0.082 per judgment")
    expect(checks.get_by_text("Pay is below USD 8 an hour")).to_be_visible()
    checks.get_by_role("link", name="Enter").click()
    expect(page.get_by_label("Researcher’s name")).to_be_focused()
    page.get_by_label("Researcher’s name").fill("Ada")
    page.get_by_label("Contact").fill("ada@example.org")
    expect(checks.get_by_text("Workers see your name and contact")).to_be_visible()
    page.get_by_label("What the papers paid").check()
    expect(page.locator("#pay-result")).to_have_text("USD 0.02 per judgment")
    expect(page.get_by_label("Hourly wage", exact=True)).to_be_hidden()


def test_a_link_to_a_field_opens_its_part(page: Page, owner: User) -> None:
    dataset = MAKE["texts"](make_project(owner))
    page.goto(reverse("research:new_campaign", args=(dataset.pk,)) + "#id_completion_code")
    expect(page.get_by_label("Completion code")).to_be_focused()


@pytest.mark.quick
def test_a_link_to_look_up_the_text_makes_a_preset_or_an_own_choice(
    page: Page, owner: User
) -> None:
    open_form(page, owner, "nested")
    part = page.locator("#nested-settings")
    part.get_by_label("A13 §3.2 nested segmentation").check()
    expect(part.get_by_label("Link to look up the text")).to_have_value("duckduckgo")
    expect(page.get_by_label("Instructions", exact=True)).to_have_value(re.compile("look it up"))
    part.get_by_label("Link to look up the text").select_option("bing")
    expect(part.get_by_label("Your own choice")).to_be_checked()
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("bing", exact=True)).to_be_visible()
    assert Campaign.objects.get().settings["look_up"] == "bing"


def test_a_preset_brings_its_own_instructions(page: Page, owner: User) -> None:
    open_form(page, owner, "question")
    page.get_by_label("PQ §3.1 question elicitation").check()
    expect(page.get_by_label("Topic", exact=True)).to_have_value("your privacy in this app")
    expect(page.locator("#shown .shown-question")).to_contain_text("about your privacy in this app")
    instructions = page.get_by_label("Instructions", exact=True)
    expect(instructions).to_have_value(re.compile("about your privacy in this app"))
    page.get_by_label("Topic", exact=True).fill("what")
    expect(instructions).to_have_value(re.compile("know about what before"))
    page.get_by_label("Topic", exact=True).fill("what it costs")
    expect(instructions).to_have_value(re.compile("know about what it costs before"))
    expect(page.get_by_label("A topic of your own")).to_be_checked()
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("what it costs").first).to_be_visible()
    assert "about what it costs before" in Campaign.objects.get().instructions
