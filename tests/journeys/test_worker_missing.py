"""Enter and the large button do the same: both submit, and if something is missing both go there,
show it, focus it and announce it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign
from tests.helpers.evidence import document, evidence_campaign, question
from tests.helpers.tiers import by_tier
from tests.journeys.conftest import Link
from tests.journeys.desks import (
    DESKS,
    SENTENCE,
    copy_all,
    mark_first,
    take_keyword,
    to_the_end,
    write_all_questions,
)
from tests.journeys.pressing import press
from tests.journeys.worker import begin, campaign_of, expect_accessible, ready, stored


@dataclass(frozen=True)
class Missing:
    """After `work`, from `away`: where both lead, what must be visible there, and the message."""

    scheme: str
    work: Callable[[Page], None]
    away: str
    focused: str
    seen: str
    words: str
    button: str


def nothing(page: Page) -> None:
    """Leave the HIT as it opens."""


def no_answer(page: Page) -> None:
    page.get_by_label("No answer in this document").check()


def both_keywords(page: Page) -> None:
    take_keyword(page)
    page.locator("#keyword-right").fill("the log")
    page.locator("#keyword-right").press("Enter")


def same_twice(page: Page) -> None:
    write_all_questions(page)
    page.locator("#asked-1").fill("who reads IT")


def a_stranger(page: Page) -> None:
    copy_all(page)
    page.get_by_label("The main headings").fill("Cookies\nSecurity")


# fmt: off
CASES = {
    "keywords of the first text": Missing(
        "pair", nothing, "#keyword-right",
        ".pair-side:nth-child(1) .pair-text", ".pair-side:nth-child(1) h2",
        "Copy 1 to 3 keywords from the first text first.", "Copy keywords from the first text"),
    "keywords of the second text": Missing(
        "pair", take_keyword, "#keyword-left",
        ".pair-side:nth-child(2) .pair-text", ".pair-side:nth-child(2) h2",
        "Copy 1 to 3 keywords from the second text first.", "Copy keywords from the second text"),
    "an answer to a pair": Missing(
        "pair", both_keywords, ".pair-text", ".pair-answer:nth-child(1) input", ".pair-answers",
        "Choose an answer first.", "Choose an answer"),
    "a label": Missing(
        "label", nothing, ".label-text", ".label-choice:nth-child(1) input", ".label-choices",
        "Choose a label first.", "Choose a label"),
    "evidence": Missing(
        "evidence", nothing, "#evidence-search", ".evidence-document", ".evidence-document",
        "Mark the evidence first, or choose “No answer in this document”.", "Mark the evidence"),
    "why there is no answer": Missing(
        "evidence", no_answer, ".evidence-document",
        ".evidence-step input", ".evidence-step legend",
        "Say why there is no answer first.", "Say why there is none"),
    "a side question": Missing(
        "evidence", mark_first, ".evidence-document",
        ".evidence-aspect input", ".evidence-aspect legend",
        "Answer first: ", "Answer the other questions"),
    "a question": Missing(
        "question", nothing, "#asked-1", "#asked-0", "label[for=asked-0]",
        "Write question 1 first.", "Write question 1"),
    "another question": Missing(
        "question", same_twice, "#asked-1", "#asked-1", "label[for=asked-1]",
        "Questions 1 and 2 are the same. Change one of them.", "Change question 2"),
    "an address": Missing(
        "document", nothing, "#copied-said", "#copied-url", "label[for=copied-url]",
        "Copy the address of the document first.", "Copy the address of the document"),
    "a line of the text": Missing(
        "document", a_stranger, "#copied-date", "#copied-subtitles", "label[for=copied-subtitles]",
        "The text has no line “Security”. Copy the heading exactly.", "Check the headings"),
}
# fmt: on


QUICK_CASES = ["an address"]


def went(page: Page, case: Missing) -> None:
    expect(page.locator(case.focused).first).to_be_focused()
    for selector in ("#notice", "#said"):
        expect(page.locator(selector)).to_contain_text(case.words)
    for seen in ("#notice", case.seen):
        expect(page.locator(seen).first).to_be_in_viewport()
    uncovered(page, case.seen)


def uncovered(page: Page, selector: str) -> None:
    """Return whether no sticky element covers its beginning, unless it is higher than the page."""
    covering = page.evaluate(
        """(selector) => {
          const seen = document.querySelector(selector);
          const { left, top, height } = seen.getBoundingClientRect();
          const here = document.elementFromPoint(left + 8, top + 4);
          return height > innerHeight || seen.contains(here) ? null : here?.outerHTML ?? "nothing";
        }""",
        selector,
    )
    assert covering is None


@pytest.mark.parametrize("missing", by_tier(quick=QUICK_CASES, long=list(CASES)))
def test_both_go_to_what_is_missing(screen: Page, link: Link, missing: str) -> None:
    page, case = screen, CASES[missing]
    begin(page, link(DESKS[case.scheme].make()), DESKS[case.scheme].ready)
    case.work(page)
    ready(page, DESKS[case.scheme].ready)
    for place in ("the top", "the end"):
        for way in ("Enter", "the button"):
            page.locator(case.away).first.focus()
            page.evaluate("scrollTo(0, 0)")
            if place == "the end":
                to_the_end(page)
            if way == "Enter" and case.away != "#evidence-search":
                page.keyboard.press("Enter")
            else:
                page.get_by_role("button", name=case.button, exact=True).click()
            went(page, case)
    expect_accessible(page)
    assert not stored()


def options() -> Campaign:
    sentences = [SENTENCE.format(number) for number in range(120)]
    item = question(extra={"options": ["Yes", "No"]})
    return evidence_campaign(document(sentences=sentences), item, settings={})


@pytest.mark.long
def test_an_option_is_gone_to_from_the_end_of_a_document(phone: Page, link: Link) -> None:
    begin(phone, link(options()), ".evidence-sentence")
    for by_touch in (False, True):
        phone.locator(".evidence-document").focus()
        to_the_end(phone)
        if by_touch:
            phone.locator("#primary").tap()
        else:
            phone.keyboard.press("Enter")
        expect(phone.locator(".evidence-options input").first).to_be_focused()
        expect(phone.locator("#notice")).to_have_text("Choose an option first.")
        expect(phone.locator(".evidence-options legend")).to_be_in_viewport()
        uncovered(phone, ".evidence-options legend")


@pytest.mark.long
def test_of_a_tree_the_button_and_enter_join_only_what_is_chosen(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", "red car for sale")))
    form, primary = page.locator("#form"), page.locator("#primary")
    for way in ("button", "Enter"):
        if way == "button":
            primary.click()
        else:
            page.locator(".nested").press("Enter")
        expect(page.locator("#notice")).to_have_text(
            "Choose a + first. It joins the two parts next to it."
        )
        expect(page.locator(".nested")).to_be_focused()
        expect(form).to_have_text("red car for sale")
    press(page, "End", "ArrowLeft")
    expect(page.locator("#notice")).to_be_hidden()
    expect(primary).to_have_text("Join “car” + “for”")
    primary.click()
    expect(form).to_have_text("red (car for) sale")
    expect(primary).to_have_text("Choose a +")
    press(page, "End", "Enter")
    expect(form).to_have_text("red ((car for) sale)")


def test_buttons_next_to_the_work_are_pressed_by_their_own_keys(page: Page, link: Link) -> None:
    """Enter on them used to submit the HIT, or to report what is missing."""
    begin(page, link(DESKS["evidence"].make()), ".evidence-sentence")
    page.get_by_role("button", name="Middle").press("Enter")
    expect(page.locator("#sentence-60")).to_be_in_viewport()
    expect(page.locator("#notice")).to_be_hidden()
    page.keyboard.press("Space")
    redo = page.get_by_role("button", name="Redo")
    page.get_by_role("button", name="Undo", exact=True).press("Enter")
    expect(page.locator("#form")).to_contain_text("nothing marked yet")
    redo.press("Enter")
    expect(page.locator("#form")).to_contain_text("sentence 61")
    expect(page.locator("#notice")).to_be_hidden()
    redo.press("x")
    expect(page.get_by_label("No answer in this document")).to_be_checked()


@pytest.mark.long
def test_help_is_opened_and_keywords_taken_by_enter(page: Page, link: Link) -> None:
    begin(page, link(DESKS["pair"].make()), ".pair-text")
    page.locator(".pair-help summary").press("Enter")
    expect(page.locator(".pair-help")).to_have_attribute("open", "")
    page.locator("#keyword-left").fill("ten days")
    page.get_by_role("button", name="Add as keyword for the first text").press("Enter")
    page.get_by_role("button", name="Mark shared words").press("Enter")
    expect(page.locator(".shared").first).to_be_visible()
    expect(page.locator("#form")).to_contain_text("ten days")
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.long
def test_a_join_is_named_by_the_words_that_meet_and_a_long_one_once(page: Page, link: Link) -> None:
    """The button used to say "(word … word)" for a single word."""
    long = "Donaudampfschifffahrtsgesellschaftskapitän"
    begin(page, link(campaign_of("nested", f"{long} red car {long}")))
    cut = "Donaudampfschiff…kapitän"
    primary = page.locator("#primary")
    page.keyboard.press("Home")
    expect(primary).to_have_text(f"Join “{cut}” + “red”")
    primary.click()
    page.keyboard.press("End")
    expect(primary).to_have_text(f"Join “car” + “{cut}”")
    primary.click()
    page.keyboard.press("End")
    expect(primary).to_have_text("Join “… red” + “car …”")
    expect(page.locator(".plus.chosen")).to_have_accessible_name(
        "Join (Donaudampfschifffahrts…kapitän … red) + (car … Donaudampfschifffahrts…kapitän)"
    )


def colour(page: Page, button: str) -> str:
    """Return a button's colour once it has changed."""
    return str(
        page.locator(button).evaluate(
            """async (button) => {
              await Promise.all(button.getAnimations().map(({ finished }) => finished));
              return getComputedStyle(button).backgroundColor;
            }"""
        )
    )


@pytest.mark.parametrize(
    "scheme", by_tier(quick=["label"], long=["label", "pair", "spans", "evidence", "question"])
)
def test_the_button_looks_inactive_if_work_is_missing(page: Page, link: Link, scheme: str) -> None:
    desk = DESKS[scheme]
    begin(page, link(desk.make()), desk.ready)
    primary = page.locator("#primary")
    inactive = colour(page, "#undo")
    assert colour(page, "#primary") == inactive
    expect(primary).to_have_attribute("aria-disabled", "false")
    primary.click()
    expect(page.locator("#notice")).to_be_visible()
    expect_accessible(page)
    desk.work(page)
    expect(primary).to_have_text("Submit, next")
    assert colour(page, "#primary") != inactive
    while page.locator("#undo").get_attribute("aria-disabled") == "false":
        page.locator("#undo").click()
    assert colour(page, "#primary") == inactive


@pytest.mark.long
def test_a_button_that_is_the_next_step_looks_active(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", "red wine of the house")))
    primary = page.locator("#primary")
    expect(primary).to_have_class(re.compile("incomplete"))
    page.keyboard.press("Home")
    expect(primary).to_contain_text("Join")
    expect(primary).not_to_have_class(re.compile("incomplete"))
