"""The types of the results of alignments and samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from midpath.exchange.segments import Level

# Maximum number of pairs per gold that are listed because models and people differ on them.
MAX_DISAGREEMENTS = 500


class DrawnStratum(TypedDict):
    """The candidates of a stratum, whose cosines go from `low` to `high` in millionths, and the
    sampled ones."""

    low: int
    high: int
    candidates: int
    drawn: int


class DrawnCategory(TypedDict):
    """The candidates and the sampled pairs of a category, by stratum."""

    category: str
    candidates: Sequence[int]
    drawn: Sequence[int]


class Histogram(TypedDict):
    """The candidates by cosine, in bins of equal width."""

    bins: int
    counts: Sequence[int]


class Disagreeing(TypedDict):
    """The groups with which the sampled pairs disagree. `alignment` is None if the groups came from
    a file; `ungrouped` segments have no group in any run."""

    alignment: int | None
    name: str
    runs: int
    edge: int
    candidates: int
    silent: int
    ungrouped: int


class DrawFigures(TypedDict):
    """The description of a sample. `candidates` are all pairs that were compared. With
    `categories`, `per_stratum` pairs were requested from each stratum of each category."""

    level: Level
    seed: int
    per_stratum: int
    weights: str
    documents: int
    segments: int
    weightless: int
    document_pairs: int
    document_pairs_asked: int | None
    candidates: int
    strata: Sequence[DrawnStratum]
    histogram: Histogram
    left_out: Mapping[str, int]
    categories: NotRequired[Sequence[DrawnCategory]]
    disagreeing: NotRequired[Disagreeing]


class Spread(TypedDict):
    """A score over the runs for which it is defined; `why` says why it is not for the others.

    Only F has the `best` of the runs, which uses the gold; older results lack it."""

    mean: float | None
    sd: float | None
    runs: int
    why: NotRequired[str]
    best: NotRequired[float | None]


class Shares(TypedDict, total=False):
    """The scores of some groups of segments; `why` has the reasons of those that are None."""

    precision: float | None
    recall: float | None
    f: float | None
    agreement: float | None
    why: Mapping[str, str]


class Threshold(Shares):
    """The best threshold on the cosine, in millionths."""

    threshold: int


class Oracle(TypedDict):
    """The thresholds that are best for F, and for the agreement with the majority."""

    f: Threshold
    agreement: Threshold


class Gold(TypedDict):
    """A standard that the groups are compared with. `quartiles` are those of its workers' agreement
    with the majority; without any, `why` says so."""

    key: str
    title: str
    kind: str
    pairs: int
    yes: int
    left_out: Mapping[str, int]
    version: int | None
    quartiles: Sequence[float] | None
    workers: int
    one_group: Shares
    all_apart: Shares
    why: NotRequired[str]


class MethodScores(TypedDict):
    """The scores of a method by gold and by measure."""

    method: str
    title: str
    scores: Mapping[str, Mapping[str, Spread]]


class TopTerms(TypedDict):
    """The terms of a group, each with its probability or its lift."""

    group: int
    segments: int
    documents: int
    by_probability: Sequence[tuple[str, float]]
    by_lift: Sequence[tuple[str, float]]


class CountedTerms(TypedDict):
    """The choice of the words that count."""

    bigrams: bool
    least_percent: int
    most_percent: int
    least_documents: int
    stopwords: bool
    domain_words: Sequence[str]
    fewest_words: int


class Lexicon(TypedDict):
    """The language of the documents, and how many stopwords and lemmas the user supplied; lemmas
    that are not single words are not used."""

    language: str
    stopwords: int
    lemmas: int
    lemmas_unused: int


class SuppliedVectors(TypedDict):
    """The word vectors that the user supplied: how many of the words that occur have one, and how
    many segments have no such word."""

    dimensions: int
    words: int
    known_words: int
    unknown_segments: int


class Grouping(TypedDict, total=False):
    """The places of the segments, and for each run, the group of each segment; empty until the
    alignment is done."""

    places: Sequence[Sequence[int]]
    runs: list[list[int]]


# The item, the runs that group the pair, its yes votes, its votes, and its similarity.
Disagreement = tuple[int, int, int, int, int | None]


class AlignmentFigures(TypedDict):
    """The results of an alignment. Golds are named by their keys."""

    level: Level
    seed: int
    groups: int
    runs: int
    method: str
    terms: CountedTerms
    lexicon: NotRequired[Lexicon]
    vectors: NotRequired[SuppliedVectors]
    documents: int
    segments: int
    left_out: Mapping[str, int]
    termless: int
    terms_kept: int
    golds: Sequence[Gold]
    table: Sequence[MethodScores]
    oracle: Mapping[str, Oracle]
    curves: Mapping[str, Mapping[str, Sequence[Mapping[str, object]]]]
    tops: Sequence[TopTerms]
    disagreements: Mapping[str, Sequence[Disagreement]]
