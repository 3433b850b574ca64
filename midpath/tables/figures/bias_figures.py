"""The types of the report on biases: preferences that do not depend on the text."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from midpath.tables.figures.segmentation_figures import SegmentationChance


class AroundPrepositions(TypedDict, total=False):
    """The boundaries next to prepositions, as shares by side; None without a preposition, and
    `reason` says so. Reports have `each` preposition on its own; earlier ones do not."""

    words: Sequence[str]
    prepositions: int
    shares: Mapping[str, float | None] | None
    reason: str
    each: Sequence["AtWord"]


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


class CutFigures(TypedDict):
    """The cuts at some boundaries, as a share, and the share expected by chance."""

    cuts: int
    boundaries: int
    share: float | None
    expected: float | None


class AtWord(TypedDict):
    """The cuts before and after one preposition."""

    word: str
    before: CutFigures
    after: CutFigures


class AroundPhrases(TypedDict):
    """The cuts around verb phrases that span up to this share of their texts; None is all."""

    up_to: float | None
    before: CutFigures
    inside: CutFigures
    after: CutFigures


class VerbPhrases(TypedDict, total=False):
    """The cuts around verb phrases, and the column with the tags; `reason` says why there are
    none. Empty if the data has no tags."""

    column: str
    texts: int
    left_out: int
    phrases: Sequence[AroundPhrases]
    reason: str


class BiasFigures(TypedDict, total=False):
    """The preferences of a crowd or of one annotator, as far as the scheme has them."""

    segments: Sequence[OfLength]
    heights: Sequence[OfLength]
    two_or_three: float | None
    sd: Deviations
    sd_reason: str
    prepositions: AroundPrepositions
    at_prepositions: Sequence[AtWord]
    verb_phrases: VerbPhrases


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
    verb_phrases: VerbPhrases
