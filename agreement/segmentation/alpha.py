"""Krippendorff's alpha for segmentations (ACL 2013, equations 1 to 3; supplementary, section 3).

alpha = 1 - within / total
within = mean over texts of [sum over their pairs of annotations of d_k] / (c (c - 1)), halved
total  = sum over all ordered pairs of all N annotations of d_k / (2 N (N - 1))

Texts of one word or with fewer than two annotations take no part. weights="items" weighs all texts
equally, as the paper does; weights="annotations" weighs each by its c, as Krippendorff does.

The total needs no loop over pairs. H[n][i][v] is the number of annotations of texts of n words with
the value v at boundary i. The total is a sum over lengths, positions and values (`pair_sums`), so
its cost does not grow with N. All sums are integers and fractions; only the end is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.segmentation.counting import Counts
from agreement.segmentation.distance import check_power

Weights: TypeAlias = Literal["items", "annotations"]
INT64_MAX = 2**63 - 1


class Alpha(NamedTuple):
    """Alpha with its parts; if it is undefined, value is None and reason says why."""

    value: Fraction | None
    within: Fraction | None
    total: Fraction | None
    items: int
    annotations: int
    reason: str | None = None


def alpha(counts: Counts, k: int = 1, weights: Weights = "items") -> Alpha:
    """Return alpha of a campaign's counts under d_k.

    Undefined if no text of two words or more has two annotations, or if all annotations are equal
    (total = 0).

    >>> from agreement.segmentation.counting import count_item, take_apart
    >>> state = count_item("nested", [(1, 0, 2, 0), (0, 1, 0, 2), (2, 0, 1, 0)])
    >>> state += count_item("nested", [(0, 1, 0, 2, 0), (0, 2, 0, 1, 0)])
    >>> result = alpha(take_apart(state), k=2)  # supplementary 3.3, printed .035
    >>> print(result.within, result.total, result.value)
    101/120 349/400 37/1047
    """
    return alphas(counts, k, (weights,))[weights]


def alphas(
    counts: Counts, k: int = 1, weights: Sequence[Weights] = ("items", "annotations")
) -> dict[Weights, Alpha]:
    """Return alpha under each weighting; the total, the most costly part, is computed once."""
    check_power(k)
    compared = counts.compared
    items = sum(compared.values())
    annotations = sum(c * texts for (_, c), texts in compared.items())
    if not items:
        return dict.fromkeys(weights, settle(None, None, 0, 0))
    total = total_variance(counts, k)
    return {
        each: settle(within_variance(counts, k, each), total, items, annotations)
        for each in weights
    }


def settle(within: Fraction | None, total: Fraction | None, items: int, annotations: int) -> Alpha:
    """Return alpha by equation 1, or the reason if it is undefined.

    The variances are None if no text takes part.
    """
    if within is None or total is None:
        reason = "No text of two or more words has two annotations."
        return Alpha(None, None, None, 0, 0, reason)
    if not total:
        reason = "All annotations are alike, so there is no variance to compare with."
        return Alpha(None, within, total, items, annotations, reason)
    return Alpha(1 - within / total, within, total, items, annotations)


def within_variance(counts: Counts, k: int, weights: Weights = "items") -> Fraction:
    """Return equation 2: half the mean distance between annotations of the same text."""
    total, weight = Fraction(0), 0
    sums = counts.sums[k]
    for (n, c), texts in counts.compared.items():
        times = c if weights == "annotations" else 1
        total += Fraction(times * sums.get((n, c), 0), c * (c - 1) * (n - 1))
        weight += times * texts
    return total / weight


def total_variance(counts: Counts, k: int) -> Fraction:
    """Return equation 3: half the mean distance between any two annotations."""
    annotations = sum(c * texts for (_, c), texts in counts.compared.items())
    total = Fraction(0)
    for n, sums in pair_sums(counts, k).items():
        common = lcm(*(longer - n + 1 for longer in sums))
        scaled = sum(
            (1 if longer == n else 2) * value * (common // (longer - n + 1))
            for longer, value in sums.items()
        )
        total += Fraction(scaled, common * (n - 1))
    return total / (2 * annotations * (annotations - 1))


def pair_sums(counts: Counts, k: int) -> dict[int, dict[int, int]]:
    """Return, for lengths n <= n', the sum over pairs, places and boundaries of |u^k - v^k|.

    With F(t) = number of values that are at most t and w(t) = (t + 1)^k - t^k,
    sum over u, v of H(u) H'(v) |u^k - v^k| = sum over t of w (F (N' - F') + (N - F) F').
    The positions of the shorter form a window that slides over F'.
    """
    lengths = sorted(counts.at)
    top = max((value for cells in counts.at.values() for _, value in cells), default=0)
    sizes = [sum(c * q for (m, c), q in counts.compared.items() if m == n) for n in lengths]
    steps = [(t + 1) ** k - t**k for t in range(top)]
    running = _running_sums(counts, lengths, top)
    result: dict[int, dict[int, int]] = {}
    for shorter, n in enumerate(lengths):
        places = [longer - n + 1 for longer in lengths[shorter:]]
        most = max(size * r for size, r in zip(sizes[shorter:], places, strict=True))
        bound = 2 * (n - 1) * top**k * sizes[shorter] * most
        dtype = np.dtype(np.int64 if bound <= INT64_MAX else object)
        at_most = np.diff(running[shorter, :n], axis=0).astype(dtype)
        weights = np.array(steps, dtype=dtype)
        starts = np.arange(n - 1)
        rows = np.arange(shorter, len(lengths))[:, None]
        ends = starts + np.array(places)[:, None]
        windows = (running[rows, ends] - running[rows, starts]).astype(dtype)
        excess = ((sizes[shorter] - 2 * at_most) * weights).ravel()
        inner = windows.reshape(len(places), -1) @ excess
        outer = int((at_most * weights).sum())
        result[n] = {
            longer: size * r * outer + int(value)
            for longer, size, r, value in zip(
                lengths[shorter:], sizes[shorter:], places, inner, strict=True
            )
        }
    return result


def _running_sums(counts: Counts, lengths: list[int], top: int) -> NDArray[np.generic]:
    """Return the sums over boundaries before i of the number of values at most t; (lengths, i,
    t)."""
    largest = max((sum(cells.values()) for cells in counts.at.values()), default=0)
    dtype = np.dtype(np.int64 if largest <= INT64_MAX else object)
    cells = np.zeros((len(lengths), max(lengths, default=1), top + 1), dtype=dtype)
    for row, n in enumerate(lengths):
        for (boundary, value), count in counts.at[n].items():
            cells[row, boundary + 1, value] = count
    return cells.cumsum(axis=2)[:, :, :top].cumsum(axis=1)
