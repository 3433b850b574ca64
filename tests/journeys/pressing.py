"""Common steps of journeys: clicks with what they lead to, keys, and what the screen shows."""

from typing import Literal

from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.journeys.worker import finished, press_tab_until


def click(
    page: Page, role: Literal["button", "link"], name: str, *, text: str = "", heading: str = ""
) -> None:
    """Click a button or link, and expect the text or the heading that appears."""
    page.get_by_role(role, name=name).click()
    found = page.get_by_text(text) if text else page.get_by_role("heading", name=heading)
    expect(found).to_be_visible()


def submit_last(page: Page, *, tap: bool = False) -> None:
    """Submit the last HIT by a click or a tap, and expect to have finished."""
    button = page.get_by_role("button", name="Submit, next")
    if tap:
        button.tap()
    else:
        button.click()
    finished(page)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def press_by_keys(page: Page, name: str) -> None:
    """Press a button or link with the keyboard alone."""
    press_tab_until(page, name)
    page.keyboard.press("Enter")


def begin_by_keys(page: Page, link: str) -> None:
    """Join and start with the keyboard alone."""
    page.goto(link)
    press_by_keys(page, "Start")
    page.wait_for_url("**/hit/")


def box_of(part: Locator) -> FloatRect:
    """Return the place of a visible element on the screen."""
    box = part.bounding_box()
    assert box
    return box


def form(page: Page) -> Locator:
    """Return the line with the answer in its written form."""
    return page.locator("#form")
