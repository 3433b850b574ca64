"""Annotations of many texts as arrays, grouped by the number of words and of annotations.

Each distinct vector is read once, however often it occurs. There may be any number of distinct
vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from agreement.segmentation.vectors import Kind, Vector, check_of, check_vectors

Ints: TypeAlias = NDArray[np.int64]
Integers: TypeAlias = NDArray[np.integer]  # of any width

MAX_LENGTH = 64  # maximum number of boundaries to check trees as arrays


def group_items(kind: Kind, items: Iterable[Sequence[Vector]]) -> Iterator[Integers]:
    """Yield an array of shape (texts, c, n - 1) for each number of words n and of annotations c.

    items : the annotations of each text, as tuples

    The arrays have the narrowest integer type for the largest value. Raises ValueError,
    before anything is yielded, if vectors of one text differ in length or are not segmentations.

    >>> [group.tolist() for group in group_items("flat", [[(1, 0), (1, 1)], [(0,)]])]
    [[[[0]]], [[[1, 0], [1, 1]]]]
    """
    return (group for _, group in number_groups(kind, items))


def number_groups(kind: Kind, items: Iterable[Sequence[Vector]]) -> Iterator[tuple[Ints, Integers]]:
    """Yield the groups of `group_items`, each with the numbers of its texts, from 0.

    >>> [numbers.tolist() for numbers, _ in number_groups("flat", [[(1, 0)], [], [(0,)], [(1,)]])]
    [[2, 3], [0]]
    """
    texts = list(items)
    try:
        return _groups_of(kind, texts)
    except ValueError:
        for text in texts:
            check_vectors(kind, text)  # raises an error with the position
        raise


def _groups_of(kind: Kind, texts: list[Sequence[Vector]]) -> Iterator[tuple[Ints, Integers]]:
    sizes = np.fromiter(map(len, texts), np.int64, len(texts))
    numbers = _Numbers()
    annotations = chain.from_iterable(texts)
    which = np.fromiter(map(numbers.__getitem__, annotations), np.int64, int(sizes.sum()))
    words = np.fromiter(map(len, numbers), np.int64, len(numbers)) + 1
    values = _whole_numbers(list(chain.from_iterable(numbers)))
    rows = _Rows(np.repeat(np.arange(len(texts)), sizes), words[which], _starts(words)[which])
    groups = _groups(*_checked(kind, rows, values))
    if kind != "flat":
        each = _Rows(np.arange(len(words)), words, _starts(words))
        for _, distinct in _groups(each, values):
            require_trees(distinct, kind)
    return groups


def group_arrays(
    kind: Kind, items: ArrayLike, n_words: ArrayLike, boundaries: ArrayLike
) -> Iterator[Integers]:
    """Yield the groups of `group_items` from arrays as `counting.count_arrays` takes them."""
    item, words, values = (_whole_numbers(array) for array in (items, n_words, boundaries))
    item, words = (array.astype(np.int64, copy=False) for array in (item, words))
    if len(item) != len(words) or len(values) != int(words.sum()) - len(words):
        raise ValueError("The arrays do not fit: items (N,), n_words (N,), boundaries (sum n - 1).")
    rows, narrow = _checked(kind, _Rows(item, words, _starts(words)), values)
    if kind != "flat":
        for _, group in _groups(rows, narrow):
            require_trees(group, kind)
    return (group for _, group in _groups(rows, narrow))


def require_trees(vectors: Integers, kind: Kind = "nested") -> None:
    """Raise IllFormed, with the position, if one vector of (texts, c, n - 1) is not a tree's."""
    rows = vectors.reshape(vectors.shape[0] * vectors.shape[1], vectors.shape[2])
    found = (
        range(len(rows)) if rows.shape[1] > MAX_LENGTH else np.flatnonzero(~_are_trees(rows, kind))
    )
    for row in found:
        check_of(kind)(tuple(rows[row].tolist()), rows.shape[1] + 1)


