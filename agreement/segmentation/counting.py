"""The keys of a campaign's tally, and the counts of one item or of arrays of items.

A text of n words with c annotations contributes
    items/n/c         1
and, if n >= 2 and c >= 2,
    at/n/i/v          the number of its annotations with the value v at boundary i (from 0)
    d1/n/c/x          the number of its c (c - 1) / 2 pairs with the distance numerator x; nested
    d2/n/c/x          segmentations have d2 too
Nested texts longer than MAX_LISTED_LENGTH words have many numerators. They contribute sums over the
pairs instead, and up to MAX_NESTED_LENGTH words also what S needs:
    sum1/n/c, sum2/…  of the numerators
    near1/n/c, …      of how many pairs of the null lie at least as far apart (`null.tails`)
    doubt1/n/c, …     of the null's standard deviations (`null.doubts`)
The number of keys is bounded by lengths, redundancies and values, whatever the number of texts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from agreement.groups import Integers, group_arrays, group_items, narrowest
from agreement.segmentation import null
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.distance import numerator
from agreement.segmentation.vectors import Kind, check_vectors
from agreement.tally import Tally

Group: TypeAlias = tuple[int, int]  # the texts of n words with c annotations

POWERS: dict[Kind, tuple[int, ...]] = {"flat": (1,), "nested": (1, 2), "nary": (1, 2)}
MAX_LISTED_LENGTH = 40  # words; up to here the numerators of nested texts are listed
MANY = 64  # distinct annotations of one text; from here on arrays are faster
CACHE = 2**20  # bytes; pairs are compared in blocks that fit a core's cache
MAX_BINS = 2**20  # maximum number of numerators counted in an array


class Counts(NamedTuple):
    """A tally, sorted by what its entries count."""

    items: dict[Group, int]
    at: dict[int, dict[tuple[int, int], int]]  # n: {(boundary, value): annotations}
    pairs: Mapping[int, Mapping[Group, Mapping[int, int]]]  # k: {(n, c): {numerator: pairs}}
    sums: Mapping[int, Counter[Group]]  # k: {(n, c): sum of numerators over pairs}
    near: Mapping[int, Counter[Group]]  # where pairs are not listed
    doubt: Mapping[int, Counter[Group]]

    @property
    def compared(self) -> dict[Group, int]:
        """Return the texts that take part: two words or more, two annotations or more."""
        return {(n, c): q for (n, c), q in self.items.items() if n >= 2 and c >= 2}

    def left_out(self) -> dict[str, int]:
        """Return the number of texts that take no part, by reason."""
        reasons: Counter[str] = Counter()
        for (n, c), texts in self.items.items():
            if n < 2:
                reasons["one word"] += texts
            elif c < 2:
                reasons["one annotation only"] += texts
        return dict(reasons)


def count_item(kind: Kind, vectors: Sequence[Vector]) -> Tally:
    """Return one text's contribution; it depends only on the multiset of its annotations.

    The cost grows with the text's own annotations and length, not with the campaign. Raises
    ValueError if vectors are not of the kind or differ in length.

    >>> count_item("flat", [(1, 0), (1, 1)])
    {'items/3/2': 1, 'at/3/0/1': 2, 'at/3/1/0': 1, 'at/3/1/1': 1, 'd1/3/2/1': 1}
    """
    checked = check_vectors(kind, vectors)
    if not checked:
        return Tally()
    n, c = len(checked[0]) + 1, len(checked)
    repeats = Counter(checked)
    if len(repeats) > MANY:
        return count_arrays(kind, [0] * c, [n] * c, [v for vector in checked for v in vector])
    counts = Tally({f"items/{n}/{c}": 1})
    if n < 2 or c < 2:
        return counts
    for i, column in enumerate(zip(*checked, strict=True)):
        counts.update({f"at/{n}/{i}/{value}": times for value, times in Counter(column).items()})
    alike = sum(times * (times - 1) // 2 for times in repeats.values())
    for k in POWERS[kind]:
        pairs = Counter({0: alike})
        for (a, times), (b, others) in combinations(repeats.items(), 2):
            pairs[numerator(a, b, k)] += times * others
        _note_pairs(counts, kind, (n, c), k, pairs)
    return counts


def count_items(kind: Kind, items: Iterable[Sequence[Vector]]) -> Tally:
    """Return the contributions of many texts, equal to the sum of `count_item` over them.

    items : the annotations of each text, as tuples

    Each distinct vector is read once, however often it occurs. Any number may be distinct. Raises
    ValueError if vectors of one text differ in length or are not segmentations.

    >>> texts = [[(1, 0), (1, 1)], [(0,), (1,), (0,)]]
    >>> count_items("flat", texts) == count_item("flat", texts[0]) + count_item("flat", texts[1])
    True
    """
    return Tally.total(count_group(kind, group) for group in group_items(kind, items))


def count_arrays(kind: Kind, items: ArrayLike, n_words: ArrayLike, boundaries: ArrayLike) -> Tally:
    """Return the contributions of many texts, equal to the sum of `count_item` over them.

    items : (N,) whole numbers, the text that each annotation belongs to, in any order
    n_words : (N,) the number of words of that text
    boundaries : (sum of n_words - 1,) the vectors of all annotations, one after the other

    Raises ValueError if the arrays do not fit each other or are not segmentations. Data too large
    for memory can be counted in parts of whole texts, whose tallies add up.

    >>> count_arrays("flat", [7, 7], [3, 3], [1, 0, 1, 1]) == count_item("flat", [(1, 0), (1, 1)])
    True
    """
    groups = group_arrays(kind, items, n_words, boundaries)
    return Tally.total(count_group(kind, group) for group in groups)


def count_group(kind: Kind, vectors: Integers) -> Tally:
    """Return the contribution of q texts of one length and redundancy, shape (q, c, n - 1)."""
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
        _note_pairs(counts, kind, (n, c), k, _histogram(columns, k))
    return counts


def _histogram(columns: Integers, k: int) -> Mapping[int, int]:
    """Return how many pairs of annotations of one text have each numerator of d_k."""
    largest = int(columns.max()) ** k * len(columns)
    if largest > MAX_BINS:
        found: Counter[int] = Counter()
        for _, apart in numerators(columns, k):
            found.update(apart.ravel().tolist())
        return found
    times = np.zeros(largest + 1, dtype=np.int64)
    for _, apart in numerators(columns, k):
        seen = np.bincount(apart.ravel())
        times[: len(seen)] += seen
    at = np.flatnonzero(times)
    return dict(zip(at.tolist(), times[at].tolist(), strict=True))


def numerators(columns: Integers, k: int) -> Iterator[tuple[int, Integers]]:
    """Yield the numerators of d_k over all pairs of annotations of each text, in parts.

    columns : (n - 1, c, texts), the values at each boundary

    Each part comes as the number of its first text and an array (pairs, texts) of some pairs of
    some neighbouring texts. A part fits a core's cache.
    """
    boundaries, c, texts = columns.shape
    wide = columns.astype(narrowest(int(columns.max(initial=0)) ** k * boundaries), copy=False)
    powers = wide if k == 1 else wide * wide
    block = max(CACHE // max(boundaries * c * powers.itemsize, 1), 1)
    for start in range(0, texts, block):
        part = np.ascontiguousarray(powers[:, :, start : start + block])
        for j in range(c - 1):
            apart = part[:, j + 1 :] - part[:, j, None]
            yield start, np.abs(apart, out=apart).sum(axis=0, dtype=apart.dtype)


def _note_pairs(counts: Tally, kind: Kind, group: Group, k: int, pairs: Mapping[int, int]) -> None:
    n, c = group
    if kind == "flat" or n <= MAX_LISTED_LENGTH:
        counts.shift({f"d{k}/{n}/{c}/{x}": times for x, times in pairs.items()}, 1)
        return
    counts.shift({f"sum{k}/{n}/{c}": sum(x * times for x, times in pairs.items())}, 1)
    if n <= null.MAX_NESTED_LENGTH:
        for name, of in (("near", null.tails(kind, n, k)), ("doubt", null.doubts(kind, n, k))):
            counts.shift({f"{name}{k}/{n}/{c}": null.over_pairs(of, pairs)}, 1)


def take_apart(state: Mapping[str, int]) -> Counts:
    """Sort a tally's entries by what they count."""
    items: dict[Group, int] = {}
    at: defaultdict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    pairs: dict[int, defaultdict[Group, dict[int, int]]] = {
        k: defaultdict(dict) for k in POWERS["nested"]
    }
    sums, near, doubt = ({k: Counter[Group]() for k in POWERS["nested"]} for _ in range(3))
    summed = {"sum": sums, "near": near, "doubt": doubt}
    for key, count in state.items():
        what, first, second, third = _read(key)
        if what == "items":
            items[first, second] = count
        elif what == "at":
            at[first][second, third] = count
        elif what in ("d1", "d2"):
            pairs[int(what[1])][first, second][third] = count
            sums[int(what[1])][first, second] += third * count
        else:
            summed[what[:-1]][int(what[-1])][first, second] = count
    return Counts(items, dict(at), pairs, sums, near, doubt)


@lru_cache(maxsize=2**15)
def _read(key: str) -> tuple[str, int, int, int]:
    """Return a key's name and numbers; cached, since most folds of a campaign have the same
    keys."""
    what, *numbers = key.split("/")
    first, second, third = (*map(int, numbers), 0)[:3]
    return what, first, second, third
