"""Krippendorff's alpha for segmentations (ACL 2013, equations 1 to 3; supplementary, section 3).

alpha = 1 - within / total
within = mean over texts of [sum over their pairs of annotations of d_k] / (c (c - 1)), halved
total  = sum over all ordered pairs of all N annotations of d_k / (2 N (N - 1))

Texts of one word or with fewer than two annotations take no part. weights="items" lets every text
count alike, as the paper does; weights="annotations" lets each weigh its c, as Krippendorff does.

The total needs no loop over pairs. With H[n][i][v] = how many annotations of texts of n words have
the value v at boundary i, it is a sum over lengths, places and values (see `pair_sums`), so its
cost does not grow with N. All sums are integers and fractions; nothing is rounded before the end.
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
    """Alpha with its parts; where it is undefined, value is None and reason says why."""

    value: Fraction | None
    within: Fraction | None
    total: Fraction | None
    items: int
    annotations: int
    reason: str | None = None


def alpha(counts: Counts, k: int = 1, weights: Weights = "items") -> Alpha:
    """Alpha of a campaign's counts under d_k.

    Undefined where no text of two words has two annotations, and where all annotations are alike
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
    """Alpha by each of the weights; the total, which costs most, is the same for all."""
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
    """Equation 1, or why there is no alpha; no variances where no text takes part."""
    if within is None or total is None:
        reason = "No text of two or more words has two annotations."
        return Alpha(None, None, None, 0, 0, reason)
    if not total:
        reason = "All annotations are alike, so there is no variance to compare with."
        return Alpha(None, within, total, items, annotations, reason)
    return Alpha(1 - within / total, within, total, items, annotations)


def within_variance(counts: Counts, k: int, weights: Weights = "items") -> Fraction:
    """Equation 2: how far the annotations of one text lie apart, on average, halved."""
    total, weight = Fraction(0), 0
    sums = counts.sums[k]
    for (n, c), texts in counts.compared.items():
        times = c if weights == "annotations" else 1
        total += Fraction(times * sums.get((n, c), 0), c * (c - 1) * (n - 1))
        weight += times * texts
    return total / weight


def total_variance(counts: Counts, k: int) -> Fraction:
    """Equation 3: how far any two annotations lie apart, on average, halved."""
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
    """For lengths n <= n', the sum over annotation pairs, places and boundaries of |u^k - v^k|.

    With F(t) = how many values are at most t and w(t) = (t + 1)^k - t^k,
    sum over u, v of H(u) H'(v) |u^k - v^k| = sum over t of w (F (N' - F') + (N - F) F'),
    and the places where the shorter can lie are a window that slides over F'.
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
    """Sums over the boundaries before i of how many values are at most t; (lengths, i, t)."""
    largest = max((sum(cells.values()) for cells in counts.at.values()), default=0)
    dtype = np.dtype(np.int64 if largest <= INT64_MAX else object)
    cells = np.zeros((len(lengths), max(lengths, default=1), top + 1), dtype=dtype)
    for row, n in enumerate(lengths):
        for (boundary, value), count in counts.at[n].items():
            cells[row, boundary + 1, value] = count
    return cells.cumsum(axis=2)[:, :, :top].cumsum(axis=1)
