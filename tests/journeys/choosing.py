"""Steps of journeys that choose labels: what a label shows, and what is chosen."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from playwright.sync_api import Locator, Page

from annotation.models import Judgment
from tests.helpers.labels import SETTINGS, campaign_of_labels, vector_of
from tests.journeys import worker

begin = partial(worker.begin, first=".label-text")
ready = partial(worker.ready, first=".label-text")
FINGER = 44


def choice(page: Page, label: str) -> Locator:
    """Return the radio button or checkbox of a label."""
    radio = page.get_by_role("radio", name=label, exact=True)
    return radio.or_(page.get_by_role("checkbox", name=label, exact=True))


def card(page: Page, label: str) -> Locator:
    """Return the whole visible element of a label."""
    return page.locator(".label-choice", has=choice(page, label))


def chosen(page: Page) -> list[str]:
    """Return the chosen labels, in order."""
    return page.locator(".label-choice:has(:checked) .label-words").all_inner_texts()


def vectors() -> list[list[int]]:
    return [
        list(vector) for vector in Judgment.objects.order_by("pk").values_list("vector", flat=True)
    ]


def of_kind(kind: str, *texts: str, **settings: Any) -> Any:
    return campaign_of_labels(*texts, settings={**SETTINGS[kind], **settings})


def choose_all(page: Page, labels: Sequence[str], act: str) -> None:
    for label in labels:
        getattr(card(page, label), act)()


WAYS: dict[str, tuple[list[str], list[str], list[int]]] = {
    "one": (["Negative", "Neutral"], ["Neutral"], [1]),
    "any": (["Events", "People", "Places", "People"], ["Places", "Events"], vector_of([1, 3])),
    "scale": (["Not at all", "Mostly"], ["Mostly"], [3]),
}


def uncovered(part: Locator) -> None:
    """Return whether no sticky element covers it."""
    covered_by = part.evaluate(
        """(part) => {
          const { left, top, width, height } = part.getBoundingClientRect();
          for (const y of [top + 4, top + height - 4]) {
            const here = document.elementFromPoint(left + width / 2, y);
            if (!part.contains(here)) return here?.outerHTML ?? "nothing";
          }
          return null;
        }"""
    )
    assert covered_by is None
