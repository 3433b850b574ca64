"""Steps of journeys that join neighbours of a nested segmentation."""

from playwright.sync_api import Locator, Page

from tests.journeys.worker import stored

SIX = "apply first aid course on line"
SIXTY = " ".join(f"word{number}" for number in range(1, 61))


def plus(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Join {name}", exact=True).and_(page.locator(".plus"))


def primary(page: Page) -> Locator:
    return page.locator("#primary")


def submit_when_seen(page: Page) -> None:
    """Press Enter, one screen at a time, until the whole tree was visible; submit."""
    for _ in range(40):
        if primary(page).inner_text() == "Submit, next":
            break
        assert not stored()
        before = page.evaluate("scrollY")
        page.keyboard.press("Enter")
        assert page.evaluate("scrollY") > before
    page.keyboard.press("Enter")
