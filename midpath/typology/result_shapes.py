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


class ResultsOfFile(Results):
    file: str
