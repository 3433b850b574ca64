"""The shapes of the stored figures that tables and pages read, as `agreement` makes them.

Figures are stored as JSON, so nothing checks them when they are read; these types let the reader
of a figure misspell no key. Each has the keys that are read, and no others. The kernels and reports
of `analysis` return them, so mypy compares them there with the shapes that `agreement` makes. For
that they are read-only: a list made is then a sequence read. Figures that are stored before the
first fold are empty, hence `total=False`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class Figure(TypedDict):
    """A figure: `value` is None if it is undefined, and `reason` says why."""

    value: ReadOnly[float | None]
    reason: NotRequired[ReadOnly[str]]


class Summary(TypedDict):
    """The summary of an item that every scheme has: each answer with its count."""

    annotations: ReadOnly[Sequence[Any]]
    disagreement: ReadOnly[Figure]


class Share(TypedDict):
    """A number of pairs, as a share of those of a stratum; None of no pairs."""

    share: ReadOnly[float | None]


class Winner(Share):
    """The pairs whose winner has as many votes."""

    votes: ReadOnly[int]


class Stratum(TypedDict):
    """The pairs of a stratum of similarity (COLING 2014, Table 3)."""

    name: ReadOnly[str]
    pairs: ReadOnly[int]
    agree: ReadOnly[Sequence[Winner]]
    consensus: ReadOnly[Mapping[str, Share]]
    ties: ReadOnly[Share]
    absolute: ReadOnly[Share]
    pairwise_agreement: ReadOnly[float | None]
    alpha: ReadOnly[Figure]


class Strata(TypedDict, total=False):
    """The strata of pairs; the last is of all of them."""

    pairs: ReadOnly[int]
    strata: ReadOnly[Sequence[Stratum]]


class PairFigures(Strata, total=False):
    """The figures of pairs; `yes_no` has those of yes and no, if an answer counts as yes."""

    yes_no: ReadOnly[Strata | None]


class PairSummary(Summary, total=False):
    """The summary of a pair; the winner is None if the best are tied."""

    winner: ReadOnly[str | None]
    ties: ReadOnly[Sequence[str]]


class Chosen(TypedDict):
    """How often a label was chosen, the items that it settles, and α of it alone."""

    judgments: ReadOnly[int]
    share: ReadOnly[float]
    consensus: ReadOnly[int]
    alpha: ReadOnly[Figure]


class Label(Chosen):
    """A label, by its code."""

    label: ReadOnly[str]


class LabelFigures(TypedDict, total=False):
    """The figures of labels; only a scale has a mean, a median and a nominal α beside its own."""

    labels: ReadOnly[Sequence[Label]]
    nominal: ReadOnly[Figure]
    mean: ReadOnly[Figure]
    median: ReadOnly[Figure]


class LabelSummary(Summary, total=False):
    """The summary of an item; `chosen` and `undecided` are of any number of labels."""

    winner: ReadOnly[str | None]
    ties: ReadOnly[Sequence[str]]
    chosen: ReadOnly[Sequence[str]]
    undecided: ReadOnly[Sequence[str]]


class Worker(TypedDict):
    """A worker's agreement with the majority and with known answers.

    `confusion` is by the true label; of sets of labels, by each label first.
    """

    worker: ReadOnly[str]
    judged: ReadOnly[int]
    agreement: ReadOnly[float | None]
    with_others: ReadOnly[float | None]
    dawid_skene: ReadOnly[float | None]
    gold: ReadOnly[int]
    gold_right: ReadOnly[int]
    confusion: ReadOnly[Mapping[str, Mapping[str, Any]] | None]


class WorkerAgreement(TypedDict):
    """The workers who judged at least so many; `reason` says why there is none.

    Of those listed, `workers` are the busiest. Without workers there are no quartiles.
    """

    workers: ReadOnly[Sequence[Worker]]
    least: ReadOnly[int]
    listed: ReadOnly[int]
    left_out: ReadOnly[int]
    quartiles: ReadOnly[Sequence[float]]
    quartiles_with_others: ReadOnly[Sequence[float]]
    reason: NotRequired[ReadOnly[str]]


class Method(TypedDict):
    """How many items one way to settle answers settles, under their name, and how well."""

    pairs: NotRequired[ReadOnly[int]]
    items: NotRequired[ReadOnly[int]]
    ties: ReadOnly[int]
    accuracy: ReadOnly[float | None]
    accuracy_reason: NotRequired[ReadOnly[str]]
    gold: ReadOnly[int]


class Model(TypedDict):
    """Dawid and Skene's model; without labels in its prior it says why."""

    prior: ReadOnly[Mapping[str, float]]
    reason: NotRequired[ReadOnly[str]]


