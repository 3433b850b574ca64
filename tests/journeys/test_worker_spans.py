"""Spans in a browser: marked by mouse, by keyboard and by touch; nested; in a long document."""

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign, Judgment
from tests.helpers.factories import make_campaign
from tests.helpers.spans import ADA, campaign_of_spans, document_to_mark, settings_of
from tests.journeys import worker
from tests.journeys.conftest import Link
from tests.journeys.pressing import form, press, submit_last
from tests.journeys.worker import (
    expect_accessible,
    expect_no_sideways_scroll,
    expect_readable,
    finished,
    open_menu,
)

pytestmark = pytest.mark.long
# The middle of a word, by its number, whatever element it is drawn in.
MIDDLE = """(number) => {
  const box = document.querySelector(".span-text");
  const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let left = number;
  while (walk.nextNode()) {
    if (walk.currentNode.parentElement.closest(".span-tag")) continue;
    for (const { index, 0: word } of walk.currentNode.data.matchAll(/\\S+/g)) {
      if (left-- > 0) continue;
      const range = document.createRange();
      range.setStart(walk.currentNode, index);
      range.setEnd(walk.currentNode, index + word.length);
      range.startContainer.parentElement.scrollIntoView({ block: "center" });
      const { left: x, top: y, width, height } = range.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }
  }
}"""


def begin(page: Page, link: str) -> None:
    worker.begin(page, link, ".span-line")


def middle(page: Page, word: int) -> tuple[float, float]:
    x, y = page.evaluate(MIDDLE, word)
    return x, y


def drag(page: Page, first: int, last: int) -> None:
    start, end = middle(page, first), middle(page, last)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def tap(page: Page, word: int) -> None:
    page.touchscreen.tap(*middle(page, word))


def label(page: Page, name: str) -> Locator:
    return page.locator(".span-label").filter(has_text=name)


def status(page: Page) -> Locator:
    return page.locator(".span-status")


def stored() -> list[list[object]]:
    return [one.payload["spans"] for one in Judgment.objects.order_by("pk")]


@pytest.fixture
def nested() -> Campaign:
    return campaign_of_spans(ADA, settings={"overlap": "nested"})


def test_by_mouse(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_spans(ADA)))
    expect(page.locator(".span-mark, .span-pick, [aria-pressed=true]")).to_have_count(0)
    expect(form(page)).to_have_text("nothing marked yet")
    drag(page, 0, 1)
    expect(status(page)).to_have_text("Selected: Ada Brandt")
    label(page, "Person").click()
    drag(page, 9, 8)
    label(page, "Place").click()
    middle_of = middle(page, 6)
    page.mouse.click(*middle_of)
    label(page, "Place").click()
    expect(form(page)).to_have_text("Ada Brandt [Person] | Lindholm [Place] | Grey Island [Place]")
    page.locator(".span-tag").nth(1).click()
    page.get_by_role("button", name="Remove “Place”").click()
    expect(form(page)).to_have_text("Ada Brandt [Person] | Grey Island [Place]")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".span-list li")).to_have_count(3)
    page.get_by_role("button", name="Remove Ada Brandt, Person").click()
    submit_last(page)
    assert stored() == [[[6, 7, 1], [8, 10, 1]]]


