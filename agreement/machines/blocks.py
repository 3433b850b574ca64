"""The exact test of two arms that were randomized within blocks.

Within a block, such as ten HITs of one worker, n of its N answers were assigned to the first arm at
random. If the arms make no difference, every choice of n is equally likely. So the sum of the
values of the first arm has a known distribution, the convolution over blocks of

    P(sum = s) = (choices of n of the N values that sum to s) / (N over n)

and p is the share of it that is at least as far from its mean as the observed sum (Fisher 1935;
Lehmann 1975, chapter 3). Of values 0 and 1 this is the exact test of Cochran, Mantel and Haenszel;
of ranks within blocks it is van Elteren's without weights. It assumes only the random assignment:
nothing about the distribution of values, nor that workers or items are similar.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from agreement.bootstrap import Floats

# Maximum number of cells of spectra to multiply, some seconds of work.
MAX_WORK = 200_000_000

Block = tuple[Sequence[int], Sequence[bool]]  # each answer's value, and whether it is in the arm
Table = tuple[tuple[int, ...], int]  # values from 0, sorted, and the number of answers in the arm


def exact_p(blocks: Iterable[Block]) -> float | None:
    """Return the two-sided p of the sum of the first arm's values.

    blocks : the values of a block's answers, and which of them are in the first arm

    None if no block has both arms and two distinct values, or if the distribution would be too
    expensive. Convolved by FFT, with an error near 1e-12.

    >>> round(exact_p([([1, 1, 1, 0, 0, 0], [True, True, True, False, False, False])]), 6)
    0.1
    >>> exact_p([([1, 0], [True, False])] * 5), exact_p([([1, 1], [True, False])])
    (0.0625, None)
    """
    tables = Counter[Table]()
    observed = 0
    for values, taken in blocks:
        shifted = [value - min(values) for value in values]
        n = sum(taken)
        if 0 < n < len(values) and any(shifted):
            tables[tuple(sorted(shifted)), n] += 1
            observed += sum(value for value, one in zip(shifted, taken, strict=True) if one)
    length = 1 + sum(sum(values[-n:]) * times for (values, n), times in tables.items())
    if not tables or length * len(tables) > MAX_WORK:
        return None
    mean = sum(
        (times * Fraction(n * sum(values), len(values)) for (values, n), times in tables.items()),
        Fraction(0),
    )
    scale, middle = mean.denominator, mean.numerator
    far = np.abs(scale * np.arange(length) - middle) >= abs(scale * observed - middle)
    p = float(_distribution(tables, length)[far].sum())
    return min(max(0.0, round(p, 12)), 1.0)


def ranks(values: Sequence[int]) -> list[int]:
    """Return twice the rank of each value, so that mean ranks are whole numbers.

    >>> ranks([30, 10, 20, 20])
    [8, 2, 5, 5]
    """
    ordered = sorted(values)
    return [bisect_left(ordered, one) + bisect_right(ordered, one) + 1 for one in values]


def _distribution(tables: Counter[Table], length: int) -> Floats:
    size = 1 << (length - 1).bit_length()
    spectrum = np.ones(size // 2 + 1, dtype=np.complex128)
    for (values, n), times in tables.items():
        spectrum *= np.fft.rfft(_sums(values, n), size) ** times
    found: Floats = np.fft.irfft(spectrum, size)[:length]
    return found


def _sums(values: Sequence[int], n: int) -> Floats:
    """Return, for each sum, the share of the choices of n values that add up to it."""
    width = sum(values[-n:]) + 1
    ways = np.zeros((n + 1, width))
    ways[0, 0] = 1
    for value in values:
        for chosen in range(n, 0, -1):
            ways[chosen, value:] += ways[chosen - 1, : max(width - value, 0)]
    shares: Floats = ways[n] / ways[n].sum()
    return shares
