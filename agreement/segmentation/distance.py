"""Distances between boundary vectors (ACL 2013, equations 4 to 6).

d_k(a, b) = sum over boundaries of |a^k - b^k|, divided by their number; k = 1 or 2. For flat
vectors both are the same. Distances are compared by their integer numerators, never as floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

POWERS = (1, 2)


def check_power(k: int) -> None:
    if k not in POWERS:
        raise ValueError(f"There is no d{k}, only d1 and d2.")


def numerator(a: Sequence[int], b: Sequence[int], k: int = 1) -> int:
    """Return the sum over boundaries of |a^k - b^k| for two vectors of one length, k = 1 or 2.

    Raises ValueError for other k or unequal lengths.

    >>> numerator((1, 0, 2, 0), (2, 0, 1, 0), k=2)  # supplementary 3.1: 1.5 times 4 boundaries
    6
    """
    check_power(k)
    return sum(abs(x**k - y**k) for x, y in zip(a, b, strict=True))


def distance(a: Sequence[int], b: Sequence[int], k: int = 1) -> Fraction:
    """Return d_k of two vectors of any two lengths, exactly.

    If the lengths differ, the shorter slides over the longer, and d_k is the mean over the
    r = difference + 1 positions (equation 6). Raises ValueError if a vector has no boundaries (a
    text of one word), since its distance is undefined.

    >>> distance((1, 0, 2, 0), (2, 0, 1, 0), k=2)  # supplementary, matrix M1
    Fraction(3, 2)
    >>> distance((0, 2, 0, 1, 0), (2, 0, 1, 0), k=2)  # supplementary, matrix M3
    Fraction(5, 4)
    """
    short, long = sorted((a, b), key=len)
    if not short:
        raise ValueError("A text of one word has no boundary, so it has no distance.")
    places = len(long) - len(short) + 1
    total = sum(numerator(short, long[at : at + len(short)], k) for at in range(places))
    return Fraction(total, places * len(short))
