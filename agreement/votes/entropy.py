"""Shannon's entropy of the answers to one item, in bits (Shannon 1948).

H = log2 n - (1 / n) * sum over answers of c log2 c

c is the number of times an answer was given, n the number of answers. H is 0 if all are equal and
log2 n if no two are."""

from __future__ import annotations

import math
from collections.abc import Iterable


def entropy(times: Iterable[int]) -> float:
    """Return the entropy of answers from how often each was given.

    times : whole numbers above zero, in any order

    Raises ValueError if there is none, or if one is not above zero.

    >>> entropy([1, 1]), entropy([7])
    (1.0, 0.0)
    >>> round(entropy([2, 1]), 4)
    0.9183
    """
    given = sorted(times)
    if not given or given[0] < 1:
        raise ValueError("There is at least one answer, and each was given at least once.")
    n = sum(given)
    return max(0.0, math.log2(n) - math.fsum(c * math.log2(c) for c in given) / n)
