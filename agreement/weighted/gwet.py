"""Gwet's AC1 and AC2: agreement that stays high where one label is frequent.

AC = (observed - expected) / (1 - expected)
observed = mean over items with m > 1 labels of [sum of w over ordered pairs of them] / (m (m - 1))
expected = W / (q (q - 1)) * sum over labels of p (1 - p)

w : the weight of two labels, from 1 if they are equal to 0; AC1 has only these two
q : the number of labels that can be given; W : the sum of w over all q^2 pairs of labels
p : the mean over all items of the share of an item's labels that are this one

Items with one label take part in p.

K. L. Gwet: Computing inter-rater reliability and its variance in the presence of high agreement.
British Journal of Mathematical and Statistical Psychology 61 (2008), 29-48. AC2 and missing labels:
Handbook of Inter-Rater Reliability, 4th edition, 2014.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np

from agreement.groups import Ints
from agreement.votes.ballots import joined
from agreement.votes.kappa import Kappa
from agreement.weighted.distance_alpha import Distance, summed
from agreement.weighted.pair_counts import count_pairs

NO_TWO = "No item has two labels."
ONE_LABEL = "There is one label only, so there is no variety to compare with."


def gwet(items: Ints, labels: Ints, k: int, distance: Distance) -> Kappa:
    """Return AC1 or AC2 of votes in any order.

    items, labels : (N,) whole numbers from 0, for each vote
    k : the number of labels that can be given
    distance : 1 - w of two different labels

    Undefined if no item has two labels, or with fewer than two labels.

    >>> cells = [(0, 0)] * 118 + [(0, 1)] * 5 + [(1, 0)] * 2  # Gwet 2008: AC1 .941, kappa -.023
    >>> items, labels = np.repeat(np.arange(125), 2), np.array(cells).ravel()
    >>> found = gwet(items, labels, 2, lambda a, b: Fraction(1))
    >>> [round(float(part), 4) for part in (found.observed, found.expected, found.value)]
    [0.944, 0.0544, 0.9408]
    """
    counts = count_pairs(items, labels, k)
    together, alone = sum(counts.together.values()), counts.sizes.get(1, 0)
    if not together:
        return Kappa(None, None, None, 0, alone, NO_TWO)
    if k < 2:
        return Kappa(None, Fraction(1), None, together, alone, ONE_LABEL)
    unlike = summed((2 * n, m * (m - 1), distance(a, b)) for m, a, b, n in counts.pairs)
    observed = 1 - unlike / together
    weights = k + 2 * summed((1, 1, 1 - distance(a, b)) for a in range(k) for b in range(a))
    chance = sum((p * (1 - p) for p in shares(items, labels, k)), Fraction(0))
    expected = weights * chance / (k * (k - 1))
    if expected == 1:
        return Kappa(None, observed, expected, together, alone, ONE_LABEL)
    return Kappa((observed - expected) / (1 - expected), observed, expected, together, alone)


def shares(items: Ints, labels: Ints, k: int) -> list[Fraction]:
    """Return for each label the mean over items of the share of their labels that are this one.

    >>> [str(share) for share in shares(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)]
    ['1/4', '3/4']
    """
    m = np.bincount(items)
    groups = joined(m[items], labels)
    _, first, times = np.unique(groups, return_index=True, return_counts=True)
    sums: list[Counter[int]] = [Counter() for _ in range(k)]
    for at, many in zip(first.tolist(), times.tolist(), strict=True):
        sums[int(labels[at])][int(m[items[at]])] += many
    size = int(np.count_nonzero(m))
    return [
        sum((Fraction(many, of) for of, many in by_m.items()), Fraction(0)) / size for by_m in sums
    ]
