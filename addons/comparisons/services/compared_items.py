"""The items of a comparison in an order, and both sides' current answers to them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from addons.comparisons.models import ComparedItem, Comparison, Side
from annotation.models import Item, Judgment
from annotation.schemes import SCHEMES

MAX_ANSWERS = 8
# The column of each order.
ORDERED_BY: Mapping[str, str] = {"apart": "rank", "alike": "-rank", "dataset": "position"}
Answers = list[tuple[str, int]]


def page_of_compared(
    comparison: Comparison, order: str, after: int | None, most: int
) -> list[ComparedItem]:
    """Return a page of at most this many items of a comparison, in an order, after the place of an
    item."""
    column = ORDERED_BY[order]
    rows = ComparedItem.objects.filter(comparison=comparison).order_by(column)
    if after is not None:
        way = "lt" if column.startswith("-") else "gt"
        rows = rows.filter(**{f"{column.lstrip('-')}__{way}": after})
    return list(rows[:most])


def answers_of(side: Side, keys: Sequence[int], items: Mapping[int, Item]) -> dict[int, Answers]:
    """Return the answers of a side by item, each with its frequency, the most frequent first."""
    vectors: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for pk, vector in _vectors(side, keys):
        vectors[pk][tuple(vector)] += 1
    scheme = SCHEMES[side.scheme]
    return {
        pk: [
            (scheme.written(vector, items[pk], side.settings), times)
            for vector, times in sorted(vectors[pk].items(), key=lambda one: (-one[1], one[0]))
        ][:MAX_ANSWERS]
        for pk in keys
    }


class Answered(NamedTuple):
    """An item with the answers of both sides, the most frequent first."""

    row: ComparedItem
    item: Item
    crowd: Answers
    gold: Answers


def with_answers(comparison: Comparison, rows: Sequence[ComparedItem]) -> list[Answered]:
    keys = {pk for row in rows for pk in (row.item_id, row.gold_item_id)}
    items = Item.objects.select_related("document").in_bulk(keys)
    mine = answers_of(comparison.crowd, [row.item_id for row in rows], items)
    theirs = answers_of(comparison.gold, [row.gold_item_id for row in rows], items)
    return [
        Answered(row, items[row.item_id], mine[row.item_id], theirs[row.gold_item_id])
        for row in rows
    ]


def _vectors(side: Side, keys: Sequence[int]) -> Iterable[tuple[int, list[int]]]:
    if side.set is not None:
        return side.set.annotations.filter(item__in=keys).values_list("item", "vector")
    judged = Judgment.objects.filter(campaign=side.campaign, hit__item__in=keys, folded=True)
    return judged.values_list("hit__item_id", "vector")
