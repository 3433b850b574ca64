"""Krippendorff's alpha with any difference between two labels (Krippendorff 2004, chapter 11).

alpha = 1 - observed / expected
observed = (1 / n) * sum over units of [sum of d over ordered pairs of their labels] / (m - 1)
expected = [sum of d over ordered pairs among all n labels] / (n (n - 1))

d(a, b) is a difference of two labels that does not depend on how often labels are given: a
distance of sets, or for numbers from 0 on the ratio difference ((a - b) / (a + b))^2. Units with
fewer than two labels take no part. Nominal, ordinal and interval alpha are computed faster by
`nominal` and `scale_alpha`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import TypeAlias, TypeVar

from agreement.groups import Ints
from agreement.votes.nominal import Nominal
from agreement.weighted.pair_counts import PairCounts, count_pairs

T = TypeVar("T")
Distance: TypeAlias = Callable[[int, int], Fraction]  # of two labels by their index

NO_TWO = "No unit has two labels."
ALIKE = "All labels are alike, so there is no variety to compare with."


def distance_alpha(units: Ints, labels: Ints, k: int, distance: Distance) -> Nominal:
    """Return alpha of votes in any order.

    units, labels : (N,) whole numbers from 0, for each vote
    k : the number of labels

    Undefined if no unit has two labels, or if the expected difference is 0.

    >>> import numpy as np
    >>> units, labels = np.array([0, 0, 1, 1]), np.array([0, 1, 2, 2])
    >>> print(distance_alpha(units, labels, 3, lambda a, b: Fraction(a != b)).value)
    2/5
    """
    return _alpha(count_pairs(units, labels, k), distance)


def _alpha(counts: PairCounts, distance: Distance) -> Nominal:
    alone = counts.sizes.get(1, 0)
    units, n = sum(counts.together.values()), int(counts.totals.sum())
    if not units:
        return Nominal(None, None, None, 0, 0, alone, NO_TWO)
    observed = summed((2 * pairs, m - 1, distance(a, b)) for m, a, b, pairs in counts.pairs) / n
    expected = 2 * apart(counts.totals.tolist(), distance) / (n * (n - 1))
    if not expected:
        return Nominal(None, observed, expected, units, n, alone, ALIKE)
    return Nominal(1 - observed / expected, observed, expected, units, n, alone)


def apart(totals: Sequence[int], distance: Distance) -> Fraction:
    """Return the sum of differences over all pairs of given labels.

    totals : how often each label was given

    >>> print(apart([2, 1, 0], lambda a, b: Fraction(1, 2)))
    1
    """
    given = [(label, times) for label, times in enumerate(totals) if times]
    return summed(
        (times * others, 1, distance(a, b))
        for at, (a, times) in enumerate(given)
        for b, others in given[at + 1 :]
    )


def summed(terms: Iterable[tuple[int, int, Fraction]]) -> Fraction:
    """Return the sum of times * difference / divisor; fractions are added by denominator, which is
    faster.

    >>> print(summed([(2, 1, Fraction(1, 3)), (1, 2, Fraction(2, 3))]))
    1
    """
    sums = Counter[int]()
    for times, divisor, difference in terms:
        if difference:
            sums[divisor * difference.denominator] += times * difference.numerator
    parts = [Fraction(above, below) for below, above in sums.items()]
    while len(parts) > 1:  # in pairs, since denominators grow
        parts = [sum(parts[at : at + 2], Fraction(0)) for at in range(0, len(parts), 2)]
    return parts[0] if parts else Fraction(0)


def distance_of(labels: Sequence[T], difference: Callable[[T, T], object]) -> Distance:
    """Return the distance of labels by their index; each pair is computed once.

    Raises ValueError if a difference is negative, is no finite number, depends on the order of the
    two labels, or is not 0 for a label and itself.

    >>> distance_of([1, 4], lambda a, b: abs(a - b))(0, 1)
    Fraction(3, 1)
    """
    known: dict[tuple[int, int], Fraction] = {}
    for label in labels:
        if _checked(difference(label, label), label, label):
            raise ValueError(f"The difference of {label!r} and itself is not 0.")

    def distance(a: int, b: int) -> Fraction:
        if (a, b) not in known:
            one, other = labels[a], labels[b]
            found = _checked(difference(one, other), one, other)
            if found != _checked(difference(other, one), other, one):
                raise ValueError(f"The difference of {one!r} and {other!r} depends on their order.")
            known[a, b] = known[b, a] = found
        return known[a, b]

    return distance


def ratio_difference(a: Fraction, b: Fraction) -> Fraction:
    """Return ((a - b) / (a + b))^2 of two numbers from 0 on (Krippendorff 2011).

    >>> print(ratio_difference(Fraction(1), Fraction(3)))
    1/4
    """
    return ((a - b) / (a + b)) ** 2 if a != b else Fraction(0)


def _checked(found: object, one: object, other: object) -> Fraction:
    if not (isinstance(found, Rational) or (isinstance(found, float) and isfinite(found))):
        raise ValueError(f"The difference of {one!r} and {other!r} is {found!r}, not a number.")
    exact = Fraction(found)
    if exact < 0:
        raise ValueError(f"The difference of {one!r} and {other!r} is negative: {found!r}.")
    return exact
