"""Pairwise agreement of three random workers per item (COLING 2014, section 2.2).

To compare crowds of different sizes, the paper keeps three random votes of each item that has more,
and takes the mean over items of the share of their pairs that agree. Nothing has to be drawn. Of an
item with c votes, c_k of them for label k, all C(c, 3) samples are equally likely:

    all three agree     P3 = sum_k C(c_k, 3) / C(c, 3)
    two of three agree  P2 = sum_k C(c_k, 2) (c - c_k) / C(c, 3)

so the share of agreeing pairs is P3 + P2 / 3 on average, which equals the item's pairwise agreement
sum_k c_k (c_k - 1) / (c (c - 1)). Its variance in one draw is P3 + P2 / 9 minus the square of the
mean. Items with fewer than three votes are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb, sqrt
from typing import NamedTuple

from agreement.figure import ExactFigure, as_float, figure_of

NONE = "No item has three votes."


class Three(NamedTuple):
    """The agreement of three random workers: means over the items with three votes or more.

    agreement : the expected share of pairs that agree; None without such an item
    all, two, none : the shares of samples in which three, two or none agree
    variance : of the mean over the items, if one sample is drawn of each
    """

    agreement: Fraction | None
    all: Fraction | None
    two: Fraction | None
    none: Fraction | None
    variance: Fraction | None
    items: int
    left_out: int


class ThreeFigure(ExactFigure):
    """The agreement of three random workers; `sd` is its standard deviation from draw to draw."""

    all: float | None
    two: float | None
    none: float | None
    sd: float | None
    items: int
    left_out: int


def of_three(votes: Sequence[int]) -> tuple[Fraction, Fraction]:
    """Return the probabilities that all three of three random votes agree, and that just two do.

    votes : the number of votes for each label, at least three in total

    >>> of_three([2, 1]), of_three([4, 1])
    ((Fraction(0, 1), Fraction(1, 1)), (Fraction(2, 5), Fraction(3, 5)))
    """
    c = sum(votes)
    samples = comb(c, 3)
    return (
        Fraction(sum(comb(one, 3) for one in votes), samples),
        Fraction(sum(comb(one, 2) * (c - one) for one in votes), samples),
    )


def three(items: Mapping[tuple[int, ...], int]) -> Three:
    """Return the agreement of three random workers.

    items : how many items have these numbers of votes by label

    >>> found = three({(3,): 1, (4, 1): 1, (1, 1): 1})
    >>> found.agreement, found.items, found.left_out
    (Fraction(4, 5), 2, 1)
    """
    enough = {votes: times for votes, times in items.items() if sum(votes) >= 3}
    n = sum(enough.values())
    left_out = sum(items.values()) - n
    if not n:
        return Three(None, None, None, None, None, 0, left_out)
    every = two = variance = Fraction(0)
    for votes, times in enough.items():
        p3, p2 = of_three(votes)
        every += times * p3
        two += times * p2
        variance += times * (p3 + p2 / 9 - (p3 + p2 / 3) ** 2)
    every, two = every / n, two / n
    return Three(every + two / 3, every, two, 1 - every - two, variance / n**2, n, left_out)


def votes_by_item(votes: Iterable[tuple[Hashable, Hashable]]) -> Counter[tuple[int, ...]]:
    """Return how many items have these numbers of votes by label, in descending order.

    votes : the item and the label of each vote

    >>> votes_by_item([("p", "yes"), ("p", "no"), ("p", "yes"), ("q", "no")])
    Counter({(2, 1): 1, (1,): 1})
    """
    of: dict[Hashable, Counter[Hashable]] = {}
    for item, label in votes:
        of.setdefault(item, Counter())[label] += 1
    return Counter(tuple(sorted(found.values(), reverse=True)) for found in of.values())


def three_figures(votes: Iterable[tuple[Hashable, Hashable]]) -> ThreeFigure:
    """Return the agreement of three random workers per item, ready for JSON.

    >>> found = three_figures([("p", one) for one in ("yes", "yes", "no", "yes", "yes")])
    >>> found["exact"], found["all"], round(found["sd"], 3)
    ('3/5', 0.4, 0.327)
    """
    found = three(votes_by_item(votes))
    return {
        **figure_of(found.agreement, NONE),
        "all": as_float(found.all),
        "two": as_float(found.two),
        "none": as_float(found.none),
        "sd": None if found.variance is None else sqrt(found.variance),
        "items": found.items,
        "left_out": found.left_out,
    }
