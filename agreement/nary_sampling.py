"""Random trees whose nodes have two or more parts, all equally likely, the same on every machine.

The trees over n words with m nodes correspond one to one to the sequences of n zeros and m numbers
of at least 2 that add up to n + m - 1: the numbers of parts in preorder. Of the n + m rotations of
any such sequence, in a circle, exactly one is a preorder (cycle lemma; Dvoretzky and Motzkin 1947).
So m is drawn first, by the number of trees with m nodes, then a sequence, and it is rotated.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from math import comb

import numpy as np
from numpy.typing import NDArray

from agreement.sampling import BLOCK, LINK, Draws, Ints

Cells = NDArray[np.int8]

LEAF, NODE, MORE = 0, 1, 2  # a node with p parts takes p - 1 cells: NODE, then MORE


def trees_by_nodes(n_words: int) -> list[int]:
    """Return how many trees over n >= 2 words have 1, 2, ... n - 1 nodes.

    >>> trees_by_nodes(4)
    [1, 5, 5]
    """
    return [
        comb(n_words + m, m) * comb(n_words - 2, m - 1) // (n_words + m) for m in range(1, n_words)
    ]


def random_nary_trees(n_words: int, size: int, draws: Draws) -> Ints:
    """Return the height vectors of uniformly random n-ary trees, shape (size, n - 1).

    Raises ValueError for n < 2 words.

    >>> sorted(set(map(tuple, random_nary_trees(3, 50, Draws(1)).tolist())))
    [(0, 0), (0, 1), (1, 0)]
    """
    if n_words < 2:
        raise ValueError(f"A text of {n_words} words has no boundary.")
    blocks = [
        _heights(_preorders(n_words, min(BLOCK, size - start), draws))
        for start in range(0, size, BLOCK)
    ]
    return np.concatenate(blocks) if blocks else np.zeros((0, n_words - 1), dtype=np.int64)


@lru_cache(maxsize=128)
def _thresholds(n_words: int) -> NDArray[np.uint64]:
    """Return where the numbers of nodes change, on the scale of a 64-bit word."""
    up_to = list(accumulate(trees_by_nodes(n_words)))
    return np.array([(count << 64) // up_to[-1] for count in up_to[:-1]], dtype=np.uint64)


def _preorders(n_words: int, size: int, draws: Draws) -> Cells:
    cells = np.empty((size, 2 * n_words - 1), dtype=np.int8)
    number = 1 + np.searchsorted(_thresholds(n_words), draws.words(size), side="right")
    for m in range(1, n_words):
        rows = np.flatnonzero(number == m)
        if len(rows):
            cells[rows] = _with_nodes(n_words, m, len(rows), draws)
    return cells


def _with_nodes(n_words: int, m: int, size: int, draws: Draws) -> Cells:
    """Return preorders of random trees with m nodes."""
    places = _subsets(n_words + m, m, size, draws)
    bars = _subsets(n_words - 2, m - 1, size, draws)
    edges = np.concatenate([np.full((size, 1), -1), bars, np.full((size, 1), n_words - 2)], axis=1)
    parts = np.zeros((size, n_words + m), dtype=np.int64)
    np.put_along_axis(parts, places, 1 + np.diff(edges, axis=1), axis=1)
    lowest = (parts - 1).cumsum(axis=1).argmin(axis=1)
    columns = (lowest[:, None] + 1 + np.arange(n_words + m)) % (n_words + m)
    parts = np.take_along_axis(parts, columns, axis=1)
    widths = np.maximum(parts - 1, 1)
    starts = widths.cumsum(axis=1) - widths
    cells = np.full((size, 2 * n_words - 1), MORE, dtype=np.int8)
    np.put_along_axis(cells, starts, np.where(parts > 0, NODE, LEAF).astype(np.int8), axis=1)
    return cells


def _subsets(of: int, size: int, times: int, draws: Draws) -> Ints:
    """Return random subsets of 0 to of - 1, each in ascending order, (times, size)."""
    keys = draws.words(times * of).reshape(times, of)
    return np.sort(np.argsort(keys, axis=1, kind="stable")[:, :size], axis=1)


def _heights(cells: Cells) -> Ints:
    """Return the height vectors, read from the last cell to the first: parts before nodes.

    A stack contains for each finished part its height and its first word, counted from 1. A cell of
    a node joins the two uppermost parts, and notes its node at the boundary between them; the
    height of the node is known at its first cell, which is read last.
    """
    size, width = cells.shape
    words = (width + 1) // 2
    rows, columns = np.arange(size), np.arange(width)
    owners = np.maximum.accumulate(np.where(cells == NODE, columns, 0), axis=1).astype(LINK)
    node_at = np.zeros((words + 1, size), dtype=LINK)  # by boundary; leaves write to the last row
    height_of = np.zeros((width, size), dtype=LINK)
    heights, firsts = (np.zeros((words + 2, size), dtype=LINK) for _ in range(2))
    top, word = np.ones(size, dtype=np.int64), np.full(size, words, dtype=LINK)
    for column in range(width - 1, -1, -1):
        cell, below = cells[:, column], top - 1
        leaf = cell == LEAF
        height = np.maximum(heights[top, rows], heights[below, rows]) + (cell == NODE)
        node_at[np.where(leaf, words, firsts[below, rows] - 1), rows] = owners[:, column]
        height_of[column] = height
        first = np.where(leaf, word, firsts[top, rows])
        top = np.where(leaf, top + 1, below)
        heights[top, rows] = np.where(leaf, -1, height)
        firsts[top, rows] = first
        word -= leaf
    return np.take_along_axis(height_of, node_at[1:words].astype(np.int64), axis=0).T.astype(
        np.int64
    )
