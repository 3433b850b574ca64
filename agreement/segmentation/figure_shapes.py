"""Types of the segmentation figures that `figures` computes."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from agreement.figure import ExactFigure, Why
from agreement.segmentation.alpha import Weights


class Alpha(ExactFigure):
    """Alpha under one distance, with its variance within texts and in total."""

    within: float | None
    total: float | None
    items: int
    annotations: int
    weights: Weights


class Sampled(TypedDict, total=False):
    """The sampling of the null of long texts, if there are any."""

    standard_error: float | None
    sampled_items: int
    sampled_pairs: int | None
    seed: int


class Chance(ExactFigure, Sampled):
    """S, and S over pairs of two annotators only, each with its value by chance alone."""

    distinct: float | None
    distinct_exact: str | None
    chance: float | None
    chance_distinct: float | None
    items: int
    left_out: dict[str, int]
    sampled: bool


class SegmentationFigures(TypedDict):
    """The figures of flat or nested segmentations; those by distance have the keys d1 and so on."""

    items: int
    annotations: int
    left_out: dict[str, int]
    alpha: dict[str, Alpha]
    alpha_annotations: dict[str, Alpha]
    S: dict[str, Chance]


class Bracketing(ExactFigure):
    """The groups that two trees share, over all pairs of trees."""

    chance: float | None
    shared: int
    groups: int
    pairs: int


class Level(TypedDict):
    """The splits that two trees share at one level."""

    level: int
    value: float | None
    exact: str | None
    chance: float | None
    shared: int
    splits: int
    chance_reason: NotRequired[str]


class LevelFigures(TypedDict):
    """The figures that only nested segmentations have."""

    bracketing: Bracketing
    levels: list[Level]


class NestedFigures(SegmentationFigures, LevelFigures):
    """All figures of nested segmentations."""


class EntailmentFigures(Why):
    """The entailment of flats by nested annotations: of all, and of two or three segments."""

    observed: float | None
    exact: str | None
    entailed: int
    pairs: int
    texts: int
    chance: float | None
    chance_lengths: float | None
    observed_two_or_three: float | None
    chance_two_or_three: float | None
    pairs_two_or_three: int


class ItemSummary(TypedDict):
    """The summary of one item; `annotations` has each vector with its count. Labelled trees have
    the votes for the label at each boundary of the majority, and the boundaries of tied labels."""

    n: int
    annotations: list[list[list[int] | int]]
    mode: list[int] | None
    mode_ties: list[list[int]]
    mode_support: int
    disagreement: ExactFigure
    majority: list[int] | None
    majority_ties: list[int]
    majority_support: list[int]
    majority_reason: NotRequired[str]
    label_support: NotRequired[list[int]]
    label_ties: NotRequired[list[int]]


class Choice(Why):
    """A flat chosen by the nested annotations that entail it; None if there is none."""

    winner: list[int] | None
    support: int
    ties: list[list[int]]


class Voted(Choice):
    """The choice of Iterative Voting, and the number of rounds."""

    rounds: int


class SharedSummary(TypedDict):
    """The summary of one text with flat and with nested annotations."""

    entailed: int
    pairs: int
    femn: Choice
    iv: Voted
