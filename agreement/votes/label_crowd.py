"""Figures of a crowd that labelled items: its workers, its consensus and its accuracy.

One label an item, or a place on a scale: as `crowd` has it of pairs, by majority, absolute majority
and Dawid-Skene. On a scale also by the median; the two middle answers tie where they differ. Of
more than `MOST_LABELS` labels, as ratings from 0 to 100 have, Dawid-Skene's model is left out.

Any number of labels: as `label_sets` explains, each label is settled by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from agreement.votes.ballots import Ballots
from agreement.votes.crowd import (
    Choices,
    Given,
    consensus_figure,
    figures_of_crowd,
    lines_of_crowd,
)
from agreement.votes.crowd_shapes import CrowdFigures, Line, ScaleLine, SetFigures, SetLine
from agreement.votes.label_counting import Kind, LabelBallots
from agreement.votes.label_sets import ITEM, Gold, figures_of_sets, line_of_sets, settle_sets
from agreement.votes.scale_alpha import number_of

MOST_LABELS = 50


def figures_of_label_crowd(
    ballots: LabelBallots, kind: Kind, gold: Gold | None = None
) -> CrowdFigures | SetFigures:
    """Return the figures of workers, consensus and accuracy.

    ballots : votes whose labels are answers
    gold : the true answer of each item for which it is known

    >>> from agreement.votes.ballots import ballots_of
    >>> votes = [(item, worker, ("a", "b")) for item in "pq" for worker in ("ann", "bob")]
    >>> found = figures_of_label_crowd(ballots_of([*votes, ("p", "cy", ())]), "any", {"p": ("a",)})
    >>> found["consensus"]["majority"]["accuracy"]
    0.0
    >>> found["consensus"]["majority"]["labels"]["a"]["accuracy"]
    1.0
    """
    if kind == "any":
        return figures_of_sets(ballots, gold or {})
    single, known = _single(ballots), _single_gold(gold)
    figures = figures_of_crowd(single, known, ITEM, MOST_LABELS)
    if kind == "scale":
        medians = _medians(single)
        consensus = consensus_figure(medians, len(ballots.item_names), known, ITEM)
        figures["consensus"]["median"] = consensus
        figures["differences"] = [_on_scale(line, medians) for line in figures["differences"]]
    return figures


def lines_of_label_crowd(
    ballots: LabelBallots, kind: Kind, gold: Gold | None = None
) -> Sequence[Line] | Sequence[SetLine]:
    """Return one line for each item: its label or labels by each way, with the support."""
    if kind == "any":
        sets = settle_sets(ballots)
        return [line_of_sets(item, sets, gold or {}) for item in sets.items]
    single = _single(ballots)
    lines = lines_of_crowd(single, _single_gold(gold), ITEM, MOST_LABELS)
    if kind == "scale":
        medians = _medians(single)
        return [_on_scale(line, medians) for line in lines]
    return lines


def _single(ballots: LabelBallots) -> Given:
    return Ballots(*ballots[:5], label_names=[label for (label,) in ballots.label_names])


def _single_gold(gold: Gold | None) -> dict[str, str]:
    return {item: label for item, (label,) in (gold or {}).items()}


def _medians(ballots: Given) -> Choices:
    """Return the median value of each item, or the two values beside it where they differ."""
    names = ballots.label_names
    order = sorted(range(len(names)), key=lambda place: number_of(names[place]))
    ranks = np.empty(len(names), dtype=np.int64)
    ranks[order] = np.arange(len(names))
    given = ranks[ballots.labels]
    given = given[np.lexsort((given, ballots.items))]
    sizes = np.bincount(ballots.items, minlength=len(ballots.item_names))
    starts = np.cumsum(sizes) - sizes
    middle = (given[starts + (sizes - 1) // 2].tolist(), given[starts + sizes // 2].tolist())
    return {
        item: [names[order[rank]] for rank in dict.fromkeys(ends)]
        for item, *ends in zip(ballots.item_names, *middle, strict=True)
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
