"""Trees of several parts and with labels in a browser: choosing a range, joining, labelling."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, Link, OpenContext
from tests.journeys.joining import SIX, plus, primary
from tests.journeys.pressing import press
from tests.journeys.worker import (
    begin,
    campaign_of,
    expect_no_sideways_scroll,
    expect_readable,
    finished,
    stored,
)

pytestmark = pytest.mark.long
LABELS = [{"label": "NP", "definition": "A noun phrase"}, {"label": "PP"}, {"label": "S"}]
MANY = {"parts": "many"}
NAMED = {"parts": "many", "labels": LABELS}


@pytest.mark.quick
def test_several_parts_are_joined_at_once_by_keyboard(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX, settings=NAMED)))
    press(page, "End", "Space")
    expect(page.locator("#form")).to_have_text("apply first aid course (? on line)")
    press(page, "2")
    expect(page.locator("#form")).to_have_text("apply first aid course (PP on line)")
    press(page, "Home", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft")
    expect(page.locator(".plus.chosen")).to_have_count(2)
    press(page, "z")
    expect(page.locator("#form")).to_have_text("apply first aid course (? on line)")
    press(page, "z", "Home", "Shift+ArrowRight", "Shift+ArrowRight", "Enter", "1")
    expect(page.locator("#form")).to_have_text("(NP apply first aid course) on line")
    press(page, "Home", "Shift+ArrowRight", "Space", "3", "Enter")
    finished(page)
    assert stored() == [(SIX, [0, 0, 0, 1, 1, 0, 0, 0, 2, 2])]


def test_several_parts_by_mouse(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX, settings=MANY)))
    plus(page, "first + aid").click()
    plus(page, "aid + course").click()
    expect(page.locator(".plus.chosen")).to_have_count(2)
    expect(primary(page)).to_have_text("Join “first” to “course”")
    primary(page).click()
    expect(page.locator("#form")).to_have_text("apply (first aid course) on line")
    expect(page.locator("svg .node")).to_have_count(1)
    plus(page, "apply + (first aid course)").click()
    plus(page, "on + line").click(modifiers=["Shift"])
    expect(page.locator(".plus.chosen")).to_have_count(3)
    plus(page, "on + line").click()
    expect(page.locator(".plus.chosen")).to_have_count(2)
    plus(page, "on + line").click()
    primary(page).click()
    expect(page.locator("#form")).to_have_text("(apply (first aid course) on line)")
    primary(page).click()
    finished(page)
    assert stored() == [(SIX, [1, 0, 0, 1, 1])]


def test_labelled_trees_on_a_phone(open_context: OpenContext, link: Link) -> None:
    page = open_context(**PHONE).new_page()
    begin(page, link(campaign_of("nested", SIX, settings=NAMED)))
    plus(page, "first + aid").tap()
    plus(page, "aid + course").tap()
    primary(page).tap()
    expect(page.get_by_role("group", name="Label of (first aid course)")).to_be_visible()
    expect(primary(page)).to_have_text("Choose a label")
    expect_no_sideways_scroll(page)
    expect_readable(page)
    primary(page).tap()
    expect(page.locator("#notice")).to_have_text("Choose a label for the new group.")
    page.reload()
    page.get_by_role("button", name="NP", exact=True).tap()
    expect(page.locator(".tree-label")).to_have_text("NP")
    plus(page, "on + line").tap()
    plus(page, "on + line").tap()
    page.get_by_role("button", name="PP", exact=True).tap()
    plus(page, "apply + (NP first aid course)").tap()
    plus(page, "(NP first aid course) + (PP on line)").tap()
    primary(page).tap()
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#form")).to_have_text("apply (NP first aid course) (PP on line)")
    plus(page, "apply + (NP first aid course)").tap()
    plus(page, "(NP first aid course) + (PP on line)").tap()
    primary(page).tap()
    page.get_by_role("button", name="S", exact=True).tap()
    expect_readable(page)
    primary(page).tap()
    finished(page)
    assert stored() == [(SIX, [1, 0, 0, 1, 0, 2, 0, 0, 2, 1])]


def test_binary_trees_with_labels(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", "big red car", settings={"labels": LABELS})))
    plus(page, "red + car").click()
    expect(plus(page, "big + (? red car)")).to_be_disabled()
    press(page, "1")
    plus(page, "big + (NP red car)").click()
    press(page, "1", "Enter")
    finished(page)
    assert stored() == [("big red car", [1, 0, 0, 0])]
