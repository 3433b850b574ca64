"""The types of the report on biases: preferences that do not depend on the text."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from midpath.tables.figures.segmentation_figures import SegmentationChance


class AroundPrepositions(TypedDict, total=False):
    """The boundaries next to prepositions, as shares by side; None without a preposition, and
    `reason` says so."""

    words: Sequence[str]
    prepositions: int
    shares: Mapping[str, float | None] | None
    reason: str


class OfLength(TypedDict):
    """The annotations of texts of one length: how many have each number of segments or each height,
    and the means. `chance` has the share of random trees of each height. Stored keys are text."""

    words: int
    annotations: int
    times: Mapping[str, int] | Mapping[int, int]
    mean: float
    expected: float | None
    chance: NotRequired[Mapping[str, float] | Mapping[int, float]]


class OfDeviation(TypedDict):
    """The annotations of so many segments whose lengths have this standard deviation."""

    segments: int
    sd: float
    annotations: int


class Deviations(TypedDict, total=False):
    mean: float | None
    annotations: int
    times: Sequence[OfDeviation]


class BiasFigures(TypedDict, total=False):
    """The preferences of a crowd or of one annotator, as far as the scheme has them."""

    segments: Sequence[OfLength]
    heights: Sequence[OfLength]
    two_or_three: float | None
    sd: Deviations
    sd_reason: str
    prepositions: AroundPrepositions


class Entailed(TypedDict):
    """The pairs of a flat and a nested annotation of one text that entail each other; `bins` counts
    the texts by tenths of this share."""

    observed: float | None
    chance: float | None
    texts: int
    bins: Sequence[int]


class Standing(SegmentationChance, total=False):
    """A worker's agreement with the others, and why it is undefined."""

    reason: str


class WithOthers(TypedDict, total=False):
    texts: int
    alpha: Standing
    S: Standing


class Preferences(TypedDict):
    """The mean number of segments or mean height, and what chance gives for the same texts; the
    other preferences are of flats only."""

    mean: float | None
    expected: float | None
    two_or_three: float | None
    sd: float | None
    prepositions: AroundPrepositions


class Habits(Preferences):
    """The habits of one worker; `others` is missing in earlier reports."""

    worker: int
    annotations: int
    others: NotRequired[WithOthers]


class Biases(TypedDict, total=False):
    """The results of a bias report: those of adpositions by language, and of entailment by
    campaign."""

    figures: BiasFigures
    prepositions: Mapping[str, AroundPrepositions]
    language: str
    entailment: Mapping[str, Entailed]
    workers: Sequence[Habits]