def _are_trees(rows: Integers, kind: Kind) -> NDArray[np.bool_]:
    """Return for each row whether its labels are the heights of a tree.

    Each label must be 1 more than the highest of the lower labels next to it. No equal label may
    follow these if trees are binary; if they are n-ary, it belongs to the same node.
    """
    columns = np.ascontiguousarray(rows.T)
    sound = np.ones(len(rows), dtype=bool)
    for at, own in enumerate(columns):
        below = np.full(len(rows), -1, dtype=rows.dtype)
        for neighbours in (columns[:at][::-1], columns[at + 1 :]):
            inside = np.ones(len(rows), dtype=bool)
            for neighbour in neighbours:
                equal = inside & (neighbour == own)
                inside &= neighbour < own
                np.maximum(below, np.where(inside, neighbour, below), out=below)
                if kind == "nary":
                    inside |= equal
                else:
                    sound &= ~equal
        sound &= own == below + 1
    return sound


def narrowest(largest: int) -> type[np.signedinteger]:
    """Return the narrowest integer type for the value; narrow ones are compared faster."""
    return next(t for t in (np.int8, np.int16, np.int32, np.int64) if largest <= np.iinfo(t).max)


class _Numbers(dict[Vector, int]):
    """A dict that numbers its keys in order of first access."""

    def __missing__(self, vector: Vector) -> int:
        self[vector] = number = len(self)
        return number


class _Rows(NamedTuple):
    """The text of each annotation, its number of words, and where its vector starts."""

    item: Ints
    words: Ints
    starts: Ints


def _starts(words: Ints) -> Ints:
    boundaries = words - 1
    return np.cumsum(boundaries) - boundaries


def _whole_numbers(array: ArrayLike) -> Integers:
    whole = np.asarray(array)
    if whole.ndim != 1 or (whole.size and whole.dtype.kind not in "iu"):
        raise ValueError("The arrays hold whole numbers in one dimension.")
    return whole if whole.size and whole.dtype != np.uint64 else whole.astype(np.int64)


def _checked(kind: Kind, rows: _Rows, values: Integers) -> tuple[_Rows, Integers]:
    """Return the rows in the order of the texts, and the values in the narrowest type."""
    check_of(kind)
    top = int(values.max(initial=0))
    if min(rows.words.min(initial=1) - 1, int(values.min(initial=0))) < 0:
        raise ValueError("A text has no words, or a boundary is negative.")
    if top > (1 if kind == "flat" else rows.words.max(initial=1)):
        raise ValueError("A boundary is higher than any tree over these texts.")
    if (rows.item[1:] < rows.item[:-1]).any():
        order = np.argsort(rows.item, kind="stable")
        rows = _Rows(*(column[order] for column in rows))
    same = rows.item[1:] == rows.item[:-1]
    if (same & (rows.words[1:] != rows.words[:-1])).any():
        raise ValueError("The annotations of one text have different lengths.")
    return rows, values.astype(narrowest(top), copy=False)


def _groups(rows: _Rows, values: Integers) -> Iterator[tuple[Ints, Integers]]:
    fresh = np.ones(len(rows.item), dtype=bool)
    fresh[1:] = rows.item[1:] != rows.item[:-1]
    first = np.flatnonzero(fresh)
    words, sizes = rows.words[first], np.diff(first, append=len(rows.item))
    in_a_row = not (np.diff(rows.starts) - rows.words[:-1] + 1).any()
    largest = int(sizes.max(initial=0)) + 1
    groups = words * largest + sizes
    for group in np.unique(groups).tolist():
        n, c = divmod(group, largest)
        texts = first[groups == group]
        if in_a_row:
            vectors = sliding_window_view(values, c * (n - 1))[rows.starts[texts]]
        else:
            members = texts[:, None] + np.arange(c)
            vectors = sliding_window_view(values, n - 1)[rows.starts[members]]
        yield rows.item[texts], vectors.reshape(len(texts), c, n - 1)
