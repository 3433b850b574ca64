"""Alpha of segmentations under any distance of two annotations, exactly (ACL 2013, section 7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from agreement.library.estimators import text_estimator
from agreement.library.result import Estimator
from agreement.segmentation.alpha import Alpha, Weights, settle
from agreement.segmentation.vectors import Vector
from agreement.weighted.distance_alpha import apart, distance_of, summed
from agreement.weighted.pair_counts import count_pairs

Apart: TypeAlias = Callable[[Vector, Vector], float | Fraction]  # of two annotations


def sliding(distance: Apart) -> Apart:
    """Return the distance for vectors of any two lengths, from one for vectors of equal length.

    The shorter slides over the longer; the result is the mean over the places where it fits, as for
    d1 and d2 (ACL 2013, equation 6).

    >>> unequal = sliding(lambda a, b: a != b)
    >>> unequal((1, 0), (1, 0)), unequal((1,), (1, 0, 0))
    (Fraction(0, 1), Fraction(2, 3))
    """

    def slid(one: Vector, other: Vector) -> Fraction:
        if len(one) == len(other):
            return Fraction(distance(one, other))
        short, long = sorted((one, other), key=len)
        places = len(long) - len(short) + 1
        windows = (long[at : at + len(short)] for at in range(places))
        return sum((Fraction(distance(short, each)) for each in windows), Fraction(0)) / places

    return slid


def alpha_under(
    items: Sequence[Sequence[Vector]], distance: Apart, weights: Weights
) -> tuple[Alpha, Estimator]:
    """Return alpha of texts that take part, and its estimator.

    items : the annotations of each text, at least two; not empty

    Every pair of different annotations is compared once, so the cost grows with the square of their
    number. Raises ValueError if the distance is negative, is no finite number, depends on the order
    of its arguments, or is not 0 for an annotation and itself.

    >>> texts = [[(1, 0, 2), (2, 0, 1)], [(1, 0, 2), (1, 0, 2)]]
    >>> print(alpha_under(texts, lambda a, b: Fraction(a != b), "items")[0].value)
    0
    """
    # In the order of `group_texts`, so that intervals do not depend on that of the input.
    items = sorted(map(sorted, items), key=lambda item: (len(item[0]), len(item), item))
    vectors = sorted({vector for item in items for vector in item})
    known = distance_of(vectors, distance)
    number = {vector: place for place, vector in enumerate(vectors)}
    units = np.array([place for place, item in enumerate(items) for _ in item], dtype=np.int64)
    labels = np.array([number[vector] for item in items for vector in item], dtype=np.int64)
    counts = count_pairs(units, labels, len(vectors))
    n = len(labels)
    power = 1 if weights == "items" else 0
    within = summed((pairs, (m - 1) * m**power, known(a, b)) for m, a, b, pairs in counts.pairs)
    within /= len(items) if weights == "items" else n
    total = apart(counts.totals.tolist(), known) / (n * (n - 1))
    found = settle(within, total, len(items), n)
    return found, text_estimator(units, labels, known, power)
