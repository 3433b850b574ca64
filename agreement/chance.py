"""S: agreement against uniformly random segmentations (ACL 2013, section 4.3, equation 7).

S = mean over texts of the mean over all c^2 ordered pairs of their annotations, each with itself
included, of P(d >= observed), where P draws two segmentations of that length at random: all
2^(n-1) flat ones alike, or all Catalan(n-1) binary trees alike. S_distinct leaves the self-pairs
out. P counts equality in, so chance alone gives more than one half; it is computed beside S.

The null of flat segmentations is binomial at any length: two of them differ at each boundary with
probability 1/2. That of nested ones stands in `tables`: counted exactly where that could be done,
to 13 words at least, and sampled, a million pairs with a fixed seed, from there to LONGEST_NESTED
words. What rests on a sample says so and has a standard error.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from itertools import accumulate
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agreement.counting import LONGEST_NESTED, Counts, Group, Kind
from agreement.sampling import PAIRS, SEED

__all__ = [
    "PAIRS",
    "SEED",
    "Chance",
    "agreement_over_chance",
    "expected_tail",
    "is_sampled",
    "null_counts",
    "tails",
]


class Chance(NamedTuple):
    """S, the same without self-pairs, and what chance alone gives for each; None if undefined.

    standard_error : what the sampling of the null leaves open in S, not how few texts there are;
        None where the null is exact
    sampled_items : the texts whose null is sampled
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


@lru_cache(maxsize=512)
def null_counts(kind: Kind, n: int, k: int = 1) -> dict[int, int]:
    """How many ordered pairs of random segmentations of n words lie at each distance numerator.

    For flat ones the counts are per first segmentation, so they sum to 2^(n-1); for nested ones
    to Catalan(n-1)^2 where all pairs were counted, to PAIRS where they were sampled. Fewer than
    two words, or nested beyond LONGEST_NESTED: ValueError.

    >>> null_counts("flat", 4)
    {0: 1, 1: 3, 2: 3, 3: 1}
    >>> null_counts("nested", 4, k=1)
    {0: 5, 2: 10, 4: 10}
    """
    if n < 2 or (kind == "nested" and n > LONGEST_NESTED):
        raise ValueError(f"There is no null distribution of {kind} segmentations of {n} words.")
    if kind == "flat":
        return {x: comb(n - 1, x) for x in range(n)}
    if is_sampled(kind, n, k):
        steps, counts = _tables("sampled")[str(n)][str(k)]
        return dict(zip(accumulate(steps), counts, strict=True))
    return {int(x): count for x, count in _tables("nested")[str(n)][str(k)].items()}


def is_sampled(kind: Kind, n: int, k: int = 1) -> bool:
    """Whether the null distribution is a sample.

    >>> is_sampled("nested", 13), is_sampled("nested", 20)
    (False, True)
    """
    return kind == "nested" and str(k) not in _tables("nested").get(str(n), {})


@lru_cache(maxsize=512)
def tails(kind: Kind, n: int, k: int = 1) -> list[int]:
    """At index x, the count of random pairs with a numerator of at least x; at 0 all pairs.

    >>> tails("nested", 4, k=1)
    [25, 20, 20, 10, 10]
    """
    counts = null_counts(kind, n, k)
    result = [0] * (max(counts) + 1)
    so_far = 0
    for x in range(max(counts), -1, -1):
        so_far += counts.get(x, 0)
        result[x] = so_far
    return result


@lru_cache(maxsize=512)
def expected_tail(kind: Kind, n: int, k: int = 1) -> Fraction:
    """The mean of P(d >= X) where X itself comes from the null: S_distinct by chance alone.

    >>> expected_tail("flat", 4)
    Fraction(21, 32)
    """
    at_least = tails(kind, n, k)
    counts = null_counts(kind, n, k)
    return Fraction(sum(count * at_least[x] for x, count in counts.items()), at_least[0] ** 2)


