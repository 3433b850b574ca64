"""Types of the label figures that `label_figures` computes."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from agreement.figure import ExactFigure, NominalFigure


class Alpha(NominalFigure):
    """Alpha of items; those with one judgment are left out."""

    items: int
    judgments: int
    left_out: int


class MeanAlpha(Alpha):
    """The mean alpha of labels; `labels` is the number of labels that have one."""

    labels: int


class Pairwise(ExactFigure):
    """The mean pairwise agreement, and the number of items with two answers or more."""

    items: int


class Share(TypedDict):
    """A number of items, and its share; None if there are no items."""

    items: int
    share: float | None


class Majority(TypedDict):
    """The items by their consensus; `absolute` are those where more than half agree."""

    consensus: dict[str, int]
    ties: int
    absolute: Share


class Label(TypedDict):
    """A label: the answers that have it, the items settled on it, and its alpha."""

    label: str
    judgments: int
    share: float
    consensus: int
    alpha: Alpha


class Place(ExactFigure):
    """The middle place on a scale, over all judgments."""

    judgments: int


class OnScale(TypedDict, total=False):
    """The figures that only a scale has."""

    nominal: Alpha
    mean: Place
    median: Place


class LabelFigures(OnScale):
    """All figures of labels; without judgments, kind and level are None."""

    kind: str | None
    level: str | None
    items: int
    judgments: int
    one_judgment: int
    alpha: Alpha | MeanAlpha
    pairwise_agreement: float | None
    pairwise: Pairwise
    majority: Majority
    labels: list[Label]


class Settled(TypedDict):
    """The consensus on an item; `chosen` and `undecided` are for any number of labels."""

    winner: str | None
    support: int
    absolute: bool
    ties: list[str]
    chosen: NotRequired[list[str]]
    undecided: NotRequired[list[str]]


class ItemSummary(Settled):
    """The summary of one item; `votes` has each label with its count."""

    n: int
    votes: list[list[str | int]]
    disagreement: ExactFigure
