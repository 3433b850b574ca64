"""Controls of a worker stay in reach, however long the work and however small the screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from annotation.models import Campaign
from tests.helpers.evidence import document, evidence_campaign, question, sections
from tests.helpers.spans import campaign_of_spans
from tests.helpers.text_pairs import THREE_WAY, campaign_of_pairs
from tests.helpers.tiers import by_tier
from tests.journeys.conftest import Link
from tests.journeys.desks import DESKS, LONG, SENTENCE, expect_at_top, to_the_end
from tests.journeys.pressing import box_of
from tests.journeys.worker import (
    begin,
    campaign_of,
    expect_accessible,
    expect_fits,
    expect_no_sideways_scroll,
    open_menu,
)

# 1280 by 1024 px at 400 %, and a phone in landscape.
LOW = {"enlarged": (320, 256), "on its side": (844, 390)}
LINES = [SENTENCE.format(number) for number in range(by_tier(quick=80, long=160))]
WORDY = "What becomes of the names and the addresses that are in the log " * 5
# The WCAG contrast of two colours, and of a gap with its background.
CONTRAST = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map((part) => part / 255);
    const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const of = (selector, pseudo) =>
    getComputedStyle(document.querySelector(selector), pseudo).backgroundColor;
  const [dark, bright] = [of(".gap", "::after"), of("#surface")].map(light).sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}"""
# The share of the screen covered by elements that stay in place while the page scrolls.
COVERED = """() => {
  const stuck = [...document.querySelectorAll("#desk *")].filter(
    (each) => ["sticky", "fixed"].includes(getComputedStyle(each).position) && each.offsetHeight);
  return stuck.reduce((sum, each) => sum + each.offsetHeight, 0) / innerHeight;
}"""


