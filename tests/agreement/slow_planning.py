"""Slow reference implementations of the planner (results with fewer judgments): every order, one by
one."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple


class Ended(NamedTuple):
    judgments: Fraction
    settled: Fraction
    right: Fraction


def expect_one(votes: Sequence[int], known: int | None, first: int, most: int) -> Ended:
    """Return means over all orders of one item's judgments."""
    labels = [label for label, times in enumerate(votes) for _ in range(times)]
    orders = [stop(order, first, most) for order in permutations(labels)]
    n = len(orders)
    return Ended(
        Fraction(sum(map(len, orders)), n),
        Fraction(sum(agrees(chosen) for chosen in orders), n),
        sum((chance_of(known, chosen) for chosen in orders), Fraction(0)) / n,
    )


def stop(order: Sequence[int], first: int, most: int) -> Sequence[int]:
    for n in range(first, most):
        if agrees(order[:n]):
            return order[:n]
    return order[:most]


def agrees(chosen: Sequence[int]) -> bool:
    return 2 * max(Counter(chosen).values()) > len(chosen)


def chance_of(known: int | None, chosen: Sequence[int]) -> Fraction:
    times = Counter(chosen)
    best = [label for label, count in times.items() if count == max(times.values())]
    return Fraction(known in best, len(best))
