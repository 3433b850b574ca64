"""Figures and summaries of labelled trees, ready for JSON (see `figures`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypedDict

from agreement.figure import ExactFigure, NominalFigure, figure_of, nominal_figure
from agreement.segmentation import consensus
from agreement.segmentation.figure_shapes import ItemSummary
from agreement.segmentation.figures import TREES, Kind, item_summary
from agreement.segmentation.tree_kinds import labelled
from agreement.segmentation.tree_kinds.labelled import consensus_labels
from agreement.segmentation.tree_kinds.labelled_vectors import heights_of
from agreement.segmentation.vectors import Vector
from agreement.tally import Tally

NO_PAIR = "No text of two or more words has two annotations."
NO_UNIT = "No group is in two annotations of a text."


class LabelledGroups(ExactFigure):
    """F of labelled groups, over pairs of annotations of the same text."""

    shared: int
    groups: int
    pairs: int


class LabelAlpha(NominalFigure):
    """Alpha of labels: the groups in two annotations, their labels, and the groups in one only."""

    units: int
    labels: int
    left_out: int


class LabelFigures(TypedDict):
    """The figures that only labelled trees have."""

    labelled: LabelledGroups
    label_alpha: LabelAlpha


def label_contribution(vectors: Sequence[Vector]) -> Tally:
    """Return one item's contribution to the agreement on labels."""
    return labelled.count_item(vectors)


def label_figures(state: Mapping[str, int]) -> LabelFigures:
    """Return the agreement on labels, from the sum of the contributions.

    >>> label_figures(label_contribution([(0, 1, 0, 1), (0, 1, 0, 2)]))["label_alpha"]["exact"]
    '2/5'
    """
    groups, alpha = labelled.labelled_bracketing(state), labelled.label_alpha(state)
    return {
        "labelled": {
            **figure_of(groups.value, NO_PAIR),
            "shared": groups.shared,
            "groups": groups.groups,
            "pairs": groups.pairs,
        },
        "label_alpha": {
            **nominal_figure(alpha, "" if alpha.units else NO_UNIT),
            "units": alpha.units,
            "labels": alpha.labels,
            "left_out": alpha.left_out,
        },
    }


def labelled_summary(kind: Kind, vectors: Sequence[Vector]) -> ItemSummary:
    """Return the summary of one item with labelled trees of this kind.

    Its modes and its majority are labelled; distances and groups are those of the trees.

    >>> found = labelled_summary("nary", [(0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 0, 0)])
    >>> found["mode"], found["majority"], found["label_support"]
    ([0, 0, 1, 1], [0, 0, 1, 1], [2, 2])
    """
    summary = item_summary(kind, list(map(heights_of, vectors)))
    times, mode = Counter(vectors), consensus.mode(vectors)
    by_frequency = sorted(times.items(), key=lambda entry: (-entry[1], entry[0]))
    summary["annotations"] = [[list(vector), count] for vector, count in by_frequency]
    summary["mode"] = None if mode.winner is None else list(mode.winner)
    summary["mode_ties"] = [list(vector) for vector in mode.ties]
    summary["mode_support"] = mode.support
    if summary["majority"] is None:
        return summary
    names = consensus_labels(tuple(summary["majority"]), vectors)
    summary["majority"] = None if names.vector is None else list(names.vector)
    summary["label_support"], summary["label_ties"] = names.support, names.ties
    if names.reason is not None:
        summary["majority_reason"] = names.reason
    return summary


def labelled_settled(
    kind: Kind, vectors: Sequence[Vector]
) -> tuple[list[int] | None, list[int] | None]:
    """Return only the mode and the majority of `labelled_summary`."""
    mode, tree = consensus.mode(vectors).winner, TREES[kind](list(map(heights_of, vectors))).vector
    majority = None if tree is None else consensus_labels(tree, vectors).vector
    return None if mode is None else list(mode), None if majority is None else list(majority)
