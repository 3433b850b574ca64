"""Figures of a crowd that labelled items: its workers, its consensus and its accuracy.

One label per item, or a place on a scale: consensus by majority, absolute majority and Dawid-Skene,
as in `crowd` for pairs. On a scale also by the median; the two middle answers tie if they differ.
With more than `MAX_LABELS` labels, such as ratings from 0 to 100, Dawid-Skene's model is left out.

Any number of labels: each label is settled separately, as `label_sets` explains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from agreement.votes.ballots import Ballots
from agreement.votes.crowd import CrowdCount, Given, Lines, differences_of
from agreement.votes.crowd_shapes import CrowdFigures, Line, ScaleLine, SetFigures, SetLine
from agreement.votes.dawid_skene import PSEUDO_COUNT
from agreement.votes.label_counting import Kind, LabelBallots
from agreement.votes.label_sets import SetCount, SetLines
from agreement.votes.poll import Choices
from agreement.votes.scale_alpha import number_of
from agreement.votes.ways import ITEM, Gold, Way

MAX_LABELS = 50


def figures_of_label_crowd(
    ballots: LabelBallots, kind: Kind, gold: Gold | None = None, models: Sequence[str] = ()
) -> CrowdFigures | SetFigures:
    """Return the figures of workers, consensus and accuracy.

    ballots : votes whose labels are answers
    gold : the true answer of each item for which it is known
    models : names of further models in `skill_models`

    >>> from agreement.votes.ballots import ballots_of
    >>> votes = [(item, worker, ("a", "b")) for item in "pq" for worker in ("ann", "bob")]
    >>> found = figures_of_label_crowd(ballots_of([*votes, ("p", "cy", ())]), "any", {"p": ("a",)})
    >>> found["consensus"]["majority"]["accuracy"]
    0.0
    >>> found["consensus"]["majority"]["labels"]["a"]["accuracy"]
    1.0
    """
    count = count_of_labels(ballots, kind, gold or {}, models)
    differences, _ = differences_of(count)
    figures = count.figures()
    figures["differences"] = differences
    return figures


def lines_of_label_crowd(
    ballots: LabelBallots, kind: Kind, gold: Gold | None = None, models: Sequence[str] = ()
) -> Sequence[Line] | Sequence[SetLine]:
    """Return one line for each item: its label or labels by each method, with the support."""
    count = count_of_labels(ballots, kind, gold or {}, models)
    return count.add(count.items).all


class LabelCount(Protocol):
    """The figures of a crowd, computed some items at a time, in the order of names."""

    @property
    def items(self) -> Sequence[Any]: ...
    def add(self, names: Sequence[str], /) -> Lines | SetLines: ...
    def figures(self) -> CrowdFigures | SetFigures: ...


def count_of_labels(
    ballots: LabelBallots,
    kind: Kind,
    gold: Gold,
    models: Sequence[str] = (),
    pseudo_count: float = PSEUDO_COUNT,
) -> LabelCount:
    """Return the count of a crowd, as a `crowd.CrowdCount`, with nothing settled yet."""
    if kind == "any":
        return SetCount(ballots, gold, models, pseudo_count)
    if kind == "scale":
        return ScaleCount(_single(ballots), _single_gold(gold), models, pseudo_count)
    single, known = _single(ballots), _single_gold(gold)
    return CrowdCount(single, known, ITEM, MAX_LABELS, models, pseudo_count)


class ScaleCount:
    """A crowd's places on a scale, also settled by the median."""

    def __init__(
        self,
        ballots: Given,
        gold: Mapping[Any, str],
        models: Sequence[str] = (),
        pseudo_count: float = PSEUDO_COUNT,
    ) -> None:
        self._count = CrowdCount(ballots, gold, ITEM, MAX_LABELS, models, pseudo_count)
        self._medians, self._gold = _Medians(ballots.by_name()), gold
        self._done, self._way = 0, Way()

    @property
    def items(self) -> Sequence[Any]:
        return self._count.items

    def add(self, names: Sequence[str]) -> Lines:
        """Settle and count the next items, under these names."""
        medians = self._medians.of(self._done, names)
        keys = self.items[self._done : self._done + len(names)]
        gold = {n: self._gold[key] for n, key in zip(names, keys, strict=True) if key in self._gold}
        self._done += len(names)
        self._way.add(medians, gold)
        lines = self._count.add(names)
        return Lines(names, lines.differing, lambda name: _on_scale(lines.line_of(name), medians))

    def figures(self) -> CrowdFigures:
        """Return the figures of all that was added; callers that store the lines add the
        differences."""
        found = self._count.figures()
        known = bool(self._gold)
        found["consensus"]["median"] = self._way.figure(len(self.items), ITEM, known=known)
        return found


def _single(ballots: LabelBallots) -> Given:
    return Ballots(*ballots[:5], label_names=[label for (label,) in ballots.label_names])


def _single_gold(gold: Gold) -> dict[Any, str]:
    return {item: label for item, (label,) in gold.items()}


class _Medians:
    """The median value of each item, or its two middle values if they differ."""

    def __init__(self, ballots: Given) -> None:
        names = ballots.label_names
        order = sorted(range(len(names)), key=lambda place: number_of(names[place]))
        ranks = np.empty(len(names), dtype=np.int64)
        ranks[order] = np.arange(len(names))
        given = ranks[ballots.labels]
        given = given[np.lexsort((given, ballots.items))]
        sizes = np.bincount(ballots.items, minlength=len(ballots.item_names))
        starts = np.cumsum(sizes) - sizes
        self._low, self._high = given[starts + (sizes - 1) // 2], given[starts + sizes // 2]
        self._values = [names[place] for place in order]

    def of(self, begin: int, names: Sequence[str]) -> Choices:
        """Return the medians of the items from `begin` on, under these names."""
        place = slice(begin, begin + len(names))
        ends = (self._low[place].tolist(), self._high[place].tolist())
        return {
            name: tuple(self._values[rank] for rank in dict.fromkeys(both))
            for name, *both in zip(names, *ends, strict=True)
        }


def _on_scale(line: Line, medians: Choices) -> ScaleLine:
    """Return a line with the median, and with its values from low to high."""
    middle = medians[line["item"]]
    return {
        **line,
        "votes": dict(sorted(line["votes"].items(), key=_by_number)),
        "ties": sorted(line["ties"], key=number_of),
        "dawid_skene_ties": sorted(line["dawid_skene_ties"], key=number_of),
        "posterior": dict(sorted(line["posterior"].items(), key=_by_number)),
        "median": middle[0] if len(middle) == 1 else None,
        "median_ties": list(middle) if len(middle) > 1 else [],
    }


def _by_number(entry: tuple[str, object]) -> Fraction:
    return number_of(entry[0])
