"""Flat segmentation in a browser: by mouse, by keyboard, by touch, in every writing direction."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import Link
from tests.journeys.pressing import begin_by_keys, box_of, press, submit_last
from tests.journeys.worker import (
    begin,
    campaign_of,
    campaign_of_tokens,
    expect_no_sideways_scroll,
    finished,
    stored,
)

pytestmark = pytest.mark.long
SIX = "apply first aid course on line"


def gap_after(page: Page, word: str) -> Locator:
    return page.get_by_role("button", name=f"Cut between {word} and", exact=False)


def test_by_mouse(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", SIX)))
    form = page.locator("#form")
    expect(form).to_have_text(SIX)
    gap_after(page, "apply").click()
    gap_after(page, "course").click()
    gap_after(page, "aid").click()
    expect(form).to_have_text("apply | first aid | course | on line")
    gap_after(page, "aid").click()
    expect(gap_after(page, "aid")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(form).to_have_text("apply | first aid course | on line")
    submit_last(page)
    assert stored() == [(SIX, [1, 0, 0, 1, 0])]


@pytest.mark.quick
def test_by_keys_alone(page: Page, link: Link) -> None:
    begin_by_keys(page, link(campaign_of("flat", SIX, "red car")))
    for place in (1, 2):
        expect(page.locator("#number")).to_have_text(f"Task {place} of 2")
        expect(page.locator(".gap").first).to_be_focused()
        if page.locator(".gap").count() == 5:
            press(page, "Space", "ArrowRight", "Space", "z", "End", "ArrowLeft", "Space")
            expect(page.locator("#form")).to_have_text("apply | first aid course | on line")
        page.keyboard.press("Enter")
    finished(page)
    assert sorted(stored()) == [(SIX, [1, 0, 0, 1, 0]), ("red car", [0])]


@pytest.mark.quick
def test_by_touch(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("flat", SIX)))
    expect_no_sideways_scroll(phone)
    gap_after(phone, "apply").tap()
    gap_after(phone, "aid").tap()
    phone.get_by_role("button", name="Undo").tap()
    gap_after(phone, "course").tap()
    submit_last(phone, tap=True)
    assert stored() == [(SIX, [1, 0, 0, 1, 0])]


def test_arrows_follow_the_eye_in_arabic(page: Page, link: Link) -> None:
    text = "كيف أتعلم اللغة العربية بسرعة"
    begin(page, link(campaign_of("flat", text)))
    first, second = page.locator(".gap").nth(0), page.locator(".gap").nth(1)
    expect(first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(second).to_be_focused()
    assert left_of(second) < left_of(first)
    press(page, "Space", "ArrowRight")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    finished(page)
    assert stored() == [(text, [0, 1, 0, 0])]


def left_of(locator: Locator) -> float:
    return box_of(locator)["x"]


def test_chinese_stands_close_together(page: Page, link: Link) -> None:
    campaign = campaign_of_tokens("flat", "我想去北京旅游", ["我", "想", "去", "北京", "旅游"])
    begin(page, link(campaign))
    beijing, travel = page.locator(".word").nth(3), page.locator(".word").nth(4)
    box = box_of(beijing)
    assert left_of(travel) - box["x"] - box["width"] <= 16
    gap_after(page, "去").click()
    submit_last(page)
    assert stored() == [("我想去北京旅游", [0, 0, 1, 0])]


def test_sixty_words_on_a_phone(phone: Page, link: Link) -> None:
    text = " ".join(f"word{number}" for number in range(1, 61))
    begin(phone, link(campaign_of("flat", text)))
    expect_no_sideways_scroll(phone)
    gap_after(phone, "word59").tap()
    expect(phone.get_by_role("button", name="Submit, next")).to_be_in_viewport()
    submit_last(phone, tap=True)
    assert stored() == [(text, [0] * 58 + [1])]


def test_a_word_wider_than_the_phone_breaks(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("flat", "a " + "Donaudampfschiff" * 8 + " b")))
    expect_no_sideways_scroll(phone)


def test_a_gap_is_easy_to_hit_and_stays_with_the_word_before_it(phone: Page, link: Link) -> None:
    words = [*"abcdefghijklmnopqrst", "extraordinarily", "internationalisation"]
    begin(phone, link(campaign_of("flat", " ".join(words))))
    for number in range(len(words) - 1):
        gap = box_of(phone.locator(".gap").nth(number))
        word = box_of(phone.locator(".word").nth(number))
        assert min(gap["width"], gap["height"]) >= 44
        assert abs((gap["y"] + gap["height"] / 2) - (word["y"] + word["height"] / 2)) < 2
    hit = phone.evaluate(
        """() => [...document.querySelectorAll(".gap")].every((gap) => {
          gap.scrollIntoView({ block: "center" });
          const { x, y, width, height } = gap.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === gap;
        })"""
    )
    assert hit
