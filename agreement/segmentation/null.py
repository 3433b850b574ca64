"""The null distributions behind S: distances between two random segmentations.

Those of flat segmentations are binomial at any length, since two of them differ at each boundary
with probability 1/2. Those of nested ones are in `tables`: exact counts to 15 words (12 if trees
are n-ary), and from there to 60 words samples of a million pairs (NARY_PAIRS) with a fixed seed.
Beyond, to MAX_NESTED_LENGTH words, DRAWN pairs are sampled with the same seed when a length first
occurs. This takes one to three seconds, ten if trees are n-ary, and is cached for the life of the
process.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from itertools import accumulate
from math import comb, isqrt
from typing import Any

from agreement.nary_sampling import random_nary_trees
from agreement.sampling import PAIRS, sampled_counts
from agreement.segmentation.distance import check_power
from agreement.segmentation.vectors import Kind, check_of

MAX_NESTED_LENGTH = 100  # words
DRAWN = 10**5  # the pairs of trees sampled where the tables end
NARY_PAIRS = 2 * 10**5  # the pairs of n-ary trees in the table of samples
SAMPLED = {"nested": "sampled", "nary": "sampled_nary"}  # table by kind
MILLION = 10**6


@lru_cache(maxsize=512)
def null_counts(kind: Kind, n: int, k: int = 1) -> dict[int, int]:
    """Return how many ordered pairs of random segmentations of n words have each numerator.

    For flat ones the counts are per first segmentation, so they sum to 2^(n-1). For trees they sum
    to the square of their number if exact, and to a multiple of the number of pairs if sampled.
    Raises ValueError for fewer than two words, or for trees beyond MAX_NESTED_LENGTH.

    >>> null_counts("flat", 4)
    {0: 1, 1: 3, 2: 3, 3: 1}
    >>> null_counts("nested", 4, k=1)
    {0: 5, 2: 10, 4: 10}
    >>> null_counts("nary", 3)
    {0: 3, 1: 4, 2: 2}
    """
    check_of(kind)
    check_power(k)
    if n < 2 or (kind != "flat" and n > MAX_NESTED_LENGTH):
        raise ValueError(f"There is no null distribution of {kind} segmentations of {n} words.")
    if kind == "flat":
        return {x: comb(n - 1, x) for x in range(n)}
    if not is_sampled(kind, n, k):
        return {int(x): count for x, count in _tables(kind)[str(n)][str(k)].items()}
    if pairs_drawn(kind, n, k) == DRAWN:
        return _drawn(kind, n)[k - 1]
    width, steps, counts = _tables(SAMPLED[kind])[str(n)][str(k)]
    classes = zip(accumulate(steps), counts, strict=True)
    return {number * width + x: count for number, count in classes for x in range(width)}


def is_sampled(kind: Kind, n: int, k: int = 1) -> bool:
    """Return whether the null distribution is a sample.

    >>> is_sampled("nested", 13), is_sampled("nested", 20)
    (False, True)
    """
    return pairs_drawn(kind, n, k) > 0


def pairs_drawn(kind: Kind, n: int, k: int = 1) -> int:
    """Return the number of pairs with which the null distribution was sampled; 0 if it is exact.

    >>> [pairs_drawn("nested", n) for n in (13, 20, 60, 61)]
    [0, 1000000, 1000000, 100000]
    """
    check_of(kind)
    check_power(k)
    if kind == "flat" or str(k) in _tables(kind).get(str(n), {}):
        return 0
    listed = str(k) in _tables(SAMPLED[kind]).get(str(n), {})
    return (PAIRS if kind == "nested" else NARY_PAIRS) if listed else DRAWN


@lru_cache(maxsize=128)
def _drawn(kind: Kind, n: int) -> tuple[dict[int, int], dict[int, int]]:
    if kind == "nested":
        return sampled_counts(n, DRAWN)
    return sampled_counts(n, DRAWN, trees=random_nary_trees)


@lru_cache(maxsize=512)
def tails(kind: Kind, n: int, k: int = 1) -> list[int]:
    """Return at index x the number of random pairs with a numerator of at least x; at 0 all pairs.

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
    """Return the mean of P(d >= X) where X itself is from the null: S_distinct by chance alone.

    >>> expected_tail("flat", 4)
    Fraction(21, 32)
    """
    at_least = tails(kind, n, k)
    counts = null_counts(kind, n, k)
    return Fraction(sum(count * at_least[x] for x, count in counts.items()), at_least[0] ** 2)


@lru_cache(maxsize=512)
def expected_distance(kind: Kind, n: int, k: int = 1) -> Fraction:
    """Return the mean of d_k of two random segmentations of n words; exact if the null is.

    >>> expected_distance("flat", 4), expected_distance("nested", 4)
    (Fraction(1, 2), Fraction(4, 5))
    """
    counts = null_counts(kind, n, k)
    return Fraction(sum(x * count for x, count in counts.items()), sum(counts.values()) * (n - 1))


@lru_cache(maxsize=512)
def doubts(kind: Kind, n: int, k: int = 1) -> list[int]:
    """Return at index x the standard deviation of the indicator that a random pair is at x or
    beyond.

    The values are sqrt(P (1 - P)) in millionths, rounded up.

    >>> doubts("flat", 2), doubts("flat", 3)
    ([0, 500000], [0, 433013, 433013])
    """
    at_least = tails(kind, n, k)
    every = at_least[0]
    squares = (count * (every - count) * MILLION**2 // every**2 for count in at_least)
    return [isqrt(square - 1) + 1 if square else 0 for square in squares]


def over_pairs(values: Sequence[int], pairs: Mapping[int, int]) -> int:
    """Return the sum over pairs of the values at their numerators.

    A numerator beyond the end of the values, which a sample may not reach, adds 0.

    >>> over_pairs(tails("nested", 4), {2: 3, 9: 1})
    60
    """
    return sum(values[x] * times for x, times in pairs.items() if x < len(values))


@lru_cache(maxsize=512)
def _tables(name: str) -> dict[str, dict[str, Any]]:
    """Return the tables by words and power: exact {numerator: pairs}, sampled as `sample.Table`."""
    data = resources.files("agreement.tables").joinpath(f"{name}.json.gz").read_bytes()
    tables: dict[str, dict[str, object]] = json.loads(gzip.decompress(data))
    return tables
