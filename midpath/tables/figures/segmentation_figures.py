"""The types of the figures of segmentations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

from midpath.tables.figures.common import Figure, Summary

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class SegmentationAlpha(TypedDict, total=False):
    """α of segmentations under one distance."""

    value: ReadOnly[float | None]


class SegmentationChance(SegmentationAlpha, total=False):
    """S of segmentations under one distance, and its value by chance."""

    chance: ReadOnly[float | None]


class SegmentationFigures(TypedDict, total=False):
    """The figures of segmentations, by distance: d1 and so on."""

    alpha: ReadOnly[Mapping[str, SegmentationAlpha]]
    S: ReadOnly[Mapping[str, SegmentationChance]]


class PeerAgreement(TypedDict, total=False):
    """An annotator's agreement with the others on the same texts; missing in earlier reports."""

    texts: ReadOnly[int]
    alpha: ReadOnly[SegmentationAlpha]
    S: ReadOnly[SegmentationChance]


class Groups(Figure):
    """The number of groups shared by two trees, of all groups, over all pairs of trees."""

    chance: ReadOnly[float | None]
    groups: ReadOnly[int]
    pairs: ReadOnly[int]


class Level(TypedDict):
    """The cuts shared by two trees at one level."""

    level: ReadOnly[int]
    value: ReadOnly[float | None]
    chance: ReadOnly[float | None]
    chance_reason: NotRequired[ReadOnly[str]]
    splits: ReadOnly[int]


class LevelFigures(TypedDict, total=False):
    """The parts shared by two trees; missing in figures of an earlier version."""

    bracketing: ReadOnly[Groups]
    levels: ReadOnly[Sequence[Level]]


class LabelledGroups(Figure):
    """The groups that two trees share with their label, of all groups, over all pairs of trees."""

    groups: ReadOnly[int]
    pairs: ReadOnly[int]


class LabelAlpha(Figure):
    """α of labels, over the groups of two trees or more."""

    units: ReadOnly[int]
    labels: ReadOnly[int]


class NestedFigures(SegmentationFigures, LevelFigures, total=False):
    """The figures of nested segmentations."""


class LabelledFigures(NestedFigures, total=False):
    """The figures of nested segmentations with labels."""

    labelled: ReadOnly[LabelledGroups]
    label_alpha: ReadOnly[LabelAlpha]


class EntailmentFigures(TypedDict, total=False):
    """The share of pairs in which the nested annotation entails the flat one."""

    observed: ReadOnly[float | None]
    chance: ReadOnly[float | None]
    pairs: ReadOnly[int]
    reason: ReadOnly[str]


class SegmentationSummary(Summary, total=False):
    """The summary of a text: vectors, or None if there is none; `majority_ties` are places."""

    n: ReadOnly[int]
    mode: ReadOnly[Sequence[int] | None]
    mode_ties: ReadOnly[Sequence[Sequence[int]]]
    mode_support: ReadOnly[int]
    majority: ReadOnly[Sequence[int] | None]
    majority_ties: ReadOnly[Sequence[int]]
    majority_support: ReadOnly[Sequence[int]]
    majority_reason: ReadOnly[str]
    label_support: ReadOnly[Sequence[int]]
    label_ties: ReadOnly[Sequence[int]]


class SharedChoice(TypedDict, total=False):
    """A flat segmentation chosen by the nested annotations that entail it."""

    winner: ReadOnly[Sequence[int] | None]
    support: ReadOnly[int]
    ties: ReadOnly[Sequence[Sequence[int]]]
    reason: ReadOnly[str]


class SharedSummary(TypedDict, total=False):
    """The summary of a text with flat and with nested annotations: FEMN, Iterative Voting."""

    femn: ReadOnly[SharedChoice]
    iv: ReadOnly[SharedChoice]