class CrowdLine(TypedDict):
    """An item under the name of its unit, with its label or labels by each way."""

    pair: NotRequired[ReadOnly[str]]
    item: NotRequired[ReadOnly[str]]
    votes: ReadOnly[Mapping[str, int]]
    majority: ReadOnly[Any]
    ties: ReadOnly[Sequence[str]]
    absolute_majority: ReadOnly[Any]
    dawid_skene: ReadOnly[Any]
    posterior: ReadOnly[Mapping[str, float]]
    gold: ReadOnly[Any]


class Crowd(TypedDict):
    """The workers of a crowd and the consensus of their answers."""

    worker_agreement: ReadOnly[WorkerAgreement]
    consensus: ReadOnly[Mapping[str, Method]]
    dawid_skene: ReadOnly[Model]
    differences: ReadOnly[Sequence[CrowdLine]]


# The seconds of judgments of so many words, in quartiles.
Bin = TypedDict(
    "Bin",
    {
        "from": "ReadOnly[int]",
        "to": "ReadOnly[int]",
        "judgments": "ReadOnly[int]",
        "quartiles": "ReadOnly[Sequence[float]]",
    },
)


class Time(TypedDict):
    """The time of judgments by length; the median is that of all of them, in seconds."""

    judgments: ReadOnly[int]
    median: ReadOnly[float | None]
    bins: ReadOnly[Sequence[Bin]]
    pearson: ReadOnly[Figure]
    spearman: ReadOnly[Figure]


class CrowdFigures(Crowd):
    """A crowd with its time."""

    time: ReadOnly[Time]


class CrowdReport(CrowdFigures):
    """A crowd of which the busiest workers and the first of so many differences are stored."""

    differing: ReadOnly[int]


class SegmentationAlpha(TypedDict, total=False):
    """α of segmentations under one distance."""

    value: ReadOnly[float | None]


class SegmentationChance(SegmentationAlpha, total=False):
    """S of segmentations under one distance, and what chance alone gives."""

    chance: ReadOnly[float | None]


class SegmentationFigures(TypedDict, total=False):
    """The figures of segmentations; by distance, d1 and so on."""

    alpha: ReadOnly[Mapping[str, SegmentationAlpha]]
    S: ReadOnly[Mapping[str, SegmentationChance]]


class Standing(TypedDict, total=False):
    """An annotator's agreement with the others of the same texts; not in earlier reports."""

    texts: ReadOnly[int]
    alpha: ReadOnly[SegmentationAlpha]
    S: ReadOnly[SegmentationChance]


class Groups(Figure):
    """The groups that two trees share, of how many groups and over how many pairs of trees."""

    chance: ReadOnly[float | None]
    groups: ReadOnly[int]
    pairs: ReadOnly[int]


class Level(TypedDict):
    """The cuts that two trees share at one level."""

    level: ReadOnly[int]
    value: ReadOnly[float | None]
    chance: ReadOnly[float | None]
    chance_reason: NotRequired[ReadOnly[str]]
    splits: ReadOnly[int]


class LevelFigures(TypedDict, total=False):
    """What two trees have in common; figures of an earlier version have neither."""

    bracketing: ReadOnly[Groups]
    levels: ReadOnly[Sequence[Level]]


class NestedFigures(SegmentationFigures, LevelFigures, total=False):
    """The figures of nested segmentations."""


class EntailmentFigures(TypedDict, total=False):
    """The share of pairs in which the nested annotation entails the flat one."""

    observed: ReadOnly[float | None]
    chance: ReadOnly[float | None]
    pairs: ReadOnly[int]
    reason: ReadOnly[str]


class SegmentationSummary(Summary, total=False):
    """The summary of a text: vectors, or None where there is none; `majority_ties` are places."""

    n: ReadOnly[int]
    mode: ReadOnly[Sequence[int] | None]
    mode_ties: ReadOnly[Sequence[Sequence[int]]]
    mode_support: ReadOnly[int]
    majority: ReadOnly[Sequence[int] | None]
    majority_ties: ReadOnly[Sequence[int]]
    majority_support: ReadOnly[Sequence[int]]
    majority_reason: ReadOnly[str]


