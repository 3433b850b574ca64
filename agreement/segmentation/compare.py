"""Comparison of a crowd's and a gold set's annotations of the same texts (LAW 2013, section 5).

Agreement is measured in two ways. `together` is alpha of both sets as one. `between` uses only
pairs of one annotation of the crowd and one of the gold set:

    1 - within / total
    within = mean over texts of [mean d_k over such pairs of the text], halved
    total  = mean d_k over such pairs of any two texts, halved

so agreement inside either set does not raise it. Also: entailment of one set's flats by the other's
nested annotations, and how often the flat that FEMN or Iterative Voting picks is among the gold
flats.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.consensus import (
    Choice,
    boundary_majority,
    iterative_voting,
    mode,
    most_entailed,
)
from agreement.segmentation.distance import check_power, numerator
from agreement.segmentation.entailment import entailing
from agreement.segmentation.vectors import check_alike

Ints: TypeAlias = NDArray[np.int64]
Sides: TypeAlias = tuple[Sequence[Vector], Sequence[Vector]]  # crowd's and gold's, of one text
Table: TypeAlias = dict[int, dict[tuple[int, int], int]]  # words: {(boundary, value): annotations}


class Between(NamedTuple):
    """Alpha between two sets; if it is undefined, value is None and reason says why."""

    value: Fraction | None
    within: Fraction | None
    total: Fraction | None
    texts: int
    reason: str | None = None


class Text(NamedTuple):
    """The annotations of one text by the crowd and the gold set; any part may be empty."""

    crowd_flats: Sequence[Vector] = ()
    crowd_nesteds: Sequence[Vector] = ()
    gold_flats: Sequence[Vector] = ()
    gold_nesteds: Sequence[Vector] = ()


class Selection(NamedTuple):
    """The quality of the flats that a strategy picks.

    `among_gold` is the share of texts where the pick is one of the gold flats. `entailed` is the
    share of (pick, gold nested) pairs that entail. None if no text has both sides.
    """

    among_gold: Fraction | None
    texts: int
    entailed: Fraction | None
    pairs: int
    ties: int
    left_out: int  # texts without a pick or without gold
    reasons: Mapping[str, int]  # the texts left out, by reason


NO_GOLD = "The text has no gold annotation."

Strategy: TypeAlias = Callable[[Sequence[Vector], Sequence[Vector]], Choice]


def majority(flats: Sequence[Vector], _: Sequence[Vector]) -> Choice:
    """Return the flat that cuts where more than half of the annotations do.

    If boundaries tie, `ties` contains this flat and the one that also cuts at all tied boundaries.

    >>> majority([(1, 0), (1, 1)], []).ties
    ((1, 0), (1, 1))
    """
    winner, ties = boundary_majority(flats)
    if winner is None:
        return Choice(None, reason="The text has no flat annotation.")
    more = tuple(int(bool(cut) or place in ties) for place, cut in enumerate(winner))
    return Choice(winner, ties=(winner, more) if ties else ())


STRATEGIES: Mapping[str, Strategy] = {
    "mode": lambda flats, _: mode(flats),
    "majority": majority,
    "femn": most_entailed,
    "iv": iterative_voting,
}


def alpha_between(texts: Sequence[Sides], k: int = 1) -> Between:
    """Return alpha between a crowd and a gold set under d_k.

    Texts of one word, and those that lack either side, take no part. Undefined if no text is left,
    or if all annotations of both sides are equal (total = 0).

    >>> print(alpha_between([([(1, 0)], [(1, 0)]), ([(0, 1)], [(0, 1), (0, 0)])]).value)
    3/4
    """
    check_power(k)
    checked = [(crowd, check_alike([*crowd, *gold])) for crowd, gold in texts if crowd and gold]
    both = [(every[: len(crowd)], every[len(crowd) :]) for crowd, every in checked if every[0]]
    if not both:
        reason = "No text of two or more words has annotations of both sets."
        return Between(None, None, None, 0, reason)
    apart = (mean_apart(crowd, gold, k) for crowd, gold in both)
    within = sum(apart, Fraction(0)) / len(both) / 2
    crowds = [vector for crowd, _ in both for vector in crowd]
    golds = [vector for _, gold in both for vector in gold]
    total = _sum_apart(_count(crowds), _count(golds), k) / (2 * len(crowds) * len(golds))
    if not total:
        reason = "All annotations of both sets are alike, so there is no variance to compare with."
        return Between(None, within, total, len(both), reason)
    return Between(1 - within / total, within, total, len(both))


def select(texts: Sequence[Text], strategy: Strategy, *, mixed: bool = False) -> Selection:
    """Compare a strategy's picks from the crowd's annotations with the gold set's.

    mixed: the mixing experiment of the paper, where the strategy picks from both sets together.

    >>> text = Text([(0, 1, 0)], [(0, 1, 0)], [(0, 1, 0)], [(0, 1, 0), (2, 0, 1)])
    >>> found = select([text], iterative_voting)
    >>> print(found.among_gold, found.entailed)
    1 1/2
    """
    right = compared = entailed = pairs = ties = 0
    reasons: Counter[str] = Counter()
    for text in texts:
        flats, nesteds = list(text.crowd_flats), list(text.crowd_nesteds)
        if mixed:
            flats, nesteds = flats + list(text.gold_flats), nesteds + list(text.gold_nesteds)
        choice = strategy(flats, nesteds)
        if choice.winner is None or not (text.gold_flats or text.gold_nesteds):
            reasons[choice.reason or NO_GOLD] += 1
            continue
        ties += bool(choice.ties)
        if text.gold_flats:
            compared += 1
            right += choice.winner in set(map(tuple, text.gold_flats))
        pairs += len(text.gold_nesteds)
        entailed += entailing(Counter(map(tuple, text.gold_nesteds)), choice.winner)
    shares = _share(right, compared), compared, _share(entailed, pairs), pairs
    return Selection(*shares, ties, reasons.total(), dict(reasons))


def single_flats(texts: Sequence[Text]) -> Selection:
    """Compare every single flat of the crowd with the gold set: the baseline for the strategies.

    >>> print(single_flats([Text([(0, 1), (1, 0)], [], [(0, 1)])]).among_gold)
    1/2
    """
    right = compared = entailed = pairs = 0
    reasons: Counter[str] = Counter()
    for text in texts:
        if not text.crowd_flats or not (text.gold_flats or text.gold_nesteds):
            reasons[NO_GOLD if text.crowd_flats else "The text has no flat annotation."] += 1
            continue
        gold, trees = set(map(tuple, text.gold_flats)), Counter(map(tuple, text.gold_nesteds))
        for flat, times in Counter(map(tuple, text.crowd_flats)).items():
            compared += times if gold else 0
            right += times if flat in gold else 0
            entailed += times * entailing(trees, flat)
            pairs += times * trees.total()
    shares = _share(right, compared), compared, _share(entailed, pairs), pairs
    return Selection(*shares, 0, reasons.total(), dict(reasons))


def mean_apart(crowd: Sequence[Vector], gold: Sequence[Vector], k: int) -> Fraction:
    """Return the mean d_k over pairs of one annotation of each set of a text."""
    theirs = Counter(map(tuple, gold))
    apart = sum(
        times * others * numerator(a, b, k)
        for a, times in Counter(map(tuple, crowd)).items()
        for b, others in theirs.items()
    )
    return Fraction(apart, len(crowd) * len(gold) * len(crowd[0]))


def _count(vectors: Sequence[Vector]) -> Table:
    counts: defaultdict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    for vector, times in Counter(map(tuple, vectors)).items():
        for cell in enumerate(vector):
            counts[len(vector) + 1][cell] += times
    return {n: dict(cells) for n, cells in counts.items()}


def _sum_apart(crowd: Table, gold: Table, k: int) -> Fraction:
    """Return the sum of d_k over all pairs of the two sets, of any lengths.

    It sums by place and value, as `alpha.pair_sums` does: the longer's counts over a window.
    """
    top = 1 + max(
        value for table in (crowd, gold) for cells in table.values() for _, value in cells
    )
    values = np.arange(top, dtype=np.int64) ** k
    apart = np.abs(values[:, None] - values)
    total = Fraction(0)
    for n, cells in crowd.items():
        for m, others in gold.items():
            short, long = sorted((_cells(n, cells, top), _cells(m, others, top)), key=len)
            places = len(long) - len(short) + 1
            sums = np.vstack([np.zeros((1, top), dtype=np.int64), long.cumsum(axis=0)])
            windows = sums[places:] - sums[:-places]
            total += Fraction(int(((short @ apart) * windows).sum()), places * len(short))
    return total


def _cells(n: int, cells: Mapping[tuple[int, int], int], top: int) -> Ints:
    table = np.zeros((n - 1, top), dtype=np.int64)
    for cell, count in cells.items():
        table[cell] = count
    return table


def _share(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None
