"""The types of the figures of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from midpath.tables.figures.common import Figure, Summary

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class Chosen(TypedDict):
    """The number of times a label was chosen, the number of items that it settles, and its α
    alone."""

    judgments: ReadOnly[int]
    share: ReadOnly[float]
    consensus: ReadOnly[int]
    alpha: ReadOnly[Figure]


class Label(Chosen):
    """A label, by its code."""

    label: ReadOnly[str]


class LabelFigures(TypedDict, total=False):
    """The figures of labels; only a scale has a mean, a median and also a nominal α."""

    labels: ReadOnly[Sequence[Label]]
    nominal: ReadOnly[Figure]
    mean: ReadOnly[Figure]
    median: ReadOnly[Figure]


class LabelSummary(Summary, total=False):
    """The summary of an item; `chosen` and `undecided` are of any number of labels."""

    winner: ReadOnly[str | None]
    ties: ReadOnly[Sequence[str]]
    chosen: ReadOnly[Sequence[str]]
    undecided: ReadOnly[Sequence[str]]