class SharedChoice(TypedDict, total=False):
    """A flat that is chosen by the nested annotations that entail it."""

    winner: ReadOnly[Sequence[int] | None]
    support: ReadOnly[int]
    ties: ReadOnly[Sequence[Sequence[int]]]
    reason: ReadOnly[str]


class SharedSummary(TypedDict, total=False):
    """The summary of a text with flat and with nested annotations: FEMN, Iterative Voting."""

    femn: ReadOnly[SharedChoice]
    iv: ReadOnly[SharedChoice]


class Interval(TypedDict):
    """An interval of a figure by resampling; without ends it has a reason."""

    low: float | None
    high: float | None
    level: float
    resamples: int
    seed: int
    over: str
    reason: NotRequired[str]


class SentenceAlpha(Figure):
    """α of sentences, and how many were judged."""

    units: ReadOnly[int]


class DocumentsAlpha(TypedDict, total=False):
    """α of the sentences of all documents, and of each by itself."""

    pooled: ReadOnly[SentenceAlpha]
    per_document: ReadOnly[Mapping[str, SentenceAlpha]]


class Categories(TypedDict, total=False):
    """The questions of each category by consensus."""

    consensus: ReadOnly[Mapping[str, int]]
    no_agreement: ReadOnly[int]
    reason: ReadOnly[str]


class Cause(TypedDict):
    """The abstentions for one cause, and their share of all."""

    answers: ReadOnly[int]
    share: ReadOnly[float]


class Unanswerable(TypedDict, total=False):
    """The share of questions that the document does not answer, and why it does not."""

    share: ReadOnly[float | None]
    exact: ReadOnly[str | None]
    reason: ReadOnly[str]
    questions: ReadOnly[int]
    by_majority: ReadOnly[int]
    by_any: ReadOnly[int]
    by_all: ReadOnly[int]
    abstentions: ReadOnly[int]
    causes: ReadOnly[Mapping[str, Cause]]


class Length(TypedDict, total=False):
    """The mean length of the answers that mark anything."""

    answers: ReadOnly[int]
    sentences: ReadOnly[float | None]
    words: ReadOnly[float | None]
    reason: ReadOnly[str]


class Disagreement(TypedDict, total=False):
    """The share of questions on which more than one worker is apart."""

    value: ReadOnly[float | None]
    exact: ReadOnly[str | None]
    reason: ReadOnly[str]
    questions: ReadOnly[int]
    disagreeing: ReadOnly[int]
    one_apart: ReadOnly[int]


class MinorityAbstains(TypedDict, total=False):
    """The questions on which a minority abstains, and F1 human without those answers."""

    questions: ReadOnly[int]
    f1_human_without: ReadOnly[Figure]


class EvidenceFigures(TypedDict, total=False):
    """The figures of questions on documents."""

    alpha: ReadOnly[DocumentsAlpha]
    categories: ReadOnly[Categories]
    disagreement: ReadOnly[Disagreement]
    length: ReadOnly[Length]
    minority_abstains: ReadOnly[MinorityAbstains]
    unanswerable: ReadOnly[Unanswerable]


class EvidenceSummary(Summary, total=False):
    """The summary of a question: `votes` has each marked sentence with its count."""

    abstaining: ReadOnly[int]
    votes: ReadOnly[Sequence[Sequence[int]]]
    case: ReadOnly[bool]
    minority_abstains: ReadOnly[bool]


class QuestionFigures(TypedDict, total=False):
    """The figures of elicited questions: how often each word begins one."""

    first_words: ReadOnly[Mapping[str, int]]


class QuestionSummary(Summary, total=False):
    """The summary of an app: its unlike questions, and those near another."""

    unique: ReadOnly[int]
    near: ReadOnly[int]


class System(TypedDict):
    """The scores of somebody or something that answers questions on documents."""

    system: str
    precision: float | None
    recall: float | None
    f1: float | None
    reason: NotRequired[str]
    interval: NotRequired[Interval]
    answerability: Figure
    questions: int
    left_out: int


class DrawnStratum(TypedDict):
    """The candidates of a stratum, in millionths of cosine up to `high`, and those drawn."""

    high: int
    candidates: int
    drawn: int


class Proposed(TypedDict):
    """A word that looks like an adposition."""

    word: str
    frequency: int
    lce: float
    rce: float
    score: float
