"""Agreement on parts of nested annotations: on their groups (bracketing), and by level of the tree.

Bracketing (Brants 2000; Vadas and Curran 2011) is the share of the groups of one annotation that
another has too; the whole text, which all annotations share, is not counted. A strict binary tree
over n words has n - 2 other groups, so precision, recall and F are one number.

Levels: the root is level 1, those of its parts that are split again level 2, and so on. Two
annotations share a split at a level if both split the same words there at the same boundary.
Agreement at the level is twice the shared splits over the splits of both, pooled over all pairs of
annotations of the same text. At level 1 this is the share of pairs that agree on the first cut.

Chance: both trees are uniformly random. A group of l of n words is in C(l-1) C(n-l) of the C(n-1)
trees (C Catalan). How many have it at a level follows from counting the ways to attach it there.

The keys of a campaign's tally are, for texts of n words with two annotations or more,
    pairs/n          pairs of annotations of the same text
    shared/n         groups that they share, over pairs
    splits/n/l       splits at level l, over both sides of all pairs
    both/n/l         shared splits at level l, over pairs
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from agreement.groups import Integers, Ints
from agreement.segmentation.entailment import catalan
from agreement.segmentation.trees import span_votes
from agreement.segmentation.vectors import Vector, nodes
from agreement.tally import Tally

COUNTED = ("pairs", "shared", "groups", "splits", "both")
BINARY_ONLY = "Chance by level is computed for binary trees only."
MAX_GROUPED_LENGTH = 64  # words; up to here texts are counted as arrays
BLOCK = 2**20  # maximum number of splits compared at once
LEVELS = 4  # chance is computed for these; deeper ones have few splits
MAX_LENGTH = (
    100  # words; up to here chance is computed, in a tenth of a second (minutes at a thousand)
)


class Bracketing(NamedTuple):
    """Precision, recall and F, which are one number; None if there is nothing to compare."""

    value: Fraction | None
    chance: Fraction | None
    shared: int
    groups: int
    pairs: int
    reason: str | None = None


class Level(NamedTuple):
    level: int
    value: Fraction
    chance: Fraction | None  # None below level LEVELS, and with texts of more than MAX_LENGTH words
    shared: int
    splits: int
    reason: str | None = None  # why there is no chance


def splits_by_level(vector: Vector) -> dict[int, set[tuple[int, int, int]]]:
    """Return the splits (first word, boundary, last word) at each level; the root is at level 1.

    >>> splits_by_level((2, 0, 1))  # (barbie ((dress up) games))
    {1: {(0, 0, 3)}, 2: {(1, 2, 3)}, 3: {(1, 1, 2)}}
    """
    levels: dict[int, set[tuple[int, int, int]]] = {}
    enclosing: list[tuple[int, int]] = []  # first and last word of the open groups
    for node in reversed(list(nodes(vector))):
        while enclosing and not enclosing[-1][0] <= node.first <= node.last <= enclosing[-1][1]:
            enclosing.pop()
        enclosing.append((node.first, node.last))
        split = (node.first, node.boundary, node.last)
        levels.setdefault(len(enclosing), set()).add(split)
    return levels


def count_item(vectors: Sequence[Vector]) -> Tally:
    """Return one text's contribution, over all pairs of its annotations.

    Texts of fewer than two words or annotations contribute nothing.

    >>> count_item([(0, 1, 2), (1, 0, 2)])
    {'pairs/4': 1, 'shared/4': 1, 'splits/4/1': 2, 'both/4/1': 1, 'splits/4/2': 2, 'splits/4/3': 2}
    """
    c = len(vectors)
    if c < 2 or not vectors[0]:
        return Tally()
    n = len(vectors[0]) + 1
    groups = span_votes(vectors)
    del groups[0, n - 1]
    counts = Tally({f"pairs/{n}": c * (c - 1) // 2, f"shared/{n}": pairs_of(groups.values())})
    by_level: dict[int, Counter[tuple[int, int, int]]] = {}
    for vector, times in Counter(map(tuple, vectors)).items():
        for level, splits in splits_by_level(vector).items():
            counted = by_level.setdefault(level, Counter())
            for split in splits:
                counted[split] += times
    for level, counted in sorted(by_level.items()):
        counts[f"splits/{n}/{level}"] = (c - 1) * counted.total()
        if both := pairs_of(counted.values()):
            counts[f"both/{n}/{level}"] = both
    return Tally(counts)


def count_group(vectors: Integers) -> Tally:
    """Return the sum of `count_item` over many texts of one length and redundancy.

    vectors : (texts, c, n - 1), heights of strict binary trees

    >>> text = [(0, 1, 2), (1, 0, 2)]
    >>> count_group(np.array([text, text])) == count_item(text) + count_item(text)
    True
    """
    texts, c, boundaries = vectors.shape
    if c < 2 or not boundaries:
        return Tally()
    if boundaries >= MAX_GROUPED_LENGTH:
        return Tally.total(count_item([tuple(v) for v in text]) for text in vectors.tolist())
    counts = Tally()
    block = max(1, BLOCK // (c * boundaries))
    for start in range(0, texts, block):
        counts.shift(_count_block(vectors[start : start + block]), 1)
    return counts


def _count_block(vectors: Integers) -> Tally:
    """Return the tally of a few texts, by sorting numbers that identify groups and splits."""
    texts, c, boundaries = vectors.shape
    n = boundaries + 1
    first, last, level = _spans(vectors)
    spans = first * n + last
    counts = Tally({f"pairs/{n}": texts * (c * (c - 1) // 2)})
    groups, votes = _votes(spans.reshape(texts, -1), n * n)
    counts.shift({f"shared/{n}": _pairs(votes[groups % (n * n) != boundaries])}, 1)
    places = level * boundaries + np.arange(boundaries)
    size = n * boundaries * n * n
    splits, votes = _votes((places * (n * n) + spans).reshape(texts, -1), size)
    at = splits % size // (boundaries * n * n)
    for found in np.unique(at).tolist():
        found_votes = votes[at == found]
        counts[f"splits/{n}/{found}"] = (c - 1) * int(found_votes.sum())
        if both := _pairs(found_votes):
            counts[f"both/{n}/{found}"] = both
    return counts


def _spans(vectors: Integers) -> tuple[Ints, Ints, Ints]:
    """Return the first word, the last word and the level (from 1) of the node at each boundary.

    A node extends over all neighbouring boundaries that are lower. The nodes above it are those
    that are higher than all boundaries between.
    """
    boundaries = vectors.shape[2]
    first, last, level = (np.ones(vectors.shape, dtype=np.int64) for _ in range(3))
    for at in range(boundaries):
        own = vectors[..., at]
        for ways, reach in ((range(at - 1, -1, -1), first), (range(at + 1, boundaries), last)):
            highest, lower = own.copy(), np.zeros(own.shape, dtype=np.int64)
            for place in ways:
                neighbour = vectors[..., place]
                level[..., at] += neighbour > highest
                np.maximum(highest, neighbour, out=highest)
                lower += highest == own
            reach[..., at] = at - lower if reach is first else at + 1 + lower
    return first, last, level


def _votes(names: Ints, size: int) -> tuple[Ints, Ints]:
    """Return the distinct names below `size` in each row, and how often each occurs."""
    rows = np.arange(len(names))[:, None] * size
    found, votes = np.unique(rows + names, return_counts=True)
    return found, votes.astype(np.int64)


def _pairs(votes: Ints) -> int:
    return int((votes * (votes - 1) // 2).sum())


def bracketing(state: Mapping[str, int]) -> Bracketing:
    """Return bracketing, pooled over all pairs of annotations of the same text.

    Undefined if no text of three or more words has two annotations: two words make one group.

    >>> result = bracketing(count_item([(0, 1, 2), (0, 1, 0)]))
    >>> print(result.value, result.chance)
    1/2 2/5
    """
    pairs = {int(key[6:]): count for key, count in state.items() if key.startswith("pairs/")}
    groups = sum(count * (n - 2) for n, count in pairs.items())
    if not groups:
        reason = "No text of three or more words has two annotations."
        return Bracketing(None, None, 0, 0, 0, reason)
    shared = sum(count for key, count in state.items() if key.startswith("shared/"))
    chance = sum((count * shared_by_chance(n) for n, count in pairs.items()), Fraction(0))
    together = sum(count for n, count in pairs.items() if n > 2)
    return Bracketing(Fraction(shared, groups), chance / groups, shared, groups, together)


def levels(state: Mapping[str, int], *, binary: bool = True) -> list[Level]:
    """Return the agreement at each level that occurs, from the root down; empty without a pair.

    There is no chance if trees are not `binary`.

    >>> [str(level.value) for level in levels(count_item([(0, 1, 0), (0, 1, 2)]))]
    ['0', '0', '0']
    """
    splits: Counter[int] = Counter()
    both: Counter[int] = Counter()
    pairs: dict[int, int] = {}
    for key, count in state.items():
        what, n, *level = key.split("/")
        if what == "pairs":
            pairs[int(n)] = count
        elif what == "splits":
            splits[int(level[0])] += count
        elif what == "both":
            both[int(level[0])] += count
    return [
        Level(level, Fraction(2 * both[level], count), chance, both[level], count, reason)
        for level, count in sorted(splits.items())
        for chance, reason in [_chance(pairs, level) if binary else (None, BINARY_ONLY)]
    ]


@lru_cache
def shared_by_chance(n: int) -> Fraction:
    """Return how many groups two random trees over n words share on average, without the text.

    >>> shared_by_chance(3), shared_by_chance(4)
    (Fraction(1, 2), Fraction(4, 5))
    """
    trees = catalan(n - 1) ** 2
    return sum(
        (
            Fraction((n - size + 1) * (catalan(size - 1) * catalan(n - size)) ** 2, trees)
            for size in range(2, n)
        ),
        Fraction(0),
    )


@lru_cache(maxsize=1024)
def splits_by_chance(n: int, level: int) -> tuple[Fraction, Fraction]:
    """Return the mean number of splits that two random trees over n words share at a level, and the
    mean number of splits of one tree.

    >>> splits_by_chance(4, 1)  # the roots differ unless chance has it: (4 + 1 + 4) / 25
    (Fraction(9, 25), Fraction(1, 1))
    """
    trees = catalan(n - 1)
    shared = total = 0
    for size in range(2, n + 1):
        halves = [catalan(left - 1) * catalan(size - left - 1) for left in range(1, size)]
        squares, whole = sum(half * half for half in halves), sum(halves)
        for first in range(n - size + 1):
            ways = _ways_to_hang(first, n - size - first, level - 1)
            shared += ways * ways * squares
            total += ways * whole
    return Fraction(shared, trees * trees), Fraction(total, trees)


@lru_cache(maxsize=65536)
def _ways_to_hang(before: int, after: int, depth: int) -> int:
    """Return in how many trees a part at this depth has these numbers of words around it.

    On the way down, some of the `depth` steps leave a subtree before the part, the others after it.
    """
    return sum(
        comb(depth, left) * _forests(before, left) * _forests(after, depth - left)
        for left in range(depth + 1)
    )


def _forests(words: int, trees: int) -> int:
    """Return how many sequences of `trees` trees have `words` words in all."""
    if not trees or trees > words:
        return int(words == trees == 0)
    return trees * comb(2 * words - trees, words) // (2 * words - trees)


def _chance(pairs: Mapping[int, int], level: int) -> tuple[Fraction | None, str | None]:
    if level > LEVELS:
        return None, f"Chance is computed for the first {LEVELS} levels."
    if max(pairs) > MAX_LENGTH:
        return None, f"Chance is computed where no text has more than {MAX_LENGTH} words."
    expected = [(count, splits_by_chance(n, level)) for n, count in pairs.items() if n > level]
    shared = sum((count * both for count, (both, _) in expected), Fraction(0))
    total = sum((count * single for count, (_, single) in expected), Fraction(0))
    return shared / total, None


def pairs_of(votes: Iterable[int]) -> int:
    """Return the pairs of annotations that share something, from its numbers of votes."""
    return sum(v * (v - 1) // 2 for v in votes)
