"""Summaries of many texts at once, from arrays, equal to `figures.item_summary` of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from agreement.groups import Integers, number_groups
from agreement.segmentation.figure_shapes import ItemSummary
from agreement.segmentation.figures import TREES, disagreement, item_summary, settled
from agreement.segmentation.vectors import Kind, Vector


class _Majority(NamedTuple):
    vector: list[int] | None
    support: list[int]
    ties: list[int]
    reason: str | None = None


def item_summaries(kind: Kind, texts: Sequence[Sequence[Vector]]) -> list[ItemSummary]:
    """Return the summary of each text, equal to its `item_summary`.

    texts : the annotations of each, as tuples

    >>> [one["mode"] for one in item_summaries("flat", [[(1, 0)], [(0,), (1,), (1,)]])]
    [[1, 0], [1]]
    """
    found: dict[int, ItemSummary] = {}
    for numbers, group in number_groups(kind, texts):
        places = numbers.tolist()
        annotated = [texts[place] for place in places]
        found.update(zip(places, _of_group(kind, annotated, group), strict=True))
    return [found.get(place) or item_summary(kind, text) for place, text in enumerate(texts)]


def settled_texts(
    kind: Kind, texts: Sequence[Sequence[Vector]]
) -> list[tuple[list[int] | None, list[int] | None]]:
    """Return only the mode and the majority of each text, equal to its `figures.settled`.

    texts : the annotations of each, as tuples

    >>> settled_texts("flat", [[(1, 0)], [(0,), (1,), (1,)]])
    [([1, 0], [1, 0]), ([1], [1])]
    """
    found: dict[int, tuple[list[int] | None, list[int] | None]] = {}
    for numbers, group in number_groups(kind, texts):
        places = numbers.tolist()
        majorities = _majorities_of(kind, [texts[place] for place in places], group)
        for place, majority in zip(places, majorities, strict=True):
            mode, *_ = _mode(Counter(texts[place]))
            found[place] = list(mode), majority.vector
    return [found.get(place) or settled(kind, text) for place, text in enumerate(texts)]


def _of_group(
    kind: Kind, texts: Sequence[Sequence[Vector]], group: Integers
) -> Iterator[ItemSummary]:
    """Yield the summaries of texts of one length and redundancy, (texts, c, n - 1)."""
    _, c, boundaries = group.shape
    majorities = _majorities_of(kind, texts, group)
    for text, apart, majority in zip(texts, _apart(group), majorities, strict=True):
        counted = Counter(text)
        times = sorted(counted.items(), key=_by_frequency)
        mode, tied, most = _mode(counted)
        summary: ItemSummary = {
            "n": c,
            "annotations": [[list(vector), count] for vector, count in times],
            "mode": list(mode),
            "mode_ties": [list(vector) for vector in sorted(tied)] if len(tied) > 1 else [],
            "mode_support": most,
            "disagreement": disagreement(apart, c, boundaries),
            "majority": majority.vector,
            "majority_ties": majority.ties,
            "majority_support": majority.support,
        }
        if majority.reason is not None:
            summary["majority_reason"] = majority.reason
        yield summary


def _mode(times: Mapping[Vector, int]) -> tuple[Vector, list[Vector], int]:
    """Return the most frequent annotation, all that tie, and how often each is given."""
    most = max(times.values())
    tied = [vector for vector, count in times.items() if count == most]
    return (tied[0] if len(tied) == 1 else min(tied, key=_fewest_cuts)), tied, most


def _majorities_of(
    kind: Kind, texts: Sequence[Sequence[Vector]], group: Integers
) -> Iterator[_Majority]:
    return _majorities(group) if kind == "flat" else (_tree(kind, text) for text in texts)


def _majorities(group: Integers) -> Iterator[_Majority]:
    """Yield for each flat text where more than half cut, and where exactly half do."""
    support = group.sum(axis=1, dtype=np.int64)
    twice, c = 2 * support, group.shape[1]
    for vector, each, tied in zip(
        (twice > c).astype(np.int64).tolist(), support.tolist(), twice == c, strict=True
    ):
        yield _Majority(vector, each, np.flatnonzero(tied).tolist())


def _tree(kind: Kind, text: Sequence[Vector]) -> _Majority:
    vector, support, ties, reason = TREES[kind](text)
    return _Majority(None if vector is None else list(vector), support, ties, reason)


def _apart(group: Integers) -> list[int]:
    """Return for each text the sum of the numerators of d1 over its pairs.

    Of c values in ascending order, the one at j is above j of them and below c - 1 - j.
    """
    c = group.shape[1]
    above = 2 * np.arange(c) - c + 1
    ordered = np.sort(group, axis=1).astype(np.int64)
    apart: list[int] = np.einsum("tcb,c->t", ordered, above).tolist()
    return apart


def _by_frequency(entry: tuple[Vector, int]) -> tuple[int, Vector]:
    return -entry[1], entry[0]


def _fewest_cuts(vector: Vector) -> tuple[int, Vector]:
    return sum(vector), vector
