"""S: agreement against uniformly random segmentations (ACL 2013, section 4.3, equation 7).

S = mean over texts of the mean over all c^2 ordered pairs of their annotations, each with itself
included, of P(d >= observed), where P draws two segmentations of that length at random: all
2^(n-1) flat ones alike, or all Catalan(n-1) binary trees alike. S_distinct leaves the self-pairs
out. P counts equality in, so chance alone gives more than one half; it is computed beside S.

The null of flat segmentations is binomial at any length: two of them differ at each boundary with
probability 1/2. That of nested ones is counted exactly in `tables` to LONGEST_NESTED words.
"""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from math import comb
from typing import NamedTuple

from agreement.counting import LONGEST_NESTED, Counts, Kind


class Chance(NamedTuple):
    """S, the same without self-pairs, and what chance alone gives for each; None if undefined."""

    value: Fraction | None
    distinct: Fraction | None
    chance: Fraction | None
    chance_distinct: Fraction | None
    items: int
    left_out: dict[str, int]
    reason: str | None = None


@lru_cache
def null_counts(kind: Kind, n: int, k: int = 1) -> dict[int, int]:
    """How many ordered pairs of random segmentations of n words lie at each distance numerator.

    For flat ones the counts are per first segmentation, so they sum to 2^(n-1); for nested ones
    to Catalan(n-1)^2. Fewer than two words, or nested beyond LONGEST_NESTED: ValueError.

    >>> null_counts("flat", 4)
    {0: 1, 1: 3, 2: 3, 3: 1}
    >>> null_counts("nested", 4, k=1)
    {0: 5, 2: 10, 4: 10}
    """
    if n < 2 or (kind == "nested" and n > LONGEST_NESTED):
        raise ValueError(f"There is no null distribution of {kind} segmentations of {n} words.")
    if kind == "flat":
        return {x: comb(n - 1, x) for x in range(n)}
    return {int(x): count for x, count in sorted(_tables()[str(n)][str(k)].items(), key=_number)}


@lru_cache
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


@lru_cache
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
    longer than the null tables.

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
        seen = sum(times * at_least[x] for x, times in pairs.get((n, c), {}).items())
        likely = Fraction(2 * seen, at_least[0])
        expected = texts * expected_tail(kind, n, k)
        totals[0] += (texts * c + likely) / c**2
        totals[1] += likely / (c * (c - 1))
        totals[2] += (texts + (c - 1) * expected) / c
        totals[3] += expected
    value, distinct, chance, chance_distinct = (total / items for total in totals)
    return Chance(value, distinct, chance, chance_distinct, items, left_out)


@lru_cache
def _tables() -> dict[str, dict[str, dict[str, int]]]:
    data = resources.files("agreement.tables").joinpath("nested.json.gz").read_bytes()
    tables: dict[str, dict[str, dict[str, int]]] = json.loads(gzip.decompress(data))
    return tables


def _number(entry: tuple[str, int]) -> int:
    return int(entry[0])
