"""The consensus tree: the binary tree whose groups have the most votes.

A nested annotation votes for each of its groups: the words under each of its nodes. Votes add up
over a tree, so the best tree of every stretch of words follows from the best trees of its parts
(CKY dynamic programming). The tree need not be one of the annotations.

Ties: if a group can be split at several boundaries without losing votes, the split with the lowest
height is taken, then the leftmost. The result lists these boundaries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from agreement.segmentation.vectors import Vector, nodes

Span: TypeAlias = tuple[int, int]  # first and last word

MAX_LENGTH = 100  # the cost grows with the cube: a quarter of a second at this length


class ConsensusTree(NamedTuple):
    """The tree's vector, the votes for the group split at each boundary, and the tied
    boundaries."""

    vector: Vector | None
    support: list[int]
    ties: list[int]
    reason: str | None = None


class Part(NamedTuple):
    """The best tree over a stretch of words: its votes, its height, and where its root splits
    it."""

    votes: int
    height: int
    boundary: int
    tied: bool


def span_votes(annotations: Sequence[Vector]) -> Counter[Span]:
    """Return how many annotations contain each group of two words or more.

    >>> sorted(span_votes([(0, 1), (0, 1), (1, 0)]).items())
    [((0, 1), 2), ((0, 2), 3), ((1, 2), 1)]
    """
    votes: Counter[Span] = Counter()
    for vector, times in Counter(map(tuple, annotations)).items():
        for node in nodes(vector):
            votes[node.first, node.last] += times
    return votes


def consensus_tree(annotations: Sequence[Vector]) -> ConsensusTree:
    """Return the tree with the most votes for its groups.

    Undefined without annotations and, because of its cost, for more than MAX_LENGTH words.

    >>> consensus_tree([(0, 1, 2), (0, 1, 2), (1, 0, 2), (2, 1, 0), (2, 1, 0)])
    ConsensusTree(vector=(0, 1, 2), support=[2, 3, 5], ties=[], reason=None)
    >>> consensus_tree([(0, 1), (1, 0)]).ties  # either pair could have been joined first
    [0]
    """
    if not annotations:
        return ConsensusTree(None, [], [], "There is no annotation.")
    n = len(annotations[0]) + 1
    if n > MAX_LENGTH:
        reason = f"The consensus tree is computed for texts of up to {MAX_LENGTH} words."
        return ConsensusTree(None, [], [], reason)
    votes = span_votes(annotations)
    vector, support = [0] * (n - 1), [0] * (n - 1)
    ties: list[int] = []
    for span, part in _walk(n, _best_parts(n, votes)):
        vector[part.boundary] = part.height
        support[part.boundary] = votes[span]
        if part.tied:
            ties.append(part.boundary)
    return ConsensusTree(tuple(vector), support, sorted(ties))


def _best_parts(n: int, votes: Mapping[Span, int]) -> dict[Span, Part]:
    """Return the best tree of each stretch of words, by (votes, -height)."""
    best = {(i, i): Part(0, -1, i, False) for i in range(n)}
    for length in range(2, n + 1):
        for first in range(n - length + 1):
            last = first + length - 1
            most = height = -1
            boundary, tied = first, False
            for at in range(first, last):
                left, right = best[first, at], best[at + 1, last]
                worth = left.votes + right.votes
                higher = 1 + max(left.height, right.height)
                tied = worth == most or (tied and worth < most)
                if worth > most or (worth == most and higher < height):
                    most, height, boundary = worth, higher, at
            best[first, last] = Part(most + votes.get((first, last), 0), height, boundary, tied)
    return best


def _walk(n: int, best: Mapping[Span, Part]) -> Iterator[tuple[Span, Part]]:
    """Yield the groups of the best tree, of two words or more."""
    waiting = [(0, n - 1)]
    while waiting:
        first, last = waiting.pop()
        if first < last:
            part = best[first, last]
            yield (first, last), part
            waiting += [(first, part.boundary), (part.boundary + 1, last)]