def agreement_over_chance(counts: Counts, kind: Kind, k: int = 1) -> Chance:
    """S of a campaign's counts under d_k.

    Undefined where no text of two words has two annotations, and where every one that has is
    longer than LONGEST_NESTED words.

    >>> from agreement.counting import count_item, take_apart
    >>> state = count_item("nested", [(1, 0, 2), (1, 0, 2)])
    >>> agreement_over_chance(take_apart(state), "nested").value
    Fraction(1, 1)
    """
    known = {
        (n, c): texts
        for (n, c), texts in counts.compared.items()
        if kind == "flat" or n <= LONGEST_NESTED
    }
    items = sum(known.values())
    beyond = sum(counts.compared.values()) - items
    left_out = {f"more than {LONGEST_NESTED} words": beyond} if beyond else {}
    if not items:
        reason = (
            f"Every text has more than {LONGEST_NESTED} words, and the chance distribution of "
            "nested segmentations is known up to that length."
            if beyond
            else "No text of two or more words has two annotations."
        )
        return Chance(None, None, None, None, 0, left_out, reason)
    pairs = counts.pairs[k]
    totals = [Fraction(0)] * 4
    for (n, c), texts in known.items():
        at_least = tails(kind, n, k)
        seen = sum(times * _tail(at_least, x) for x, times in pairs.get((n, c), {}).items())
        likely = Fraction(2 * seen, at_least[0])
        expected = texts * expected_tail(kind, n, k)
        totals[0] += (texts * c + likely) / c**2
        totals[1] += likely / (c * (c - 1))
        totals[2] += (texts + (c - 1) * expected) / c
        totals[3] += expected
    value, distinct, chance, chance_distinct = (total / items for total in totals)
    sampled = {group: texts for group, texts in known.items() if is_sampled(kind, group[0], k)}
    error = _standard_error(pairs, sampled, k) / items if sampled else None
    return Chance(
        value,
        distinct,
        chance,
        chance_distinct,
        items,
        left_out,
        standard_error=error,
        sampled_items=sum(sampled.values()),
    )


def _standard_error(
    pairs: Mapping[Group, Mapping[int, int]], sampled: Iterable[Group], k: int
) -> float:
    """The standard error of the sum of the texts' S, from the samples of all their lengths.

    Per length it is the mean over the sampled pairs of g(X) = the share that a random pair at the
    distance X adds, sum over observed x <= X of 2 h(x) / c^2; samples of two lengths are
    independent, so their variances add up.
    """
    shares: dict[int, dict[int, float]] = {}
    for n, c in sampled:
        at = shares.setdefault(n, {})
        for x, times in pairs.get((n, c), {}).items():
            at[x] = at.get(x, 0.0) + 2 * times / c**2
    variance = 0.0
    for n, at in shares.items():
        drawn, likely = _shares("nested", n, k)
        observed = sorted(at)
        so_far = np.cumsum([0.0, *(at[x] for x in observed)])
        g = so_far[np.searchsorted(observed, drawn, side="right")]
        variance += float(likely @ (g - likely @ g) ** 2) / PAIRS
    return sqrt(variance)


@lru_cache(maxsize=512)
def _shares(kind: Kind, n: int, k: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The numerators of a null distribution and their probabilities."""
    counts = null_counts(kind, n, k)
    times = np.array(list(counts.values()), dtype=np.float64)
    return np.array(list(counts)), times / times.sum()


def _tail(at_least: list[int], x: int) -> int:
    """A sample need not hold a distance as large as the one observed."""
    return at_least[x] if x < len(at_least) else 0


@lru_cache(maxsize=512)
def _tables(name: str) -> dict[str, dict[str, Any]]:
    """By words and power: exact {numerator: pairs}, sampled [steps of numerators, pairs]."""
    data = resources.files("agreement.tables").joinpath(f"{name}.json.gz").read_bytes()
    tables: dict[str, dict[str, Any]] = json.loads(gzip.decompress(data))
    return tables
