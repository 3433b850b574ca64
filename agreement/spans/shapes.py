"""Types of the span figures that `figures` computes."""

from __future__ import annotations

from typing import TypedDict

from agreement.figure import ExactFigure


class Alpha(ExactFigure):
    """Alpha of the texts with two answers or more, with its observed and expected disagreement."""

    observed: float | None
    expected: float | None
    items: int
    judgments: int
    left_out: int


class Shared(ExactFigure):
    """A mean over pairs of answers, and the number of texts with two answers or more."""

    items: int


class Given(TypedDict):
    """The spans given, their mean number per answer, and answers without one."""

    spans: int
    mean: float | None
    none: int


class Settled(TypedDict):
    """The consensus spans by votes, and place by place; the texts with an undecided one."""

    votes: int
    words: int
    undecided: int


class Label(TypedDict):
    """A label: its spans, their share of all, and its figures."""

    label: str
    spans: int
    share: float
    alpha: Alpha
    exact: Shared
    partial: Shared
    votes: int
    words: int


class SpanFigures(TypedDict):
    """All figures of spans."""

    items: int
    judgments: int
    one_judgment: int
    alpha: Alpha
    coincidence: Alpha
    places: Alpha
    exact: Shared
    partial: Shared
    pairwise_agreement: float | None
    pairwise: Shared
    given: Given
    consensus: Settled
    labels: list[Label]


class ItemSummary(TypedDict):
    """The summary of one text; `votes` has each span with its count."""

    n: int
    length: int
    votes: list[list[int | str]]
    voted: list[list[int | str]]
    half: list[list[int | str]]
    words: list[list[int | str]]
    disagreement: ExactFigure
