"""Items and judgments of a campaign, some at a time by a cursor of the server, in a snapshot."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

from django.db.models.functions import Collate

from analysis.reading.campaign_judgments import FIELDS, WORKER, JudgmentRead
from analysis.reading.judgment_rows import Vector
from annotation.models import Campaign, Item, Judgment

ITEMS_AT_ONCE = 250
NAMES_AT_ONCE = 1000
JUDGMENTS_AT_ONCE = 1000
# The order of code points, as in canonical JSON and as Python sorts.
BY_NAME = Collate("text", "C")
T = TypeVar("T")


def in_batches(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the rows in lists, of which only one is in memory."""
    rest = iter(rows)
    while batch := list(islice(rest, size)):
        yield batch


def items_by_name(campaign: Campaign) -> Iterator[list[Item]]:
    """Yield the dataset's items in the order of their names."""
    return _items(campaign, BY_NAME)


def _items(campaign: Campaign, order: str | Collate) -> Iterator[list[Item]]:
    items = Item.objects.filter(dataset=campaign.dataset_id).order_by(order)
    yield from in_batches(items.iterator(ITEMS_AT_ONCE), ITEMS_AT_ONCE)


class JudgedItem(NamedTuple):
    """An item with the judgments that count, each with the number of its worker."""

    item: Item
    given: list[tuple[int, Vector]]


def judged_items(campaign: Campaign, order: str | Collate = BY_NAME) -> Iterator[list[JudgedItem]]:
    """Yield the dataset's items in the order of their names or in another, those too that nobody
    judged, with their judgments in the order of their numbers."""
    counting = Judgment.objects.counting().filter(campaign=campaign).order_by("pk")
    for items in _items(campaign, order):
        given: dict[int, list[tuple[int, Vector]]] = {item.pk: [] for item in items}
        rows = counting.filter(hit__item__in=items)
        for pk, worker, vector in rows.values_list("hit__item_id", f"{WORKER}__number", "vector"):
            given[pk].append((worker, tuple(vector)))
        yield [JudgedItem(item, given[item.pk]) for item in items]


def judged_in_order(
    campaign: Campaign, read: Callable[[Item], T]
) -> Iterator[tuple[T, JudgmentRead]]:
    """Yield all judgments in the order of their numbers, each with its item as this reads it."""
    judgments = Judgment.objects.filter(campaign=campaign).order_by("pk")
    rows = judgments.values_list(*FIELDS).iterator(JUDGMENTS_AT_ONCE)
    for batch in in_batches((JudgmentRead(*row) for row in rows), JUDGMENTS_AT_ONCE):
        found = Item.objects.in_bulk({one.item_id for one in batch})
        items = {pk: read(item) for pk, item in found.items()}
        for one in batch:
            yield items[one.item_id], one


def names_in_order(campaign: Campaign) -> Iterator[list[tuple[int, str]]]:
    """Yield the number and the name of each item, in the order of `items_by_name`."""
    items = Item.objects.filter(dataset=campaign.dataset_id).order_by(BY_NAME)
    rows = items.values_list("pk", "text").iterator(NAMES_AT_ONCE)
    yield from in_batches(rows, NAMES_AT_ONCE)


def named_judgments(campaign: Campaign) -> Iterator[list[tuple[JudgmentRead, str]]]:
    """Yield all judgments in the order of their numbers, each with its item's name."""
    judgments = Judgment.objects.filter(campaign=campaign).order_by("pk")
    rows = judgments.values_list(*FIELDS, "hit__item__text").iterator(JUDGMENTS_AT_ONCE)
    read = ((JudgmentRead(*row[:-1]), row[-1]) for row in rows)
    yield from in_batches(read, JUDGMENTS_AT_ONCE)
