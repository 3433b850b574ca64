"""Small parts of workers' pages: the menu to skip a task, choices, and the heights of trees."""

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.factories import make_campaign
from tests.helpers.text_pairs import campaign_of_pairs
from tests.helpers.tiers import by_tier
from tests.journeys.conftest import PHONE, Link, OpenContext
from tests.journeys.pressing import box_of
from tests.journeys.worker import begin, campaign_of, press_tab_until

LANGUAGES = ("ar", "de", "en", "es", "fr", "hi", "pt")
ARABIC = "طريقة عمل خبز"


def expect_drawn_choices(page: Page) -> None:
    """Choices are as large as every box of a worker's page, and in its accent."""
    for choice in page.get_by_role("radio").all():
        box = box_of(choice)
        assert (box["width"], box["height"]) == (20, 20)
        assert choice.evaluate("(each) => getComputedStyle(each).accentColor") != "auto"


def test_the_menu_to_skip_a_task_is_left_by_escape(page: Page, link: Link) -> None:
    begin(page, link(make_campaign()))
    menu = page.locator("#return")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Do it later")).to_be_visible()
    expect_drawn_choices(page)
    for leave in ("Escape", "Enter"):
        press_tab_until(page, "Cancel")
        page.keyboard.press(leave)
        expect(menu.locator("form")).to_be_hidden()
        expect(menu.locator("summary")).to_be_focused()
        page.keyboard.press("Enter")


def test_choices_of_a_withdrawal_are_drawn(page: Page, link: Link) -> None:
    campaign = make_campaign()
    begin(page, link(campaign))
    page.goto(f"/w/{campaign.code}/withdraw/")
    expect(page.get_by_role("radio")).to_have_count(2)
    expect_drawn_choices(page)


@pytest.mark.parametrize("text", ["apply first aid", ARABIC], ids=["English", "Arabic"])
def test_heights_stand_next_to_their_nodes(page: Page, link: Link, text: str) -> None:
    begin(page, link(campaign_of("nested", text)))
    page.locator("#surface .nested").press("Home")
    page.keyboard.press("Space")
    node, height = page.locator(".forest .node"), page.locator(".forest .height")
    expect(height).to_have_text("0")
    right = box_of(node)["x"] + box_of(node)["width"]
    assert box_of(height)["x"] >= right


@pytest.mark.parametrize("parts", ["two", "many"])
def test_an_example_leaves_no_room_above_its_tree(page: Page, link: Link, parts: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(link(campaign_of("nested", "apply first aid", settings={"parts": parts})))
    drawing = page.locator("#drawing svg")
    expect(drawing.locator(".node")).not_to_have_count(0)
    top = min(box_of(node)["y"] for node in drawing.locator(".node").all())
    assert top - box_of(drawing)["y"] < 24


@pytest.mark.parametrize("language", by_tier(quick=["fr", "pt"], long=list(LANGUAGES)))
def test_the_hint_of_keywords_fits_its_field_on_a_phone(
    open_context: OpenContext, link: Link, language: str
) -> None:
    phone = open_context(**PHONE, locale=language).new_page()
    begin(phone, link(campaign_of_pairs(("One text", "Another text"))), "#keyword-left")
    field = phone.locator("#keyword-left")
    expect(phone.get_by_text("Your return code")).to_have_count(int(language == "en"))
    field.evaluate("(each) => { each.value = each.placeholder; }")
    assert field.evaluate("(each) => each.scrollWidth - each.clientWidth") <= 0
