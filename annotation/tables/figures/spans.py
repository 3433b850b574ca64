"""The shapes of the figures of spans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from annotation.tables.figures.common import Figure, Summary

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class SpanLabel(TypedDict):
    """A label: how many spans have it, its own agreement, and the spans that it settles."""

    label: ReadOnly[str]
    spans: ReadOnly[int]
    share: ReadOnly[float]
    alpha: ReadOnly[Figure]
    exact: ReadOnly[Figure]
    partial: ReadOnly[Figure]
    votes: ReadOnly[int]
    words: ReadOnly[int]


class SpansGiven(TypedDict):
    """All spans given, how many a judgment has, and judgments without one."""

    spans: ReadOnly[int]
    mean: ReadOnly[float | None]
    none: ReadOnly[int]


class SpansSettled(TypedDict):
    """The spans that are settled, in two ways, and the texts with one that half marked."""

    votes: ReadOnly[int]
    words: ReadOnly[int]
    undecided: ReadOnly[int]


class SpanFigures(TypedDict, total=False):
    """The figures of spans; none before anything is judged."""

    coincidence: ReadOnly[Figure]
    given: ReadOnly[SpansGiven]
    consensus: ReadOnly[SpansSettled]
    labels: ReadOnly[Sequence[SpanLabel]]


class SpanSummary(Summary, total=False):
    """The summary of an item: spans as from, up to and label, in `votes` with their count."""

    votes: ReadOnly[Sequence[Sequence[int | str]]]
    voted: ReadOnly[Sequence[Sequence[int | str]]]
    half: ReadOnly[Sequence[Sequence[int | str]]]
    words: ReadOnly[Sequence[Sequence[int | str]]]
