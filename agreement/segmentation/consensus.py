"""Consensus segmentations: mode, boundary majority, FEMN, Iterative Voting (LAW 2013, section 4).

All break ties the same way: more annotations first, then fewer boundaries (for nested vectors the
smaller sum of heights), then the smaller vector. A result says that there was a tie and lists all
that tied. The consensus tree, which need not be one of the annotations, is in
`agreement.segmentation.trees`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.entailment import entailing, entails
from agreement.segmentation.vectors import check_vectors


class Choice(NamedTuple):
    """A winner and its support; `ties` lists all tied candidates, and is empty without a tie."""

    winner: Vector | None
    support: int = 0
    ties: tuple[Vector, ...] = ()
    reason: str | None = None
    rounds: int = 0


def mode(annotations: Sequence[Vector]) -> Choice:
    """Return the most frequent annotation; support is its frequency.

    >>> mode([(0, 1), (1, 0), (0, 1)])
    Choice(winner=(0, 1), support=2, ties=(), reason=None, rounds=0)
    """
    times = Counter(map(tuple, annotations))
    if not times:
        return Choice(None, reason="There is no annotation.")
    return _choose(times, times, max(times.values()))


def boundary_support(annotations: Sequence[Vector]) -> list[int]:
    """Return how many annotations cut at each boundary."""
    return [sum(column) for column in zip(*annotations, strict=True)]


def boundary_majority(annotations: Sequence[Vector]) -> tuple[Vector | None, list[int]]:
    """Return the flat that cuts where more than half of the annotations cut, and tied boundaries.

    There is no cut where exactly half cut. None without annotations.

    >>> boundary_majority([(1, 0), (1, 1)])
    ((1, 0), [1])
    """
    if not annotations:
        return None, []
    checked = check_vectors("flat", annotations)
    c, support = len(checked), boundary_support(checked)
    ties = [i for i, cuts in enumerate(support) if 2 * cuts == c]
    return tuple(int(2 * cuts > c) for cuts in support), ties


def most_entailed(flats: Sequence[Vector], nesteds: Sequence[Vector]) -> Choice:
    """Return FEMN: the annotated flat that most nested annotations entail; support is their number.

    Trivial flats (one segment; every word alone) are left out. Undefined if no flat is left or
    there is no nested annotation.

    >>> most_entailed([(1, 0, 0), (0, 0, 1)], [(2, 1, 0), (0, 1, 2)]).ties
    ((0, 0, 1), (1, 0, 0))
    """
    flats, nesteds = check_vectors("flat", flats), check_vectors("nary", nesteds)
    times = _without_trivial(flats)
    if not times or not nesteds:
        return Choice(None, reason=_missing(flats, nesteds))
    nested_times = Counter(map(tuple, nesteds))
    entailed = {flat: entailing(nested_times, flat) for flat in times}
    return _choose(times, entailed, max(entailed.values()))


def iterative_voting(flats: Sequence[Vector], nesteds: Sequence[Vector]) -> Choice:
    """Return the winner of Iterative Voting: flats and nested vote until one flat is left.

    Trivial flats (one segment; every word alone) are taken out first (LAW 2013: "as a
    preprocessing step"), because every nested annotation entails them and they would win. In each
    round a flat scores the nested annotations that entail it, and a nested one the flat annotations
    it entails, repeats counted. Then all lowest-scoring flats and all lowest-scoring nested are
    removed together. If all nested score the same they all stay, and so do the flats. When neither
    set shrinks, the remaining flats tie. Support is the number of all nested annotations that
    entail the winner. Undefined if no flat is left at the beginning or there is no nested
    annotation.

    >>> iterative_voting([(0, 1, 0), (0, 1, 0), (1, 0, 0)], [(0, 1, 0), (2, 0, 1)]).winner
    (0, 1, 0)
    >>> iterative_voting([(0, 0, 0), (0, 0, 0), (0, 1, 0)], [(0, 1, 0)]).winner
    (0, 1, 0)
    """
    flats, nesteds = check_vectors("flat", flats), check_vectors("nary", nesteds)
    all_flats = remaining = _without_trivial(flats)
    if not remaining or not nesteds:
        return Choice(None, reason=_missing(flats, nesteds))
    all_nesteds = voters = Counter(map(tuple, nesteds))
    rounds = 0
    while len(remaining) > 1:
        scores = {flat: entailing(voters, flat) for flat in remaining}
        votes = {
            nested: sum(times for flat, times in remaining.items() if entails(nested, flat))
            for nested in voters
        }
        fewer, fewer_voters = _drop_lowest(remaining, scores), _drop_lowest(voters, votes)
        if fewer == remaining and fewer_voters == voters:
            break
        remaining, voters, rounds = fewer, fewer_voters, rounds + 1
    leaders, winner = _leaders(all_flats, remaining)
    return Choice(winner, entailing(all_nesteds, winner), leaders, rounds=rounds)


def _choose(times: Mapping[Vector, int], scores: Mapping[Vector, int], best: int) -> Choice:
    ties, winner = _leaders(times, [vector for vector, score in scores.items() if score == best])
    return Choice(winner, best, ties)


def _leaders(
    times: Mapping[Vector, int], best: Iterable[Vector]
) -> tuple[tuple[Vector, ...], Vector]:
    """Return all tied candidates (empty without a tie), and the winner among them."""
    leaders = sorted(best)
    winner = min(leaders, key=lambda vector: (-times[vector], sum(vector), vector))
    return (tuple(leaders) if len(leaders) > 1 else ()), winner


def _drop_lowest(times: Counter[Vector], scores: Mapping[Vector, int]) -> Counter[Vector]:
    lowest = min(scores.values())
    higher = Counter({vector: n for vector, n in times.items() if scores[vector] > lowest})
    return higher or times


def _without_trivial(flats: Sequence[Vector]) -> Counter[Vector]:
    """Return the flats that are neither one segment nor single words only, with their frequencies.

    Every nested annotation entails these two, and a text of two words has no others.
    """
    return Counter(flat for flat in map(tuple, flats) if len(set(flat)) > 1)


def _missing(flats: Sequence[Vector], nesteds: Sequence[Vector]) -> str:
    """Return why there is no flat to elect, or no nested annotation to vote."""
    if not flats or not nesteds:
        return f"The text has no {'nested' if flats else 'flat'} annotation."
    return "Every flat annotation is trivial: one segment or single words."
