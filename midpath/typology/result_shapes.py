"""The types of a typology's results, as they are computed, stored and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from midpath.tables.figures.text_figures import Proposed

ByIndicator = Mapping[str, float]
# A word, its value and its frequency.
Ranked = Sequence[str | float]


class Samples(TypedDict):
    """The samples of a corpus; `each` contains ρ(TL) and ρ(TR) of every sample."""

    asked: int
    sentences: int
    note: str
    drawn: int
    mean: float | None
    sd: float | None
    decision: str
    decisions: Mapping[str, int]
    differences: Sequence[float | None]
    each: Sequence[Sequence[float | None]]
    reason: str


class FunctionWords(TypedDict):
    """The most likely function words; rows have their word, its frequency and each indicator."""

    by: str
    words: Sequence[Mapping[str, str | float]]


class Proposals(TypedDict):
    """Proposed adpositions; `either` contains the words of both sides if there is no `side`."""

    side: str | None
    reason: str
    words: Sequence[Proposed]
    either: Mapping[str, Sequence[Proposed]]


class Against(TypedDict):
    """An indicator against frequency."""

    p: float | None
    better: bool
    reason: str


class Zone(TypedDict):
    """Sub-samples of similar size, and the mean gain over frequency by indicator."""

    low: int
    high: int
    samples: int
    gain: ByIndicator | None


class Measured(TypedDict):
    whole: ByIndicator | None
    sub_samples: int
    measured: int
    reason: str
    mean: ByIndicator | None
    against_frequency: Mapping[str, Against]
    by_size: Sequence[Zone]
    by_vocabulary: Sequence[Zone]
    each: Sequence[Mapping[str, object]]


class Precision(Measured):
    """The average precision of each indicator against a list of function words."""

    n: int
    gold: int
    gold_in_corpus: int


class Interval(TypedDict):
    """The interval of the difference, and the decision with it; `reason` if there is none."""

    level: float
    resamples: int
    seed: int
    undefined: int
    low: float | None
    high: float | None
    standard_error: float | None
    decision: str
    reason: str


class AdpositionClass(TypedDict):
    """One of four classes; how many of the function words prefer either side, by `bits` or more."""

    name: str
    bits: float
    words: int
    left: int
    right: int
    reason: str


class Morphemes(TypedDict):
    """The use of a segmentation: its entries, the words read, and how many of them have one.

    `left_out` are lines of the segmentation."""

    entries: int
    words: int
    with_entry: int
    types_without_entry: int
    left_out: int


class Results(TypedDict):
    """The typology of one corpus; `lists` are the indicators of the three compared lists."""

    sentences: int
    tokens: int
    types: int
    bigrams: int
    by: str
    lists: Sequence[str]
    top: int
    margin: float
    rho_left: float | None
    rho_right: float | None
    difference: float | None
    decision: str
    meaning: str
    reason: str
    shared_left: int
    shared_right: int
    r_left: float | None
    r_right: float | None
    difference_r: float | None
    samples: Samples
    function_words: FunctionWords
    ranked: NotRequired[Mapping[str, Sequence[Ranked]]]
    proposed: Proposals
    precision: Precision | None
    interval: NotRequired[Interval]
    adposition_class: NotRequired[AdpositionClass]


class ResultsOfFile(Results):
    file: str
    morphemes: NotRequired[Morphemes]


class Strategy(TypedDict):
    """A difference of correlations, and the decision by it."""

    difference: float | None
    decision: str


class StrategiesOfSize(TypedDict):
    """The strategies for samples of one size; without samples, for the whole corpus."""

    sentences: int
    samples: int
    reason: str
    strategies: Mapping[str, Strategy]


class StrategiesOfFile(TypedDict):
    """The four strategies of Table 4 for one corpus, by the size of its samples."""

    file: str
    sentences: int
    tokens: int
    types: int
    sizes: Sequence[StrategiesOfSize]
    morphemes: NotRequired[Morphemes]
