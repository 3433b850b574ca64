"""An adjudicator decides in a browser: by keyboard alone, in each desk, and readable on any
screen."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from analysis.exports.export_registry import export_file
from annotation.models import AgreementState, Campaign, Decision, Judgment, User
from annotation.services.campaigns.campaigns import extend_redundancy
from midpath.schemes.evidence.settings import OPP_115
from tasks.decision_reports import make_decided
from tasks.fold import fold_all
from tests.helpers.apps import question_campaign
from tests.helpers.evidence import evidence_campaign
from tests.helpers.factories import enrol, judge_all_at_random, judge_next, make_campaign
from tests.helpers.labels import SETTINGS, campaign_of_labels
from tests.helpers.sites import collection, version
from tests.helpers.spans import campaign_of_spans
from tests.helpers.text_pairs import campaign_of_pairs
from tests.helpers.tiers import by_tier
from tests.journeys.pressing import box_of, click, press, press_by_keys
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import expect_accessible

TEXTS = ["apply first aid", "cheap red wine", "old stone bridge", "fast night train"]
LEFT, RIGHT = [0, 1], [1, 0]
CHARACTERS = {"preset": "custom", "unit": "characters"}
PRIVACYQA = {"preset": "privacyqa"}
ASPECTS = {"relevance": "relevant", "subjectivity": "objective", "likelihood": "likely"}


@pytest.fixture
def campaign() -> Campaign:
    """Make four texts of three words; on each, one of three workers built the other tree."""
    made = make_campaign(texts=TEXTS, scheme="nested", name="Queries", redundancy=3)
    for tree in (LEFT, LEFT, RIGHT):
        worker = enrol(made)
        for _ in TEXTS:
            judge_next(worker, {"boundaries": tree})
    fold_all(made.pk)
    return made


def open_decisions(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("research:decisions", args=(campaign.pk,)))


def decided() -> list[tuple[Any, ...]]:
    fields = ("pk", "how", "vector", "note", "final", "decided_at", "withdrawn_at")
    return list(Decision.objects.order_by("pk").values_list(*fields))


def wait_for_keys(page: Page, left: str) -> None:
    """Wait until an item of the queue is shown and its answers, none of them chosen, respond to
    keys."""
    expect(page.get_by_text("left, most disputed first")).to_contain_text(left)
    expect(page.locator("#deciding")).to_be_focused()
    expect(page.locator("#deciding :checked")).to_have_count(0)


def decide_all_by_keys(page: Page) -> None:
    """Accept, accept another answer with a note, edit, and write a new one; undo once on the
    way."""
    press = page.keyboard.press
    wait_for_keys(page, "4 left")
    press("1")
    press("a")
    wait_for_keys(page, "3 left")
    expect(page.locator("#made")).to_contain_text("Accepted:")
    press("u")
    wait_for_keys(page, "4 left")
    press("ArrowDown")
    press("a")
    wait_for_keys(page, "3 left")
    press("ArrowUp")
    press("n")
    expect(page.get_by_label("Reason, for the record")).to_be_focused()
    page.keyboard.type("As the guidelines say.")
    press("Escape")
    expect(page.get_by_role("radio").last).to_be_focused()
    press("Enter")
    wait_for_keys(page, "2 left")
    press("1")
    press("e")
    expect(page.locator("#form")).to_contain_text("(")
    expect(page.locator(".nested")).to_be_focused()
    press("z")
    press("z")
    press("End")
    press("Space")
    press("Home")
    press("Space")
    press("Enter")
    wait_for_keys(page, "1 left")
    expect(page.locator("#made")).to_contain_text("Edited:")
    press("w")
    expect(page.locator(".nested")).to_be_focused()
    press("Escape")
    expect(page.locator("#deciding")).to_be_focused()
    press("w")
    expect(page.locator(".nested")).to_be_focused()
    press("Home")
    press("Space")
    press("Home")
    press("Space")
    press("Enter")
    expect(page.get_by_text("Nothing is left in this queue")).to_be_visible()


def test_no_answer_is_chosen_for_the_adjudicator(
    context: BrowserContext, live_server: LiveServer, campaign: Campaign, owner: User
) -> None:
    page = sign_in(context, owner)
    page.set_viewport_size({"width": 1280, "height": 800})
    hit = Judgment.objects.filter(campaign=campaign).earliest("pk").hit_id
    address = live_server.url + reverse("research:decide", args=(campaign.pk, hit))
    page.goto(address)
    accept = page.get_by_role("button", name="Accept")
    missing = page.get_by_text("Choose an answer first, or write one.")
    expect(page.locator("#deciding")).to_be_focused()
    page.keyboard.press("e")
    expect(missing).to_be_visible()
    page.reload()
    accept.click()
    expect(missing).to_be_visible()
    expect(page.locator("#deciding :checked")).to_have_count(0)
    assert page.url == address
    assert not decided()
    upper, lower = (box_of(page.locator(".given .tick").nth(at)) for at in (0, 1))
    assert upper["y"] + upper["height"] <= lower["y"]
    expect_accessible(page)
    page.get_by_role("radio").last.check()
    accept.click()
    expect(page.locator("#made")).to_contain_text("Accepted:")
    assert [vector for _, _, vector, *_ in decided()] == [RIGHT]


@pytest.mark.long
def test_a_nested_campaign_by_keys_alone_and_no_decision_moves(
    context: BrowserContext, campaign: Campaign, owner: User
) -> None:
    page = sign_in(context, owner)
    open_decisions(page, campaign)
    before = AgreementState.objects.get(campaign=campaign)
    press_by_keys(page, "Start")
    decide_all_by_keys(page)
    made = decided()
    assert [(how, vector, note) for _, how, vector, note, _, _, gone in made if not gone] == [
        ("accepted", LEFT, ""),
        ("accepted", RIGHT, "As the guidelines say."),
        ("edited", RIGHT, ""),
        ("written", LEFT, ""),
    ]
    fold_all(campaign.pk)
    after = AgreementState.objects.get(campaign=campaign)
    assert (after.version, after.figures) == (before.version, before.figures)

    extend_redundancy(campaign=campaign, user=owner, redundancy=6)
    judge_all_at_random(campaign, workers=3, seed=5)
    fold_all(campaign.pk)
    assert AgreementState.objects.get(campaign=campaign).version > after.version
    open_decisions(page, campaign)
    click(page, "button", "Start", text="Nothing is left in this queue")
    assert decided() == made
    gold = json.loads(export_file(campaign.pk, "gold").body)
    decisions = [gold["decisions"][text] for text in gold["decisions"]]
    assert sorted(one["how"] for one in decisions) == ["accepted", "accepted", "edited", "written"]
    assert {(one["adjudicator"], one["judgments_since"]) for one in decisions} == {(1, 3)}
    assert {one["from"] for one in gold["gold"].values()} == {"decision"}
    make_decided(campaign.pk)
    page.reload()
    agreement = page.get_by_role("region", name="Agreement with the decisions")
    expect(agreement).to_contain_text("4 decisions")
    expect(agreement.get_by_role("row", name="consensus tree")).to_be_visible()
    expect_readable_on_both(page)


def flat() -> Campaign:
    return make_campaign(texts=["red wine of the house"], scheme="flat")


def nested() -> Campaign:
    return make_campaign(texts=["red wine of the house"], scheme="nested")


# How to make a campaign, its worker's answer, and what the desk shows first.
CASES: dict[str, tuple[Callable[[], Campaign], dict[str, Any], str]] = {
    "flat": (flat, {"boundaries": [0, 1, 0, 1]}, ".gap"),
    "nested": (nested, {"boundaries": [0, 2, 0, 1]}, ".nested"),
    "pair": (
        campaign_of_pairs,
        {"answer": 1, "keywords": {"left": ["cookies"], "right": ["files"]}, "marked": True},
        ".pair-text",
    ),
    "label": (campaign_of_labels, {"answer": 1}, ".label-text"),
    "labels": (lambda: campaign_of_labels(settings=SETTINGS["any"]), {"answer": [0, 2]}, "main"),
    "scale": (lambda: campaign_of_labels(settings=SETTINGS["scale"]), {"answer": 2}, "main"),
    "evidence": (evidence_campaign, {"answerable": True, "sentences": [0, 2, 3]}, "#sentence-0"),
    "no evidence": (evidence_campaign, {"answerable": False, "sentences": []}, "#sentence-0"),
    "evidence in characters": (
        lambda: evidence_campaign(settings=CHARACTERS),
        {"answerable": True, "spans": [[3, 20], [60, 80]]},
        "#sentence-0",
    ),
    "evidence of PrivacyQA": (
        lambda: evidence_campaign(settings=PRIVACYQA),
        {"answerable": True, "sentences": [2], **ASPECTS, "categories": [OPP_115[0]]},
        "#sentence-0",
    ),
    "spans": (
        lambda: campaign_of_spans("Ada Lovelace met Charles Babbage in London."),
        {"spans": [[0, 2, 0], [3, 5, 0]]},
        ".span-text",
    ),
    "question": (question_campaign, {"questions": ["Who reads it?", "Is it sold?"]}, "#asked-0"),
    "document": (collection, version(), "#copied-url"),
}


@pytest.mark.long
@pytest.mark.parametrize("case", by_tier(quick=["evidence of PrivacyQA"], long=list(CASES)))
def test_every_desk_goes_on_from_an_answer(context: BrowserContext, case: str) -> None:
    """An edit without changes is an acceptance, so the desk starts with exactly that answer."""
    make, answer, shown = CASES[case]
    campaign = make()
    judge_next(enrol(campaign), answer)
    fold_all(campaign.pk)
    [judgment] = Judgment.objects.filter(campaign=campaign)
    page = sign_in(context, campaign.dataset.project.memberships.get().user)
    page.goto(reverse("research:decide", args=(campaign.pk, judgment.hit_id)))
    expect(page.locator("#deciding")).to_be_focused()
    press(page, "1", "e")
    expect(page.locator(shown).first).to_be_visible()
    primary = page.locator("#primary")
    expect(primary).to_be_enabled()
    for _ in range(8):
        if primary.inner_text() == "Save decision":
            break
        primary.press("Enter")
    expect_readable_on_both(page)
    primary.press("Enter")
    expect(page.get_by_role("heading", name="Decisions", exact=True)).to_be_visible()
    made = Decision.objects.get()
    assert (made.how, made.judgment_id, made.vector) == ("accepted", judgment.pk, judgment.vector)