def on_a_long_document(text: str = "Who reads the log?") -> Campaign:
    outline = sections([("Beginning", 0), ("Middle", len(LINES) // 2), ("End", len(LINES) - 10)])
    lines = [document(sentences=LINES, sections=outline), question(text), question("Why?")]
    return evidence_campaign(*lines)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def expect_in_reach(page: Page, *what: Locator) -> None:
    for each in what:
        expect(each).to_be_in_viewport(ratio=1)
        found = each.evaluate(
            """(each) => {
              const { left, top, width, height } = each.getBoundingClientRect();
              const here = document.elementFromPoint(left + width / 2, top + height / 2);
              return each.contains(here) || here?.contains(each);
            }"""
        )
        assert found, f"{each} is covered"


def test_evidence_on_a_phone_has_all_in_reach(phone: Page, link: Link) -> None:
    begin(phone, link(on_a_long_document()), "#sentence-0")
    assert phone.evaluate("document.documentElement.scrollHeight") > 75 * len(LINES)
    needed = [
        phone.locator("#question"),
        phone.get_by_text("Sections", exact=True),
        button(phone, "Search the document"),
        button(phone, "Previous mark"),
        button(phone, "Next mark"),
        phone.get_by_label("No answer in this document"),
        phone.locator("#primary"),
    ]
    for place in (0, 0.5, 1):
        phone.evaluate("(share) => scrollTo(0, share * document.body.scrollHeight)", place)
        expect_in_reach(phone, *needed)
        for tool in needed[1:]:
            box = box_of(tool)
            assert box["height"] >= 20 if tool is needed[5] else box["height"] >= 44
    expect_fits(phone)


def test_that_there_is_nothing_to_mark_is_in_reach_on_a_phone(phone: Page, link: Link) -> None:
    """Labels that do not fit on one line scroll sideways; this button does not."""
    labels = [{"label": f"Kind of thing {number}"} for number in range(9)]
    begin(phone, link(campaign_of_spans(settings={"labels": labels})), ".span-text")
    nothing = button(phone, "Nothing to mark")
    for width in (390, 320):
        phone.set_viewport_size({"width": width, "height": 844})
        expect_in_reach(phone, nothing, phone.locator("#primary"))
        expect_no_sideways_scroll(phone)
    nothing.tap()
    expect(nothing).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#primary")).to_have_text("Submit, next")
    expect_accessible(phone)


@pytest.mark.long
def test_the_foot_of_a_phone_jumps_to_marks_and_searches(phone: Page, link: Link) -> None:
    begin(phone, link(on_a_long_document()), "#sentence-0")
    count = phone.locator(".evidence-jumps output")
    expect(count).to_have_text("no marks")
    for number in (1, 120, 60):
        phone.locator(f"#sentence-{number}").tap()
    expect(count).to_have_text("mark 2 of 3")
    button(phone, "Next mark").tap()
    expect(count).to_have_text("mark 3 of 3")
    expect_in_reach(phone, phone.locator("#sentence-120"))
    button(phone, "Next mark").tap()
    expect(count).to_have_text("mark 1 of 3")
    expect_in_reach(phone, phone.locator("#sentence-1"))

    search = phone.get_by_role("searchbox")
    expect(search).to_be_hidden()
    button(phone, "Search the document").tap()
    expect(search).to_be_focused()
    search.fill("log number 99")
    expect(phone.locator(".evidence-search output")).to_have_text("1 of 1")
    expect_in_reach(phone, search, phone.locator("#sentence-99"))
    search.press("Escape")
    expect(search).to_be_hidden()
    expect(count).to_have_text("3 marks")

    phone.get_by_text("Sections", exact=True).tap()
    expect_accessible(phone)
    phone.get_by_role("button", name="End").tap()
    expect_in_reach(phone, phone.locator("#sentence-150"))
    phone.locator("#primary").tap()
    expect(phone.locator("#number")).to_have_text("Task 2 of 2")
    expect(count).to_have_text("no marks")
    assert phone.evaluate("scrollY") == 0
    expect(phone.get_by_text("Sections", exact=True)).to_have_count(1)


def test_a_long_question_on_a_phone_is_cut_until_expanded(phone: Page, link: Link) -> None:
    begin(phone, link(on_a_long_document(WORDY)), "#sentence-0")
    question = phone.locator("#question")

    def height() -> float:
        return box_of(question)["height"]

    cut = height()
    more = phone.locator("#whole")
    expect(more).to_have_attribute("aria-expanded", "false")
    more.tap()
    expect(more).to_have_text("Show less")
    assert height() > 2 * cut
    expect_accessible(phone)
    phone.locator("#sentence-0").tap()
    phone.locator("#primary").tap()
    expect(phone.locator("#number")).to_have_text("Task 2 of 2")
    expect(more).to_be_hidden()
    expect_at_top(phone, ".evidence-document")


def test_a_pairs_question_is_in_sight_and_a_text_shows_more_below(screen: Page, link: Link) -> None:
    campaign = campaign_of_pairs((LONG, "Short."), settings=THREE_WAY)
    page = begin(screen, link(campaign), ".pair-text")
    long, short = page.locator(".pair-text").all()
    expect(long).to_have_class(re.compile("more-below"))
    expect(long).not_to_have_class(re.compile("more-above"))
    expect(short).not_to_have_class(re.compile("more-"))
    to_the_end(page)
    expect_in_reach(page, page.locator("#question"), page.locator("#primary"))
    long.evaluate("(box) => box.scrollTo(0, 40)")
    expect(long).to_have_class(re.compile("more-below more-above"))
    long.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(long).not_to_have_class(re.compile("more-below"))
    expect_accessible(page)


def test_what_is_requested_with_evidence_shows_that_it_goes_on(page: Page, link: Link) -> None:
    """With a low document the questions do not fit next to it; on a phone nothing is cut off."""
    page.set_viewport_size({"width": 1280, "height": 640})
    lines = [document(sentences=LINES), question("Who reads the log?")]
    begin(page, link(evidence_campaign(*lines, settings={"preset": "privacyqa"})), "#sentence-0")
    panel = page.locator(".evidence-panel")
    expect(panel).to_have_class(re.compile("more-below"))
    expect(panel).not_to_have_class(re.compile("more-above"))
    expect_accessible(page)
    panel.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(panel).to_have_class(re.compile("more-above"))
    expect(panel).not_to_have_class(re.compile("more-below"))
    page.set_viewport_size({"width": 390, "height": 844})
    expect(panel).not_to_have_class(re.compile("more-"))


def test_a_gap_is_seen_before_it_is_touched(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", "apply first aid course on line")))
    page.mouse.move(0, 0)
    assert page.evaluate(CONTRAST) >= 3
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(CONTRAST) >= 3


@pytest.mark.parametrize("scheme", by_tier(quick=["pair"], long=list(DESKS)))
def test_a_low_screen_is_not_covered_and_none_scrolls_sideways(
    new_context: Callable[..., BrowserContext], link: Link, scheme: str
) -> None:
    desk = DESKS[scheme]
    campaign = desk.make()
    for name, (width, height) in LOW.items():
        page = new_context(viewport={"width": width, "height": height}).new_page()
        begin(page, link(campaign, name), desk.ready)
        expect_no_sideways_scroll(page)
        assert page.evaluate(COVERED) <= 0.5
        desk.work(page)
        to_the_end(page)
        expect_no_sideways_scroll(page)
        expect(page.get_by_role("button", name="Submit, next")).to_be_in_viewport()
        page.set_viewport_size({"width": 320, "height": 700})
        expect_no_sideways_scroll(page)
        page.context.close()


@pytest.mark.long
def test_the_bar_of_a_phone_is_one_line_with_a_menu(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("flat", "red car")))
    for width in (390, 320):
        phone.set_viewport_size({"width": width, "height": 800})
        bar = box_of(phone.locator("#bar"))
        assert bar["height"] <= 48
    returned = phone.get_by_text("Skip this task", exact=True)
    expect(returned).to_be_hidden()
    open_menu(phone)
    expect(phone.get_by_role("link", name="Instructions")).to_be_visible()
    expect_accessible(phone)
    phone.keyboard.press("Escape")
    expect(returned).to_be_hidden()
    expect(phone.get_by_role("button", name="Menu")).to_be_focused()
