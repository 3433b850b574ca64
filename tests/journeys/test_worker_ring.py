"""The focus ring appears once a key is pressed. Before, it would look like an answer."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Page, expect

from tests.helpers.tiers import by_tier
from tests.journeys.conftest import Link
from tests.journeys.desks import DESKS, expect_at_top
from tests.journeys.worker import begin, campaign_of, expect_accessible, tap_by_itself

pytestmark = pytest.mark.long
FIELDS = ("question", "document")  # on a desktop, work in these begins in a field, which has a ring
NOISE = 8  # of 255 shades; a ring differs by more than a hundred
BAR = 60  # pixels that contain the clock above the work
LEAVE = "globalThis.left = document.activeElement; left.blur()"
RETURN = "left.focus({ preventScroll: true })"


def shows_its_focus(page: Page) -> bool:
    """Return whether the page looks different without its focus, which is restored afterwards.
    A page that changed by itself meanwhile, since a style or a font came late, is looked at
    again."""
    page.mouse.move(0, 0)
    for _ in range(3):
        with_focus = settled_picture(page)
        page.evaluate(LEAVE)
        without = settled_picture(page)
        page.evaluate(RETURN)
        if same(with_focus, without) or same(settled_picture(page), with_focus):
            return not same(with_focus, without)
    raise AssertionError("the page goes on changing")


def same(one: bytes, other: bytes) -> bool:
    """Return whether two pictures look the same. The browser may draw the edges of letters a shade
    darker or lighter."""
    first, second = (np.array(Image.open(BytesIO(png)).convert("RGB"), int) for png in (one, other))
    return bool(np.abs(first - second).max() <= NOISE)


def settled_picture(page: Page) -> bytes:
    """Return a picture of the page below the clock once it no longer changes."""
    assert page.viewport_size
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    below: FloatRect = {"x": 0, "y": BAR, "width": width, "height": height - BAR}
    before, seen = b"", page.screenshot(clip=below)
    while seen != before:
        before, seen = seen, page.screenshot(clip=below)
    return seen


def expect_ring_by_keys_alone(page: Page, begins: str) -> None:
    expect_at_top(page, begins)
    assert not shows_its_focus(page)
    expect_at_top(page, begins)
    page.keyboard.press("Shift")
    assert shows_its_focus(page)
    expect_accessible(page)


@pytest.mark.quick
@pytest.mark.parametrize("scheme", by_tier(quick=["flat"], long=list(DESKS)))
def test_no_task_opens_with_a_ring_on_a_phone(phone: Page, link: Link, scheme: str) -> None:
    desk = DESKS[scheme]
    begin(phone, link(desk.make()), desk.ready)
    expect_ring_by_keys_alone(phone, desk.begins_by_touch or desk.begins)


@pytest.mark.parametrize("scheme", [scheme for scheme in DESKS if scheme not in FIELDS])
def test_no_task_opens_with_a_ring_on_a_desktop(page: Page, link: Link, scheme: str) -> None:
    desk = DESKS[scheme]
    begin(page, link(desk.make()), desk.ready)
    expect_ring_by_keys_alone(page, desk.begins)


def test_a_tap_after_a_key_hides_the_ring_of_the_next_task(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("flat", "red wine of the house", "old stone bridge", "a b")))
    ring = phone.locator("html.keyboard")
    phone.keyboard.press("ArrowRight")
    expect(ring).to_have_count(1)
    tap_by_itself(phone.locator("#primary"))
    expect(phone.locator("#number")).to_have_text("Task 2 of 3")
    expect(ring).to_have_count(0)
    assert not shows_its_focus(phone)
    phone.keyboard.press("ArrowRight")
    assert shows_its_focus(phone)


def test_what_is_missing_is_gone_to_without_a_ring(page: Page, link: Link) -> None:
    desk = DESKS["label"]
    begin(page, link(desk.make()), desk.ready)
    first, choice = page.get_by_role("radio").first, page.locator(".label-choice").first
    page.locator("#primary").click()
    expect(first).to_be_focused()
    expect(choice).to_have_css("outline-style", "none")
    page.locator("#primary").press("Enter")
    expect(first).to_be_focused()
    expect(choice).to_have_css("outline-style", "solid")
