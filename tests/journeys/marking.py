"""Common steps of the journeys of evidence: joining, marking, reading the stored answer."""

from typing import Any

from playwright.sync_api import Locator, Page

from annotation.models import Judgment
from tests.journeys import worker
from tests.journeys.pressing import box_of

SENTENCE = ".evidence-sentence"


def begin(page: Page, link: str) -> Page:
    return worker.begin(page, link, SENTENCE)


def ready(page: Page) -> None:
    worker.ready(page, SENTENCE)


def sentence(page: Page, number: int) -> Locator:
    return page.locator(f"#sentence-{number}")


def stored() -> list[dict[str, Any]]:
    return list(Judgment.objects.order_by("pk").values_list("payload", flat=True))


def drag(page: Page, start: Locator, end: Locator) -> None:
    first, last = box_of(start), box_of(end)
    page.mouse.move(first["x"] + 60, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + 60, last["y"] + last["height"] / 2, steps=6)
    page.mouse.up()
