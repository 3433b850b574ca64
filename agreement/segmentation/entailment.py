"""Entailment of a flat segmentation by a nested one (LAW 2013, section 3.2 and 3.3).

A nested segmentation entails a flat one if every boundary inside a segment is lower than both
boundaries at its ends, where the text's ends count as infinitely high. The code follows this
definition, not the paper's algorithm isEntail, which stops after the first of several boundaries of
height 0.

The keys of a campaign's tally are, for texts of n words and flats of k segments,
    texts             texts of two words or more that have both flat and nested annotations
    pairs/n/k         (flat, nested) pairs of the same text
    entailed/n/k      those that entail
    trees/n/j         sum over pairs of the number of trees that entail the flat: the j-th digit to
                      base 2^32. Digits are summed separately, so the sums stay small and add up
    nary/n/j          the same, of n-ary trees, in place of trees/n/j
N-ary trees entail by the same definition. A segment is then a whole group or a word, so the numbers
of trees follow as for binary ones, with the little Schroeder numbers in place of Catalan's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, inf, prod
from typing import NamedTuple

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.tree_kinds.schroeder import schroeder
from agreement.segmentation.vectors import Kind, check_vectors
from agreement.tally import Tally

DIGIT = 32
TREES = {"nested": "trees", "nary": "nary"}  # the key for the number of trees
FEW = (2, 3)  # the numbers of segments that the paper's chance formula assumes


class Entailment(NamedTuple):
    """Observed and chance entailment, averaged over pairs; None if there is no pair."""

    observed: Fraction | None
    chance: Fraction | None  # all k-segment flats equally likely, all trees too
    chance_lengths: Fraction | None  # the flats as given, all trees equally likely
    entailed: int
    pairs: int
    texts: int


def entails(nested: Sequence[int], flat: Sequence[int]) -> bool:
    """Return whether the nested segmentation entails the flat one; ValueError if lengths differ.

    >>> entails((2, 0, 1), (1, 0, 1)), entails((2, 0, 1), (0, 1, 0))  # LAW 2013, figure 2
    (True, False)
    >>> entails((2, 0, 1, 0), (1, 0, 0, 1))  # where the printed isEntail says True
    False
    """
    highest: float = -1
    start: float = inf
    for height, cut in zip(nested, flat, strict=True):
        if not cut:
            highest = max(highest, height)
        elif highest < min(start, height):
            highest, start = -1, height
        else:
            return False
    return highest < start


def catalan(n: int) -> int:
    """Return the number of binary trees over n + 1 words.

    >>> [catalan(n) for n in range(6)]
    [1, 1, 2, 5, 14, 42]
    """
    return comb(2 * n, n) // (n + 1)


def number_of_trees(n: int, kind: Kind = "nested") -> int:
    """Return the number of trees over n words: binary or n-ary ones.

    >>> [(number_of_trees(n), number_of_trees(n, "nary")) for n in (3, 4, 5)]
    [(2, 3), (5, 11), (14, 45)]
    """
    return schroeder(n) if kind == "nary" else catalan(n - 1)


def trees_that_entail(flat: Sequence[int], kind: Kind = "nested") -> int:
    """Return how many of all trees entail the flat.

    With T(n) trees over n words, the number is T(k) times the product of T(length) over the k
    segments.

    >>> trees_that_entail((0, 1, 0)), number_of_trees(4)
    (1, 5)
    >>> trees_that_entail((0, 1, 0), "nary"), number_of_trees(4, "nary")
    (1, 11)
    """
    cuts = [-1, *(i for i, cut in enumerate(flat) if cut), len(flat)]
    lengths = [end - start for start, end in pairwise(cuts)]
    return number_of_trees(len(lengths), kind) * prod(number_of_trees(m, kind) for m in lengths)


@lru_cache(maxsize=1024)
def chance_entailment(n: int, k: int, kind: Kind = "nested") -> Fraction:
    """Return the chance that a random tree entails a random flat of k segments over n words.

    C(k-1) k / (2m + k) binom(2m + k, m) / (C(n-1) binom(n-1, k-1)), m = n - k; LAW 2013, section
    3.3, for any k. For n-ary trees s(k) times the coefficient of x^n in (s(1) x + s(2) x^2 + ...)^k
    takes the place of the first factors. Raises ValueError unless 1 <= k <= n.

    >>> [str(chance_entailment(n, 3)) for n in range(3, 9)]
    ['1', '2/5', '3/14', '2/15', '1/11', '6/91']
    >>> [str(chance_entailment(n, 3, "nary")) for n in range(3, 6)]
    ['1', '3/11', '2/15']
    """
    if not 1 <= k <= n:
        raise ValueError(f"A text of {n} words has no flat segmentation of {k} segments.")
    if kind == "nary":
        forests = schroeder(k) * _forests(n)[k]
        return Fraction(forests, schroeder(n) * comb(n - 1, k - 1))
    m = n - k
    ways = Fraction(catalan(k - 1) * k * comb(2 * m + k, m), 2 * m + k)
    return ways / (catalan(n - 1) * comb(n - 1, k - 1))


@lru_cache(maxsize=256)
def _forests(n: int) -> list[int]:
    """Return the number of sequences of 0, 1, ... n n-ary trees with n words in all."""
    powers = [[1] + [0] * n]
    trees = [0, *map(schroeder, range(1, n + 1))]
    for _ in range(n):
        last = powers[-1]
        powers.append(
            [sum(last[m - size] * trees[size] for size in range(1, m + 1)) for m in range(n + 1)]
        )
    return [power[n] for power in powers]


def count_text(flats: Sequence[Vector], nesteds: Sequence[Vector], kind: Kind = "nested") -> Tally:
    """Return one text's contribution: all pairs of its flat and nested annotations.

    Texts of one word, and those that lack either kind, contribute nothing. Raises ValueError if
    vectors differ in length.

    >>> count_text([(1, 0, 1)], [(2, 0, 1), (0, 1, 0)])["entailed/4/3"]
    1
    """
    flats, nesteds = check_vectors("flat", flats), check_vectors(kind, nesteds)
    if not flats or not nesteds or not flats[0]:
        return Tally()
    n = len(flats[0]) + 1
    counts = Counter({"texts": 1})
    nested_times = Counter(map(tuple, nesteds))
    for flat, times in Counter(map(tuple, flats)).items():
        k = sum(flat) + 1
        counts[f"pairs/{n}/{k}"] += times * len(nesteds)
        counts[f"entailed/{n}/{k}"] += times * entailing(nested_times, flat)
        trees, j = trees_that_entail(flat, kind), 0
        while trees:
            trees, digit = divmod(trees, 2**DIGIT)
            counts[f"{TREES[kind]}/{n}/{j}"] += digit * times * len(nesteds)
            j += 1
    return Tally(counts)


def entailing(nesteds: Mapping[Vector, int], flat: Vector) -> int:
    """Return how many of the nested annotations entail the flat one, repeats counted."""
    return sum(times for nested, times in nesteds.items() if entails(nested, flat))


def text_share(flats: Sequence[Vector], nesteds: Sequence[Vector]) -> Fraction | None:
    """Return the share of one text's (flat, nested) pairs that entail; None without a pair.

    >>> print(text_share([(1, 0, 1)], [(2, 0, 1), (0, 1, 0)]))
    1/2
    """
    flats, nesteds = check_vectors("flat", flats), check_vectors("nary", nesteds)
    if not flats or not nesteds:
        return None
    times = Counter(nesteds)
    return Fraction(sum(entailing(times, flat) for flat in flats), len(flats) * len(nesteds))


def histogram(shares: Iterable[Fraction | None], bins: int = 10) -> list[int]:
    """Return how many shares lie in each of `bins` equal parts of 0 to 1 (Fig. 3, 4).

    A share of 1 is in the last part; None is left out.

    >>> histogram([Fraction(0), Fraction(1, 2), Fraction(1), None], bins=4)
    [1, 0, 1, 1]
    """
    counts = Counter(min(int(share * bins), bins - 1) for share in shares if share is not None)
    return [counts[at] for at in range(bins)]


def entailment(state: Mapping[str, int], segments: Sequence[int] | None = None) -> Entailment:
    """Return observed entailment, pooled over texts, and chance, the mean over the same pairs.

    `segments` restricts both to flats of these numbers of segments. chance_lengths is then None,
    because it is stored for all flats together.
    """
    pairs, entailed, expected, lengths = 0, 0, Fraction(0), Fraction(0)
    kind: Kind = "nary" if any(key.startswith("nary/") for key in state) else "nested"
    for key, count in state.items():
        what, *numbers = key.split("/")
        if what == "texts":
            continue
        n, second = map(int, numbers)
        if what in TREES.values():
            lengths += Fraction(count << (DIGIT * second), number_of_trees(n, kind))
        elif segments is not None and second not in segments:
            continue
        elif what == "entailed":
            entailed += count
        else:
            pairs += count
            expected += count * chance_entailment(n, second, kind)
    texts = state.get("texts", 0)
    if not pairs:
        return Entailment(None, None, None, 0, 0, texts)
    by_lengths = lengths / pairs if segments is None else None
    observed = Fraction(entailed, pairs)
    return Entailment(observed, expected / pairs, by_lengths, entailed, pairs, texts)
