"""Seeded random numbers and random binary trees, the same on every machine.

Everything is derived from the 64-bit words of PCG64. NumPy promises that its stream never changes,
and makes no such promise for its other generators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Links: TypeAlias = NDArray[np.int16]

SEED = 2013
PAIRS = 10**6
BLOCK = 2**13  # trees made at once
LINK = (
    np.int16
)  # a node's number; narrow, so that a block fits the cache. Texts have up to 16,383 words


class Draws:
    """Uniform random whole numbers below a bound, with a relative error of at most bound / 2^32.

    The first `skip` numbers are left out, at no cost.

    >>> Draws(1).below(10, 5).tolist()
    [5, 9, 1, 9, 3]
    >>> Draws(1, skip=3).below(10, 2).tolist()
    [9, 3]
    """

    def __init__(self, seed: int, skip: int = 0) -> None:
        self._words = np.random.PCG64(seed).advance(skip)

    def words(self, size: int) -> NDArray[np.uint64]:
        """Return whole numbers of 64 bits."""
        return self._words.random_raw(size)

    def below(self, bound: int, size: int) -> Ints:
        high = self._words.random_raw(size) >> np.uint64(32)
        return ((high * np.uint64(bound)) >> np.uint64(32)).astype(np.int64)


def random_trees(n_words: int, size: int, draws: Draws) -> Ints:
    """Return the height vectors of uniformly random binary trees, shape (size, n - 1).

    Remy's algorithm (Knuth, The Art of Computer Programming, 7.2.1.6, algorithm R): each step picks
    one of the 2 j + 1 nodes of a tree and puts a new inner node in its place, whose children are
    the picked node and a new leaf, in random order. Raises ValueError for n < 2 words.

    >>> sorted(set(map(tuple, random_trees(3, 50, Draws(1)).tolist())))
    [(0, 1), (1, 0)]
    """
    if n_words < 2:
        raise ValueError(f"A text of {n_words} words has no boundary.")
    blocks = [
        _heights(_preorder(_grow(n_words - 1, min(BLOCK, size - start), draws)))
        for start in range(0, size, BLOCK)
    ]
    return np.concatenate(blocks) if blocks else np.zeros((0, n_words - 1), dtype=np.int64)


RandomTrees: TypeAlias = Callable[[int, int, Draws], Ints]  # words, trees


def sampled_counts(
    n_words: int, pairs: int = PAIRS, seed: int = SEED, trees: RandomTrees = random_trees
) -> tuple[dict[int, int], dict[int, int]]:
    """Return how many of `pairs` random pairs of trees have each numerator of d1, and of d2.

    trees : what draws them; binary ones if not given

    >>> d1, d2 = sampled_counts(4, pairs=1000)
    >>> sorted(d1), sum(d1.values())  # of 25 pairs 5 are at 0, 10 at 2 and 10 at 4
    ([0, 2, 4], 1000)
    """
    draws = Draws(seed + n_words)
    counts: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for start in range(0, pairs, BLOCK):
        size = min(BLOCK, pairs - start)
        one, other = (trees(n_words, size, draws) for _ in range(2))
        for count, difference in zip(counts, (one - other, one * one - other * other), strict=True):
            apart, times = np.unique(np.abs(difference).sum(axis=1), return_counts=True)
            count.update(dict(zip(apart.tolist(), times.tolist(), strict=True)))
    return counts[0], counts[1]


def _grow(inner: int, size: int, draws: Draws) -> Links:
    """Return random trees with `inner` inner nodes as links: inner nodes are odd, leaves even.

    The root is links[0]; an inner node i has the children links[i] and links[i + 1].
    """
    width = 2 * inner + 2
    if width > np.iinfo(LINK).max:
        raise ValueError(f"A text of {inner + 1:,} words is too long to draw trees over it.")
    links = np.zeros((size, width), dtype=LINK)
    flat, rows = links.ravel(), np.arange(size) * width
    for j in range(1, inner + 1):
        draw = draws.below(4 * j - 2, size)
        at, side = rows + draw // 2, draw % 2
        flat[rows + 2 * j - side] = 2 * j
        flat[rows + 2 * j - 1 + side] = flat[at]
        flat[at] = 2 * j - 1
    return links


def _preorder(links: Links) -> NDArray[np.bool_]:
    """Return whether each node, in preorder, is an inner one.

    A stack contains the nodes still to be visited; `top` is the index of its last entry, for
    each tree.
    """
    size, width = links.shape
    flat, rows = links.ravel(), np.arange(size) * width
    stack, top = np.zeros((width // 2 + 2) * size, dtype=LINK), np.arange(size)
    stack[top] = links[:, 0]
    inner = np.zeros((width - 1, size), dtype=np.bool_)
    for step in range(width - 1):
        node = stack[top]
        odd = node & 1
        inner[step] = odd
        stack[top] = flat[rows + node + odd]  # the right child; never read if the node is a leaf
        stack[top + size] = flat[rows + node]
        top += (2 * odd.astype(np.int64) - 1) * size
    return inner


def _heights(inner: NDArray[np.bool_]) -> Ints:
    """Return the height vectors, read from the last node to the first: children before parents.

    A stack contains the height of each finished subtree and its first word, counted from 1. A leaf
    is pushed. An inner node replaces its two subtrees, and its height is written to the boundary
    before the first word of the right one. Leaves write to boundary 0, which is dropped.
    """
    nodes, size = inner.shape
    words = (nodes + 1) // 2
    result = np.zeros((size, words), dtype=np.int64)
    flat, rows = result.ravel(), np.arange(size) * words
    heights, firsts = (np.zeros((words + 2) * size, dtype=LINK) for _ in range(2))
    top, word = np.arange(size) + size, np.full(size, words, dtype=LINK)
    for joint in inner[::-1]:
        below = top - size
        height = 1 + np.maximum(heights[top], heights[below])
        left, right = firsts[top], firsts[below]
        flat[rows + (right - 1) * joint] = height
        top = np.where(joint, below, top + size)
        heights[top] = (height + 1) * joint - 1
        firsts[top] = np.where(joint, left, word)
        word -= ~joint
    return result[:, 1:]
