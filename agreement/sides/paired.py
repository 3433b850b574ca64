"""Two sides' values of the same items, one by one: their difference, with exact tests.

Each item has a number on either side, such as how many segments its annotations have on average, or
whether a side says yes (0 or 1). The null hypothesis of the tests is that sides are exchangeable:
each difference could equally well have the other sign.

sign test : among the items whose two numbers differ, the number that are higher on the one side is
    binomial with p = 1/2; two-sided. Where all numbers are 0 or 1, that is McNemar's test, exact
    (McNemar 1947; Dixon and Mood 1946).
permutation test : the sum of the differences under all 2^n ways to give them signs, n without
    zeros; p is the share of those ways whose sum is at least as far from 0 as the observed one
    (Fisher 1935, section 21). It is exact: differences are brought to whole numbers, and the
    distribution of their sum is convolved difference by difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb, gcd, lcm
from typing import NamedTuple

import numpy as np

# Maximum number of additions when a distribution is convolved.
MAX_WORK = 2_000_000_000
MAX_SUM = 20_000_000
NONE = "No item has a value of both sides."
SAME = "No item differs, so there is nothing to test."
TOO_MUCH = "The differences have too many decimals to go through all signs."


class Paired(NamedTuple):
    """The means of either side and their difference; `p_sign` and `p_all_signs` are None where a
    test is undefined, and `reason` says why. `binary`: all values are 0 or 1."""

    items: int
    one: Fraction | None
    other: Fraction | None
    difference: Fraction | None
    higher: int
    lower: int
    binary: bool
    p_sign: float | None
    p_all_signs: float | None
    reason: str | None = None


def paired(ones: Sequence[Fraction], others: Sequence[Fraction]) -> Paired:
    """Return the difference of two sides' values of the same items, with both tests.

    >>> found = paired([Fraction(1)] * 6, [Fraction(0)] * 5 + [Fraction(1)])
    >>> found.higher, found.lower, found.p_sign, found.p_all_signs
    (5, 0, 0.0625, 0.0625)
    """
    n = len(ones)
    if not n:
        return Paired(0, None, None, None, 0, 0, False, None, None, NONE)
    apart = [one - other for one, other in zip(ones, others, strict=True)]
    higher, lower = sum(d > 0 for d in apart), sum(d < 0 for d in apart)
    one, other = (sum(side, Fraction(0)) / n for side in (ones, others))
    binary = all(value in (0, 1) for value in (*ones, *others))
    figures = n, one, other, one - other, higher, lower, binary
    if not higher + lower:
        return Paired(*figures, None, None, SAME)
    p = all_signs(apart)
    return Paired(*figures, sign_test(higher, lower), p, TOO_MUCH if p is None else None)


def sign_test(higher: int, lower: int) -> float:
    """Return the exact two-sided p for the numbers of higher and lower items.

    The p-value of Dixon and Mood's test is twice the smaller tail, at most 1.

    >>> sign_test(8, 2), sign_test(3, 3)
    (0.109375, 1.0)
    """
    n, few = higher + lower, min(higher, lower)
    tail = sum(comb(n, k) for k in range(few + 1))
    return float(min(Fraction(2 * tail, 2**n), Fraction(1)))


def all_signs(apart: Sequence[Fraction]) -> float | None:
    """Return the two-sided p of the sum of the differences among all ways to give them signs; None
    if that is too much work.

    Darwin's fifteen pairs of plants (Fisher 1935, section 21), in eighths of an inch: 1,726 of the
    32,768 ways are at least as far apart.

    >>> darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> all_signs([Fraction(one, 8) for one in darwin]) * 2**15
    1726.0
    """
    whole = whole_numbers(apart)
    sizes = Counter(map(abs, whole))
    total = sum(size * times for size, times in sizes.items())
    if total > MAX_SUM or total * len(whole) > MAX_WORK:
        return None
    # The share of the ways in which the differences taken as positive sum to each number.
    shares = np.ones(1)
    for size, times in sorted(sizes.items()):
        for _ in range(times):
            taken = np.zeros(len(shares) + size)
            taken[: len(shares)] = shares / 2
            taken[size:] += shares / 2
            shares = taken
    far = abs(sum(whole))
    sums = np.abs(2 * np.arange(total + 1) - total)
    return min(float(shares[sums >= far].sum()), 1.0)


def whole_numbers(apart: Sequence[Fraction]) -> list[int]:
    """Return the differences that are not 0 as whole numbers of the same proportions.

    >>> whole_numbers([Fraction(1, 2), Fraction(0), Fraction(-2, 3)])
    [3, -4]
    """
    scale = lcm(*(one.denominator for one in apart))
    scaled = [one.numerator * (scale // one.denominator) for one in apart if one]
    divisor = gcd(*scaled)
    return [one // divisor for one in scaled]
