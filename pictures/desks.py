"""Workers' pages, each with a started answer, to show how answers are given."""

from collections.abc import Callable, Mapping

from playwright.sync_api import Page

from annotation.models import Campaign


def _keys(*keys: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        for key in keys:
            page.keyboard.press(key)

    return press


def _mark(page: Page) -> None:
    page.locator(".evidence-sentence").nth(3).click()


def _write_questions(page: Page) -> None:
    fields = page.locator("#surface textarea, #surface input[type=text]")
    fields.nth(0).fill("Who can read the notes that I write?")
    fields.nth(1).fill("Does it know where I am?")


def _copy(page: Page) -> None:
    page.locator("#surface input").first.fill("https://shop.example/privacy")
    text = "Privacy at shop.example\nCookies\nWe use cookies."
    page.locator("#surface textarea").first.fill(text)


ANSWERS: Mapping[str, Callable[[Page], None]] = {
    "flat": _keys("ArrowRight", " ", "ArrowRight", "ArrowRight", " "),
    "nested": _keys("Home", "ArrowRight", " ", "End", " ", "End"),
    "pair": _keys("y"),
    "label": _keys("1"),
    "spans": _keys("Home", "Shift+ArrowRight", "1", "End", "2", "Escape"),
    "evidence": _mark,
    "question": _write_questions,
    "document": _copy,
}


def open_desk(page: Page, server: str, campaign: Campaign, worker: str) -> None:
    """Join as a worker, start an answer, and remove the focus ring."""
    page.goto(f"{server}/w/{campaign.code}/?worker={worker}")
    page.get_by_role("button", name="Start").click()
    page.locator("#primary:not([disabled])").wait_for()
    begin = ANSWERS.get(campaign.scheme)
    if begin is not None:
        begin(page)
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
