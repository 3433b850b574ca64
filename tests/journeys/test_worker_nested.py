"""Nested segmentation in a browser: two neighbours at a time until one tree is left."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.worker import (
    begin,
    campaign_of,
    campaign_of_tokens,
    expect_no_sideways_scroll,
    finished,
    stored,
)

Link = Callable[..., str]
SIX = "apply first aid course on line"
TREE = "(apply (((first aid) course) (on line)))"
VECTOR = [3, 0, 1, 2, 0]


def plus(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Join {name}", exact=True).and_(page.locator(".plus"))


def primary(page: Page) -> Locator:
    return page.locator("#primary")


def test_by_mouse(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX)))
    form = page.locator("#form")
    plus(page, "first + aid").click()
    expect(form).to_have_text("apply (first aid) course on line")
    plus(page, "(first aid) + course").click()
    plus(page, "on + line").click()
    expect(page.locator("svg .node")).to_have_count(3)
    plus(page, "apply + ((first aid) course)").click()
    page.get_by_role("button", name="Undo").click()
    expect(form).to_have_text("apply ((first aid) course) (on line)")
    page.get_by_role("button", name="Start again").click()
    expect(form).to_have_text(SIX)
    page.get_by_role("button", name="Undo").click()
    expect(form).to_have_text("apply ((first aid) course) (on line)")
    plus(page, "((first aid) course) + (on line)").click()
    expect(primary(page)).to_have_text("Join apply + (((first aid) course) (on line))")
    primary(page).click()
    expect(form).to_have_text(TREE)
    expect(page.locator("svg .height")).to_have_text(["0", "1", "0", "2", "3"])
    expect(primary(page)).to_have_text("Submit, next")
    primary(page).click()
    finished(page)
    assert stored() == [(SIX, VECTOR)]


def test_by_keys_alone(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX)))
    expect(plus(page, "apply + first")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(plus(page, "(first aid) + course")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Space")
    page.keyboard.press("z")
    expect(page.locator("#form")).to_have_text("apply (first aid) course on line")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("It is not finished yet.")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(plus(page, "((first aid) course) + (on line)")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(page.locator("#form")).to_have_text(TREE)
    page.keyboard.press("Space")
    expect(primary(page)).to_have_text("Submit, next")
    page.keyboard.press("Enter")
    finished(page)
    assert stored() == [(SIX, VECTOR)]


def test_by_touch(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("nested", SIX)))
    expect_no_sideways_scroll(phone)
    for name in ("first + aid", "on + line", "(first aid) + course"):
        plus(phone, name).tap()
    plus(phone, "((first aid) course) + (on line)").tap()
    primary(phone).tap()
    expect(phone.locator("#form")).to_have_text(TREE)
    primary(phone).tap()
    finished(phone)
    assert stored() == [(SIX, VECTOR)]


def test_hebrew_grows_from_the_right(page: Page, link: Link) -> None:
    text = "איך לומדים עברית מהר"
    begin(page, link(campaign_of("nested", text)))
    first = page.locator(".word").first.bounding_box()
    last = page.locator(".word").last.bounding_box()
    assert first
    assert last
    assert first["x"] > last["x"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    for _ in range(2):
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    finished(page)
    [(_, vector)] = stored()
    assert vector[1] == 0


def test_chinese(page: Page, link: Link) -> None:
    campaign = campaign_of_tokens("nested", "我想去北京旅游", ["我", "想", "去", "北京", "旅游"])
    begin(page, link(campaign))
    for name in ("北京 + 旅游", "去 + (北京 旅游)", "想 + (去 (北京 旅游))"):
        plus(page, name).click()
    primary(page).click()
    primary(page).click()
    finished(page)
    assert stored() == [("我想去北京旅游", [3, 2, 1, 0])]


def test_two_words(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", "red car")))
    expect(primary(page)).to_have_text("Join red + car")
    primary(page).click()
    expect(page.locator("#form")).to_have_text("(red car)")
    primary(page).click()
    finished(page)
    assert stored() == [("red car", [0])]


@pytest.mark.parametrize("onward", ["Home", "End"], ids=["left branching", "right branching"])
def test_sixty_words_by_keys(page: Page, link: Link, onward: str) -> None:
    text = " ".join(f"word{number}" for number in range(1, 61))
    begin(page, link(campaign_of("nested", text)))
    for _ in range(59):
        page.keyboard.press(onward)
        page.keyboard.press("Space")
    expect(primary(page)).to_have_text("Submit, next")
    page.keyboard.press("Enter")
    finished(page)
    heights = list(range(59))
    assert stored() == [(text, heights if onward == "Home" else heights[::-1])]


def test_sixty_words_on_a_phone(phone: Page, link: Link) -> None:
    text = " ".join(f"word{number}" for number in range(1, 61))
    begin(phone, link(campaign_of("nested", text)))
    expect_no_sideways_scroll(phone)
    plus(phone, "word59 + word60").tap()
    expect(plus(phone, "word58 + (word59 word60)")).to_be_in_viewport()
    box = plus(phone, "word58 + (word59 word60)").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    expect_no_sideways_scroll(phone)
