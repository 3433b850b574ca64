"""The items of a comparison, one by one: the distance between the sides on each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from analysis.comparing.base import Answer, Both, Comparing
from analysis.comparing.figures import mean_likeness
from annotation.json_types import Figures


class ItemCompared(NamedTuple):
    """An item of the crowd and of gold; `rank` is 1 where the sides differ most.

    same : whether both sides have the same consensus; None if either has none
    """

    item_id: int
    gold_item_id: int
    rank: int
    alike: float
    same: bool | None


def items_compared(comparing: Comparing, items: Sequence[Both]) -> list[ItemCompared]:
    alike = [float(mean_likeness(comparing, one)) for one in items]
    order = sorted(range(len(items)), key=alike.__getitem__)
    ranks = {place: rank for rank, place in enumerate(order, 1)}
    return [
        ItemCompared(*one.items, ranks[place], alike[place], _same(comparing, one))
        for place, one in enumerate(items)
    ]


def _same(comparing: Comparing, one: Both) -> bool | None:
    crowd, gold = comparing.settled(one.crowd), comparing.settled(one.gold)
    return None if crowd is None or gold is None else bool(crowd == gold)


def item_lines(comparing: Comparing, items: Sequence[Both]) -> Iterator[Figures]:
    """Yield one line per item: the answers of either side with their counts, each consensus, the
    similarity, and the rank."""
    for one, found in zip(items, items_compared(comparing, items), strict=True):
        yield {
            "item": one.key,
            "crowd": _times(comparing, one.crowd),
            "gold": _times(comparing, one.gold),
            "crowd_settled": _settled(comparing, one.crowd),
            "gold_settled": _settled(comparing, one.gold),
            "same": found.same,
            "alike": found.alike,
            "rank": found.rank,
        }


def _times(comparing: Comparing, answers: Sequence[Answer]) -> list[list[object]]:
    found = Counter(answers).most_common()
    return [[comparing.plain(answer), times] for answer, times in found]


def _settled(comparing: Comparing, answers: Sequence[Answer]) -> object:
    settled = comparing.settled(answers)
    return None if settled is None else comparing.plain(settled)