@pytest.mark.quick
def test_by_keys_alone(page: Page, link: Link) -> None:
    # Both texts begin and end alike, so either may come first.
    begin(page, link(campaign_of_spans(ADA, "Ada Brandt never came back from Grey Island .")))
    expect(page.locator(".span-text")).to_be_focused()
    press(page, "ArrowRight", "Shift+ArrowRight", "1", "End", "ArrowLeft", "Shift+ArrowLeft", "3")
    expect(form(page)).to_have_text("Ada Brandt [Person] | Grey Island [Organization]")
    press(page, "p", "n", "2")
    expect(form(page)).to_have_text("Ada Brandt [Person] | Grey Island [Place]")
    press(page, "Delete", "z", "Backspace", "Enter")
    expect(page.locator("#number")).to_have_text("Task 2 of 2")
    expect(page.locator(".span-mark, .span-pick")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("or choose “Nothing to mark”")
    press(page, "0", "Enter")
    finished(page)
    assert stored() == [[[0, 2, 0]], []]


def test_by_touch(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of_spans(ADA)))
    expect_no_sideways_scroll(phone)
    tap(phone, 0)
    tap(phone, 1)
    expect(status(phone)).to_have_text("Selected: Ada Brandt")
    label(phone, "Person").tap()
    tap(phone, 6)
    label(phone, "Place").tap()
    expect(form(phone)).to_have_text("Ada Brandt [Person] | Lindholm [Place]")
    tap(phone, 6)
    phone.get_by_role("button", name="Remove “Place”").tap()
    small = phone.evaluate(
        """() => [...document.querySelectorAll("#surface button, #tools button")]
          .filter((one) => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 44)
          .map((one) => one.outerHTML)"""
    )
    assert small == []
    expect_readable(phone)
    submit_last(phone, tap=True)
    assert stored() == [[[0, 2, 0]]]


def test_a_mark_in_the_place_of_another_replaces_it(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_spans(ADA)))
    press(page, "Home", "1", "Shift+ArrowRight", "2")
    expect(form(page)).to_have_text("Ada Brandt [Place]")
    expect(page.locator("#said")).to_contain_text("Overlapping marks were removed.")
    page.keyboard.press("z")
    expect(form(page)).to_have_text("Ada [Person]")


def test_marks_nest_but_do_not_cross(page: Page, link: Link, nested: Campaign) -> None:
    begin(page, link(nested))
    press(page, "Home", "Shift+ArrowRight", "1", "ArrowLeft", "2")
    expect(form(page)).to_have_text("Ada [Place] | Ada Brandt [Person]")
    press(page, "ArrowRight", "Shift+ArrowRight", "3")
    expect(status(page)).to_contain_text("This partly overlaps “Ada Brandt”.")
    expect(page.locator(".span-list li")).to_have_count(2)
    expect_accessible(page)
    page.keyboard.press("Enter")
    finished(page)
    assert stored() == [[[0, 1, 1], [0, 2, 0]]]


def test_characters_to_the_letter(page: Page, link: Link) -> None:
    """Counted as the server counts: an emoji of two UTF-16 units is one character."""
    words = "😀 Seamen's ferry"
    begin(page, link(campaign_of_spans(words, settings=settings_of(unit="characters"))))
    press(page, "Home", "ArrowRight", "Shift+ArrowLeft", "Shift+ArrowLeft", "1")
    expect(form(page)).to_have_text("Seamen [Person]")
    page.get_by_role("button", name="Start one character later").click()
    expect(status(page)).to_have_text("Selected: eamen")
    page.keyboard.press("2")
    submit_last(page)
    assert stored() == [[[3, 8, 1]]]


def test_a_draft_survives_a_reload(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_spans(ADA)))
    press(page, "Home", "1", "ArrowRight", "2")
    page.reload()
    worker.ready(page, ".span-line")
    expect(form(page)).to_have_text("Ada [Person] | Brandt [Place]")
    page.keyboard.press("z")
    expect(form(page)).to_have_text("Ada [Person]")
    assert stored() == []


def test_a_long_document(screen: Page, link: Link) -> None:
    begin(screen, link(make_campaign(document_to_mark(), scheme="spans", reward="0.06")))
    expect(screen.locator(".span-heading")).to_have_text(["Beginning", "End"])
    expect_readable(screen)
    press(screen, "End", "2", "Home", "ArrowDown", "1")
    expect(screen.locator(".span-pick")).to_be_in_viewport()
    expect(form(screen)).to_have_text("Paragraph [Person] | Oldport. [Place]")
    open_menu(screen)
    screen.keyboard.press("Escape")
    submit_last(screen)
    [[first, last]] = stored()
    assert first == [1, 2, 0]
    assert last == [281, 282, 1]
