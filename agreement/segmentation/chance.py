"""S: agreement against uniformly random segmentations (ACL 2013, section 4.3, equation 7).

S = mean over texts of the mean over all c^2 ordered pairs of their annotations, self-pairs
included, of P(d >= observed), where P draws two segmentations of that length at random: all 2^(n-1)
flat ones, or all Catalan(n-1) binary trees, or all n-ary trees, are equally likely. S_distinct
leaves the self-pairs out. P includes equality, so chance alone gives more than one half; that value
is computed along with S.

`null` gives the distribution behind P. A figure based on a sample is marked as such and has a
standard error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agreement.segmentation.counting import MAX_LISTED_LENGTH, Counts
from agreement.segmentation.null import (
    MAX_NESTED_LENGTH,
    MILLION,
    expected_tail,
    null_counts,
    over_pairs,
    pairs_drawn,
    tails,
)
from agreement.segmentation.vectors import Kind


class Chance(NamedTuple):
    """S and S_distinct, and the value that chance alone gives for each; None if undefined.

    standard_error : the error of S from sampling the null, not from having few texts. A bound for
        texts of more than MAX_LISTED_LENGTH words; None if the null is exact.
    sampled_items : the texts whose null is sampled
    sampled_pairs : the sample size in pairs, the lowest if lengths differ
    """

    value: Fraction | None
    distinct: Fraction | None
    chance: Fraction | None
    chance_distinct: Fraction | None
    items: int
    left_out: dict[str, int]
    reason: str | None = None
    standard_error: float | None = None
    sampled_items: int = 0
    sampled_pairs: int = 0


def agreement_over_chance(counts: Counts, kind: Kind, k: int = 1) -> Chance:
    """Return S of a campaign's counts under d_k.

    Undefined if no text of two words or more has two annotations, or if all that have are longer
    than MAX_NESTED_LENGTH words.

    >>> from agreement.segmentation.counting import count_item, take_apart
    >>> state = count_item("nested", [(1, 0, 2), (1, 0, 2)])
    >>> agreement_over_chance(take_apart(state), "nested").value
    Fraction(1, 1)
    """
    known = {
        (n, c): texts
        for (n, c), texts in counts.compared.items()
        if kind == "flat" or n <= MAX_NESTED_LENGTH
    }
    items = sum(known.values())
    too_long = sum(counts.compared.values()) - items
    left_out = {f"more than {MAX_NESTED_LENGTH} words": too_long} if too_long else {}
    if not items:
        reason = (
            f"Every text has more than {MAX_NESTED_LENGTH} words, and the chance distribution of "
            "nested segmentations is known up to that length."
            if too_long
            else "No text of two or more words has two annotations."
        )
        return Chance(None, None, None, None, 0, left_out, reason)
    value, distinct, chance, chance_distinct = _means(counts, known, kind, k)
    sampled: defaultdict[int, list[int]] = defaultdict(list)  # redundancies by words
    for n, c in known:
        if pairs_drawn(kind, n, k):
            sampled[n].append(c)
    variances = (_variance(counts, kind, n, redundancies, k) for n, redundancies in sampled.items())
    drawn = {n: pairs_drawn(kind, n, k) for n in sampled}
    return Chance(
        value,
        distinct,
        chance,
        chance_distinct,
        items,
        left_out,
        standard_error=sqrt(sum(variances)) / items if sampled else None,
        sampled_items=sum(texts for (n, _), texts in known.items() if n in sampled),
        sampled_pairs=min(drawn.values(), default=0),
    )


def _means(
    counts: Counts, known: Mapping[tuple[int, int], int], kind: Kind, k: int
) -> Sequence[Fraction]:
    """Return S and S_distinct over the texts of `known`, and the value of each by chance."""
    totals = [Fraction(0)] * 4
    for (n, c), texts in known.items():
        at_least = tails(kind, n, k)
        near = over_pairs(at_least, counts.pairs[k].get((n, c), {})) + counts.near[k][n, c]
        likely = Fraction(2 * near, at_least[0])
        expected = texts * expected_tail(kind, n, k)
        totals[0] += (texts * c + likely) / c**2
        totals[1] += likely / (c * (c - 1))
        totals[2] += (texts + (c - 1) * expected) / c
        totals[3] += expected
    return [total / sum(known.values()) for total in totals]


def _variance(counts: Counts, kind: Kind, n: int, redundancies: Sequence[int], k: int) -> float:
    """Return the variance that sampling adds to the sum of S over the texts of n words.

    It is the variance over the sampled pairs of g(X), divided by the number of pairs. g(X) is the
    share that a random pair at the distance X adds: the sum over observed x <= X of 2 h(x) / c^2.
    If h is not listed, the variance of g is bounded by the squared sum of its parts' deviations.
    """
    if n > MAX_LISTED_LENGTH:
        doubt = sum(2 * counts.doubt[k][n, c] / c**2 for c in redundancies) / MILLION
        return doubt**2 / pairs_drawn(kind, n, k)
    share: defaultdict[int, float] = defaultdict(float)
    for c in redundancies:
        for x, times in counts.pairs[k].get((n, c), {}).items():
            share[x] += 2 * times / c**2
    drawn, likely = _shares(kind, n, k)
    observed = sorted(share)
    so_far = np.cumsum([0.0, *(share[x] for x in observed)])
    g = so_far[np.searchsorted(observed, drawn, side="right")]
    return float(likely @ (g - likely @ g) ** 2) / pairs_drawn(kind, n, k)


@lru_cache(maxsize=512)
def _shares(kind: Kind, n: int, k: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the numerators of a null distribution and their probabilities."""
    counts = null_counts(kind, n, k)
    times = np.array(list(counts.values()), dtype=np.float64)
    return np.array(list(counts)), times / times.sum()
