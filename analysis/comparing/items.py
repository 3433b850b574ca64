"""The items of a comparison, one by one: how far apart the sides are on each."""

from collections.abc import Sequence
from typing import NamedTuple

from analysis.comparing.base import Both, Comparing
from analysis.comparing.figures import mean_likeness


class ItemCompared(NamedTuple):
    """An item of the crowd and the gold one; `rank` counts from where the sides are farthest apart.

    same : whether both settle on the same answer; None where one of them does not settle
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
