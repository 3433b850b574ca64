"""Steps of journeys that join neighbours of a nested segmentation."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.journeys.worker import ready, stored

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


def build_tree(phone: Page, tree: Callable[[str], list[int]]) -> None:
    """Read the current text, and join its words from the leaves of its tree up: a tap chooses, a
    second one joins."""
    ready(phone)
    vector = tree(" ".join(phone.locator("#surface .word").all_inner_texts()))
    left = list(range(len(vector)))
    for gap in sorted(left, key=lambda gap: (vector[gap], gap)):
        expect(phone.locator(".plus")).to_have_count(len(left))
        phone.locator(".plus").nth(left.index(gap)).tap()
        expect(phone.locator("#primary")).to_contain_text("Join “")
        phone.locator("#primary").tap()
        left.remove(gap)
    expect(phone.locator(".plus")).to_have_count(0)
