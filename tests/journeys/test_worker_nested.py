"""Nested segmentation in a browser: joining two neighbours at a time until one tree is left."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Link
from tests.journeys.joining import SIX, SIXTY, plus, primary, submit_when_seen
from tests.journeys.pressing import box_of, press
from tests.journeys.worker import (
    begin,
    campaign_of,
    campaign_of_tokens,
    expect_no_sideways_scroll,
    finished,
    ready,
    stored,
)

pytestmark = pytest.mark.long
TREE = "(apply (((first aid) course) (on line)))"
VECTOR = [3, 0, 1, 2, 0]


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
    plus(page, "apply + (((first aid) course) (on line))").click()
    expect(form).to_have_text(TREE)
    expect(page.locator("svg .height")).to_have_text(["0", "1", "0", "2", "3"])
    expect(primary(page)).to_have_text("Submit, next")
    primary(page).click()
    finished(page)
    assert stored() == [(SIX, VECTOR)]


@pytest.mark.quick
def test_by_keys_alone(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX)))
    press = page.keyboard.press
    expect(page.locator(".nested")).to_be_focused()
    press("ArrowRight")
    expect(page.locator(".plus.chosen")).to_be_focused()
    press("Home")
    expect(plus(page, "apply + first")).to_be_focused()
    press("ArrowRight")
    press("Space")
    expect(page.locator("#form")).to_have_text("apply (first aid) course on line")
    expect(page.locator(".nested")).to_be_focused()
    press("End")
    press("Space")
    press("z")
    expect(page.locator("#form")).to_have_text("apply (first aid) course on line")
    press("End")
    press("Enter")
    press("Enter")
    expect(page.locator("#said")).to_have_text(
        "Choose a + first. It joins the two parts next to it."
    )
    press("Home")
    press("ArrowRight")
    expect(plus(page, "(first aid) + course")).to_be_focused()
    press("Enter")
    press("End")
    press("Space")
    press("ArrowLeft")
    press("Space")
    expect(page.locator("#form")).to_have_text(TREE)
    expect(primary(page)).to_have_text("Submit, next")
    press("Enter")
    finished(page)
    assert stored() == [(SIX, VECTOR)]


@pytest.mark.quick
def test_by_touch(phone: Page, link: Link) -> None:
    """A tap chooses; the large button, or the same + again, joins."""
    begin(phone, link(campaign_of("nested", SIX)))
    expect_no_sideways_scroll(phone)
    form = phone.locator("#form")
    expect(primary(phone)).to_have_text("Choose a +")
    primary(phone).tap()
    expect(form).to_have_text(SIX)
    plus(phone, "course + on").tap()
    plus(phone, "first + aid").tap()
    expect(primary(phone)).to_have_text("Join “first” + “aid”")
    expect(phone.locator(".near")).to_have_text(["first", "aid"])
    expect(phone.locator("#said")).to_have_text("Chosen: first + aid. Tap it again to join them.")
    expect(form).to_have_text(SIX)
    primary(phone).tap()
    expect(form).to_have_text("apply (first aid) course on line")
    expect(phone.locator(".near")).to_have_count(0)
    expect(primary(phone)).to_have_text("Choose a +")
    for name in ("on + line", "(first aid) + course", "((first aid) course) + (on line)"):
        plus(phone, name).tap()
        plus(phone, name).tap()
    expect(primary(phone)).to_have_text("Choose a +")
    phone.get_by_role("button", name="Undo").tap()
    expect(form).to_have_text("apply ((first aid) course) (on line)")
    plus(phone, "((first aid) course) + (on line)").tap()
    expect(primary(phone)).to_have_text("Join “first aid course” + “on line”")
    primary(phone).tap()
    plus(phone, "apply + (((first aid) course) (on line))").tap()
    primary(phone).tap()
    expect(form).to_have_text(TREE)
    primary(phone).tap()
    finished(phone)
    assert stored() == [(SIX, VECTOR)]


def test_by_touch_where_clicks_do_not_show_what_made_them(phone: Page, link: Link) -> None:
    """Simulate browsers whose click is a MouseEvent."""
    begin(phone, link(campaign_of("nested", SIX)))
    tap = """(plus) => {
      plus.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch" }));
      plus.dispatchEvent(new MouseEvent("click"));
    }"""
    plus(phone, "first + aid").evaluate(tap)
    expect(primary(phone)).to_have_text("Join “first” + “aid”")
    expect(phone.locator("#form")).to_have_text(SIX)
    plus(phone, "first + aid").evaluate(tap)
    expect(phone.locator("#form")).to_have_text("apply (first aid) course on line")


def test_the_mouse_shows_what_it_points_at_and_chooses_nothing(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX)))
    plus(page, "first + aid").hover()
    expect(page.locator("svg .candidate")).to_have_count(1)
    expect(page.locator(".plus.chosen")).to_have_count(0)
    expect(primary(page)).to_have_text("Choose a +")
    page.keyboard.press("Space")
    expect(page.locator("#form")).to_have_text(SIX)


def test_hebrew_grows_from_the_right(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", "איך לומדים עברית מהר")))
    first = box_of(page.locator(".word").first)
    last = box_of(page.locator(".word").last)
    assert first["x"] > last["x"]
    press(page, "Home", "ArrowLeft", "Space")
    for _ in range(2):
        press(page, "Home", "Space")
    page.keyboard.press("Enter")
    finished(page)
    [(_, vector)] = stored()
    assert vector == [1, 0, 2]


def test_chinese(page: Page, link: Link) -> None:
    campaign = campaign_of_tokens("nested", "我想去北京旅游", ["我", "想", "去", "北京", "旅游"])
    begin(page, link(campaign))
    for name in (
        "北京 + 旅游",
        "去 + (北京 旅游)",
        "想 + (去 (北京 旅游))",
        "我 + (想 (去 (北京 旅游)))",
    ):
        plus(page, name).click()
    primary(page).click()
    finished(page)
    assert stored() == [("我想去北京旅游", [3, 2, 1, 0])]


def test_two_words(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", "red car")))
    page.keyboard.press("ArrowLeft")
    expect(primary(page)).to_have_text("Join “red” + “car”")
    primary(page).click()
    expect(page.locator("#form")).to_have_text("(red car)")
    primary(page).click()
    finished(page)
    assert stored() == [("red car", [0])]


def test_a_draft_comes_back_with_nothing_chosen(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX)))
    plus(page, "first + aid").click()
    page.keyboard.press("End")
    page.reload()
    ready(page)
    expect(page.locator("#form")).to_have_text("apply (first aid) course on line")
    expect(page.locator(".plus.chosen")).to_have_count(0)
    page.keyboard.press("z")
    expect(page.locator("#form")).to_have_text(SIX)


def test_it_fits_again_when_the_window_changes(page: Page, link: Link) -> None:
    """The drawing is replaced by outlines, and the choice stays chosen and focused."""
    begin(page, link(campaign_of("nested", SIX)))
    plus(page, "first + aid").click()
    page.keyboard.press("End")
    expect(page.locator(".forest svg .node")).to_have_count(1)
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.locator(".outlines .group")).to_have_count(1)
    expect(plus(page, "on + line")).to_be_focused()
    expect(page.locator(".near")).to_have_text(["on", "line"])
    expect_no_sideways_scroll(page)
    page.set_viewport_size({"width": 1280, "height": 600})
    expect(page.locator(".forest svg .candidate")).to_have_count(1)
    expect(plus(page, "on + line")).to_be_focused()


def test_arrows_lead_from_line_to_line(page: Page, link: Link) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    begin(page, link(campaign_of("nested", SIXTY)))
    page.keyboard.press("Home")
    lines = page.evaluate(
        "[...document.querySelectorAll('.plus')].map((plus) => plus.getBoundingClientRect().top)"
    )
    second = min(line for line in lines if line > lines[0])
    page.keyboard.press("ArrowDown")
    expect(page.locator(".plus").nth(lines.index(second))).to_be_focused()
    press(page, "ArrowUp", "ArrowUp")
    expect(page.locator(".plus").first).to_be_focused()


@pytest.mark.parametrize("next_key", ["Home", "End"], ids=["left branching", "right branching"])
def test_sixty_words_by_keys(page: Page, link: Link, next_key: str) -> None:
    begin(page, link(campaign_of("nested", SIXTY)))
    for _ in range(59):
        press(page, next_key, "Space")
    expect(primary(page)).to_have_text("See the rest of the tree")
    submit_when_seen(page)
    finished(page)
    heights = list(range(59))
    assert stored() == [(SIXTY, heights if next_key == "Home" else heights[::-1])]
