"""The number of n-ary trees: the little Schroeder numbers (Schroeder 1870, second problem)."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=512)
def schroeder(n: int) -> int:
    """Return the number of n-ary trees over n words.

    >>> [schroeder(n) for n in range(1, 8)]
    [1, 1, 3, 11, 45, 197, 903]
    """
    before, number = 1, 1
    for m in range(3, n + 1):
        before, number = number, (3 * (2 * m - 3) * number - (m - 3) * before) // m
    return number
