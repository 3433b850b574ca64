"""What is counted: the keys of a campaign's tally, one item at a time or from arrays.

A text of n words with c annotations contributes
    items/n/c         1
and, where n >= 2 and c >= 2,
    at/n/i/v          how many of its annotations have the value v at boundary i (from 0)
    d1/n/c/x          how many of its c (c - 1) / 2 pairs have the distance numerator x; nested
    d2/n/c/x          segmentations have d2 besides
    sum1/n/c, sum2/…  the sum of the numerators instead, for nested texts longer than
                      LONGEST_NESTED words, whose numerators are many and have no null table
The number of keys is bounded by lengths, redundancies and values, whatever the number of texts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agreement.boundaries import Vector
from agreement.distance import numerator
from agreement.tally import Tally

Kind: TypeAlias = Literal["flat", "nested"]
Ints: TypeAlias = NDArray[np.int64]
Group: TypeAlias = tuple[int, int]  # the texts of n words with c annotations

POWERS: dict[Kind, tuple[int, ...]] = {"flat": (1,), "nested": (1, 2)}
LONGEST_NESTED = 40  # words, to which there is a null table, exact or sampled
MANY = 64  # distinct annotations of one text, from which on arrays are faster


class Counts(NamedTuple):
    """A tally, taken apart."""

    items: dict[Group, int]
    at: dict[int, dict[tuple[int, int], int]]  # n: {(boundary, value): annotations}
    pairs: Mapping[int, Mapping[Group, Mapping[int, int]]]  # k: {(n, c): {numerator: pairs}}
    sums: Mapping[int, Counter[Group]]  # k: {(n, c): sum of numerators over pairs}

    @property
    def compared(self) -> dict[Group, int]:
        """The texts that take part: two words or more, two annotations or more."""
        return {(n, c): q for (n, c), q in self.items.items() if n >= 2 and c >= 2}

    def left_out(self) -> dict[str, int]:
        """The texts that take no part, by reason."""
        reasons: Counter[str] = Counter()
        for (n, c), texts in self.items.items():
            if n < 2:
                reasons["one word"] += texts
            elif c < 2:
                reasons["one annotation only"] += texts
        return dict(reasons)


def count_item(kind: Kind, vectors: Sequence[Vector]) -> Tally:
    """One text's contribution; it depends on the multiset of its annotations only.

    The cost grows with the text's own annotations and length, not with the campaign. Vectors of
    different lengths: ValueError.

    >>> count_item("flat", [(1, 0), (1, 1)])
    {'items/3/2': 1, 'at/3/0/1': 2, 'at/3/1/0': 1, 'at/3/1/1': 1, 'd1/3/2/1': 1}
    """
    if not vectors:
        return Tally()
    n, c = len(vectors[0]) + 1, len(vectors)
    if any(len(vector) != n - 1 for vector in vectors):
        raise ValueError("The annotations of one text have different lengths.")
    repeats = Counter(map(tuple, vectors))
    if len(repeats) > MANY:
        return count_arrays(kind, [0] * c, [n] * c, [v for vector in vectors for v in vector])
    counts = Tally({f"items/{n}/{c}": 1})
    if n < 2 or c < 2:
        return counts
    for i, column in enumerate(zip(*vectors, strict=True)):
        counts.update({f"at/{n}/{i}/{value}": times for value, times in Counter(column).items()})
    alike = sum(times * (times - 1) // 2 for times in repeats.values())
    for k in POWERS[kind]:
        pairs = Counter({0: alike})
        for (a, times), (b, others) in combinations(repeats.items(), 2):
            pairs[numerator(a, b, k)] += times * others
        _note_pairs(counts, kind, (n, c), k, pairs)
    return counts


def count_arrays(kind: Kind, items: ArrayLike, n_words: ArrayLike, boundaries: ArrayLike) -> Tally:
    """The contributions of many texts at once, equal to the sum of `count_item` over them.

    items : (N,) whole numbers, the text that each annotation belongs to, in any order
    n_words : (N,) the number of words of that text
    boundaries : (sum of n_words - 1,) the vectors of all annotations, one after the other

    Arrays that do not fit each other, or hold what no segmentation holds: ValueError.

    >>> count_arrays("flat", [7, 7], [3, 3], [1, 0, 1, 1]) == count_item("flat", [(1, 0), (1, 1)])
    True
    """
    item, words, values = (_whole_numbers(array) for array in (items, n_words, boundaries))
    if len(item) != len(words) or len(values) != int((words - 1).sum()):
        raise ValueError("The arrays do not fit: items (N,), n_words (N,), boundaries (sum n - 1).")
    if min(words.min(initial=1) - 1, values.min(initial=0)) < 0:
        raise ValueError("A text has no words, or a boundary is negative.")
    if values.max(initial=0) > (1 if kind == "flat" else words.max(initial=1)):
        raise ValueError("A boundary is higher than any tree over these texts.")
    starts = np.cumsum(words - 1) - (words - 1)
    counts, texts = Tally(), 0
    for n in np.unique(words).tolist():
        rows = np.flatnonzero(words == n)
        rows = rows[np.argsort(item[rows], kind="stable")]
        _, first, sizes = np.unique(item[rows], return_index=True, return_counts=True)
        texts += len(first)
        for c in np.unique(sizes).tolist():
            members = rows[first[sizes == c][:, None] + np.arange(c)]
            vectors = values[starts[members][:, :, None] + np.arange(n - 1)]
            counts.shift(_count_group(kind, vectors), 1)
    if texts != len(np.unique(item)):
        raise ValueError("The annotations of one text have different lengths.")
    return counts


def _whole_numbers(array: ArrayLike) -> Ints:
    whole = np.asarray(array)
    if whole.ndim != 1 or (whole.size and whole.dtype.kind not in "iu"):
        raise ValueError("The arrays hold whole numbers in one dimension.")
    return whole.astype(np.int64)


def _count_group(kind: Kind, vectors: Ints) -> Tally:
    """The contribution of q texts of one length and redundancy, shape (q, c, n - 1)."""
    texts, c, n = vectors.shape[0], vectors.shape[1], vectors.shape[2] + 1
    counts = Tally({f"items/{n}/{c}": texts})
    if n < 2 or c < 2:
        return counts
    columns = np.ascontiguousarray(vectors.transpose(2, 1, 0))
    for i, column in enumerate(columns):
        for value, times in enumerate(np.bincount(column.ravel()).tolist()):
            if times:
                counts[f"at/{n}/{i}/{value}"] = times
    for k in POWERS[kind]:
        powers = columns**k
        largest = int(powers.max()) * n
        powers = powers.astype(np.int16 if largest < 2**15 else np.int64)
        pairs: Counter[int] = Counter()
        for j in range(c - 1):
            apart = np.abs(powers[:, j + 1 :] - powers[:, j, None]).sum(axis=0, dtype=powers.dtype)
            values, times_each = np.unique(apart, return_counts=True)
            pairs.update(dict(zip(values.tolist(), times_each.tolist(), strict=True)))
        _note_pairs(counts, kind, (n, c), k, pairs)
    return counts


def _note_pairs(counts: Tally, kind: Kind, group: Group, k: int, pairs: Mapping[int, int]) -> None:
    n, c = group
    if kind == "nested" and n > LONGEST_NESTED:
        counts.shift({f"sum{k}/{n}/{c}": sum(x * times for x, times in pairs.items())}, 1)
    else:
        counts.shift({f"d{k}/{n}/{c}/{x}": times for x, times in pairs.items()}, 1)


def take_apart(state: Mapping[str, int]) -> Counts:
    """Sort a tally's entries by what they count."""
    items: dict[Group, int] = {}
    at: defaultdict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    pairs: dict[int, defaultdict[Group, dict[int, int]]] = {
        k: defaultdict(dict) for k in POWERS["nested"]
    }
    sums: dict[int, Counter[Group]] = {k: Counter() for k in POWERS["nested"]}
    for key, count in state.items():
        what, *numbers = key.split("/")
        first, second, *third = map(int, numbers)
        if what == "items":
            items[first, second] = count
        elif what == "at":
            at[first][second, third[0]] = count
        elif what in ("d1", "d2"):
            pairs[int(what[1])][first, second][third[0]] = count
            sums[int(what[1])][first, second] += third[0] * count
        else:
            sums[int(what[3])][first, second] += count
    return Counts(items, dict(at), pairs, sums)
