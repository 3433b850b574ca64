"""Common steps of journeys about the fate of an answer: late, lost, postponed or sent twice."""

from typing import cast

from django.db.models.functions import Now
from playwright.sync_api import Locator, Page

from annotation.models import Assignment
from annotation.services.work.release import expire_overdue

TEXTS = ("apply first aid course on line", "barbie dress up games today please")
SUBMIT = "**/submit/"


def cut(page: Page, gap: int = 0) -> None:
    page.locator(".gap").nth(gap).click()


def submit_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Submit, next")


def notice(page: Page) -> Locator:
    return page.locator("#notice")


def number(page: Page) -> Locator:
    return page.locator("#number")


def waiting(page: Page) -> int:
    return cast(
        "int",
        page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':outbox:')).length"),
    )


def run_out() -> None:
    Assignment.objects.filter(status="open").update(expires_at=Now())
    assert expire_overdue()
