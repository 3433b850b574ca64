"""Kappa with weights: two different labels may agree in part.

J. Cohen: Weighted kappa: Nominal scale agreement with provision for scaled disagreement or partial
credit. Psychological Bulletin 70 (1968), 213-220.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from agreement.votes.ballots import Ballots
from agreement.votes.kappa import ALIKE, Kappa, cohen, fleiss, of_both, totals_of
from agreement.weighted.distance_alpha import Distance, apart, summed
from agreement.weighted.pair_counts import count_pairs

Item = TypeVar("Item", bound=Hashable)
Worker = TypeVar("Worker", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)


def weighted_cohen(ballots: Ballots[Item, Worker, Label], distance: Distance) -> Kappa:
    """Return Cohen's weighted kappa of the items that both workers labelled (Cohen 1968).

    kappa = 1 - [sum of d over the items] / [sum of d over all pairs of items, one of each worker]

    distance : d of two different labels by their index; those of a scale of K places are often
        weighed linearly, |a - b| / (K - 1), or quadratically. A factor changes nothing.

    `observed` and `expected` are mean differences. Undefined where `cohen` is.

    >>> from agreement.votes.ballots import ballots_of
    >>> votes = [(i, who, cell[who]) for i, cell in enumerate(["11", "12", "22"]) for who in (0, 1)]
    >>> weighted_cohen(ballots_of(votes), lambda a, b: Fraction(1)).value
    Fraction(2, 5)
    """
    plain = cohen(ballots)
    if plain.observed is None:
        return plain
    both, n = of_both(ballots), plain.items
    mine, theirs = totals_of(both, len(ballots.label_names))
    pairs = Counter(zip(*both.tolist(), strict=True))
    observed = summed((times, 1, distance(a, b)) for (a, b), times in pairs.items() if a != b) / n
    expected = summed(
        (one * other, n * n, distance(a, b))
        for a, one in enumerate(mine)
        for b, other in enumerate(theirs)
        if one and other and a != b
    )
    return _of_differences(observed, expected, n, plain.left_out)


def weighted_fleiss(ballots: Ballots[Item, Worker, Label], distance: Distance) -> Kappa:
    """Return Fleiss' kappa with weights (Gwet, Handbook of Inter-Rater Reliability, 2014).

    kappa = 1 - [mean of d over the pairs of labels of an item] / [sum of p p' d over two labels]

    p is the share of all labels that are this one; `distance` is that of `weighted_cohen`.
    Undefined where `fleiss` is.
    """
    plain = fleiss(ballots)
    if plain.observed is None:
        return plain
    counts = count_pairs(ballots.items, ballots.labels, len(ballots.label_names))
    unlike = summed((2 * n, m * (m - 1), distance(a, b)) for m, a, b, n in counts.pairs)
    expected = 2 * apart(counts.totals.tolist(), distance) / int(counts.totals.sum()) ** 2
    return _of_differences(unlike / plain.items, expected, plain.items, plain.left_out)


def _of_differences(observed: Fraction, expected: Fraction, items: int, left_out: int) -> Kappa:
    if not expected:
        return Kappa(None, observed, expected, items, left_out, ALIKE)
    return Kappa(1 - observed / expected, observed, expected, items, left_out)
