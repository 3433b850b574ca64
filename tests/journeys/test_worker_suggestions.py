"""Suggestions in a browser: every desk opens with a model's answer, says so, and can be reset to
the empty task."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Assignment, Campaign, Judgment
from annotation.services.work import slots
from tests.helpers.evidence import evidence_campaign
from tests.helpers.labels import campaign_of_labels
from tests.helpers.spans import ADA, campaign_of_spans
from tests.helpers.suggestions import suggest
from tests.helpers.text_pairs import BINARY, COOKIES, FILES, campaign_of_pairs
from tests.helpers.tiers import by_tier
from tests.journeys.conftest import Link
from tests.journeys.pressing import submit_last
from tests.journeys.worker import begin, campaign_of, expect_readable, ready

SAID = "A program suggested this answer. Change anything that is wrong."


@dataclass(frozen=True)
class Case:
    """`form` is the desk's text for the suggested answer, `empty` its text without one."""

    make: Callable[[], Campaign]
    payload: Mapping[str, Any]
    first: str
    form: str
    empty: str


CASES = {
    "flat": Case(
        lambda: campaign_of("flat", "apply first aid course"),
        {"boundaries": [0, 1, 0]},
        "#surface .word",
        "apply first | aid course",
        "apply first aid course",
    ),
    "nested": Case(
        lambda: campaign_of("nested", "apply first aid course"),
        {"boundaries": [2, 0, 1]},
        "#surface .word",
        "(",
        "apply",
    ),
    "pair": Case(
        lambda: campaign_of_pairs((COOKIES, FILES), settings={**BINARY, "keywords": None}),
        {"answer": 0},
        ".pair-text",
        "Yes, the same issue",
        "no answer yet",
    ),
    "label": Case(campaign_of_labels, {"answer": 2}, ".label-text", "Negative", "no answer yet"),
    "spans": Case(
        lambda: campaign_of_spans(ADA),
        {"spans": [[0, 2, 0]]},
        "#surface",
        "[Person]",
        "nothing marked yet",
    ),
    "evidence": Case(
        evidence_campaign, {"answerable": True, "sentences": [1, 2]}, "#surface", "2–3", "nothing"
    ),
}


@pytest.fixture(autouse=True)
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "SUGGESTED", "true")


def came(page: Page, link: Link, case: Case, worker: str = "ada") -> Campaign:
    campaign = case.make()
    suggest(campaign, case.payload)
    begin(page, link(campaign, worker), case.first)
    return campaign


def to_the_empty_task(page: Page) -> None:
    undo = page.locator("#undo")
    for _ in range(12):
        if undo.get_attribute("aria-disabled") == "true":
            return
        undo.click()
    raise AssertionError("Undo leads to no end")


@pytest.mark.long
@pytest.mark.parametrize("scheme", by_tier(quick=["spans"], long=list(CASES)))
def test_a_suggestion_is_shown_announced_and_unchanged(page: Page, link: Link, scheme: str) -> None:
    case = CASES[scheme]
    came(page, link, case)
    expect(page.locator("#suggested")).to_have_text(SAID)
    expect(page.locator("#suggested")).to_be_visible()
    expect(page.locator("#form")).to_contain_text(case.form)
    expect_readable(page)
    submit_last(page)
    assert list(Judgment.objects.values_list("suggested", "as_suggested")) == [(True, True)]


@pytest.mark.parametrize("scheme", by_tier(quick=["flat"], long=list(CASES)))
def test_undo_empties_the_task_and_the_draft_stays(phone: Page, link: Link, scheme: str) -> None:
    case = CASES[scheme]
    came(phone, link, case)
    expect(phone.locator("#suggested")).to_be_visible()
    expect_readable(phone)
    to_the_empty_task(phone)
    expect(phone.locator("#form")).to_contain_text(case.empty)
    empty = phone.locator("#form").inner_text()
    assert case.form not in empty
    phone.reload()
    ready(phone, case.first)
    expect(phone.locator("#form")).to_have_text(empty)
    assert Assignment.objects.get().suggested is True


def test_without_a_suggestion_nothing_is_said(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", "apply first aid course")))
    expect(page.locator("#suggested")).to_be_hidden()
