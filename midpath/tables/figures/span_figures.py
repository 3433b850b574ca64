"""The types of the figures of spans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from midpath.tables.figures.common import Figure, Summary

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class SpanLabel(TypedDict):
    """A label: the number of its spans, its own agreement, and the spans that it settles."""

    label: ReadOnly[str]
    spans: ReadOnly[int]
    share: ReadOnly[float]
    alpha: ReadOnly[Figure]
    exact: ReadOnly[Figure]
    partial: ReadOnly[Figure]
    votes: ReadOnly[int]
    words: ReadOnly[int]


class SpansGiven(TypedDict):
    """The number of all spans, the number per judgment, and the judgments without any."""

    spans: ReadOnly[int]
    mean: ReadOnly[float | None]
    none: ReadOnly[int]


class SpansSettled(TypedDict):
    """The spans settled by each of two methods, and the texts with a span that half of the workers
    marked."""

    votes: ReadOnly[int]
    words: ReadOnly[int]
    undecided: ReadOnly[int]


class SpanFigures(TypedDict, total=False):
    """The figures of spans; empty before the first judgment."""

    given: ReadOnly[SpansGiven]
    consensus: ReadOnly[SpansSettled]
    labels: ReadOnly[Sequence[SpanLabel]]


class SpanSummary(Summary, total=False):
    """The summary of an item. Spans are from, up to and label; in `votes` also their count."""

    votes: ReadOnly[Sequence[Sequence[int | str]]]
    voted: ReadOnly[Sequence[Sequence[int | str]]]
    half: ReadOnly[Sequence[Sequence[int | str]]]
    words: ReadOnly[Sequence[Sequence[int | str]]]
