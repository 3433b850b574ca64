"""The shapes of the stored figures that tables and pages read, as `agreement` makes them.

Figures are stored as JSON, so nothing checks them when they are read; these types let the reader
of a figure misspell no key. Each has the keys that are read, and no others. The kernels and reports
of `analysis` return them, so mypy compares them there with the shapes that `agreement` makes. For
that they are read-only: a list made is then a sequence read. Figures that are stored before the
first fold are empty, hence `total=False`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class Figure(TypedDict):
    """A figure: `value` is None if it is undefined, and `reason` says why."""

    value: ReadOnly[float | None]
    reason: NotRequired[ReadOnly[str]]


class Summary(TypedDict):
    """The summary of an item that every scheme has: each answer with its count."""

    annotations: ReadOnly[Sequence[object]]
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
    """A worker's agreement with the majority and with known answers."""

    worker: str
    judged: int
    agreement: float | None
    with_others: float | None
    dawid_skene: float | None
    gold: int
    gold_right: int


class WorkerAgreement(TypedDict):
    """The workers who judged at least so many; `reason` says why there is none.

    Of those listed, `workers` are the busiest.
    """

    workers: Sequence[Worker]
    least: int
    listed: int
    left_out: int
    quartiles: tuple[float, float, float] | None
    quartiles_with_others: tuple[float, float, float] | None
    reason: NotRequired[str]


# The seconds of judgments of so many words, in quartiles.
Bin = TypedDict(
    "Bin", {"from": int, "to": int, "judgments": int, "quartiles": tuple[float, float, float]}
)


class Time(TypedDict):
    """The time of judgments by length; the median is that of all of them, in seconds."""

    judgments: int
    median: float | None
    bins: Sequence[Bin]
    pearson: Figure
    spearman: Figure


class Groups(Figure):
    """The groups that two trees share, of how many groups and over how many pairs of trees."""

    chance: float | None
    groups: int
    pairs: int


class Level(TypedDict):
    """The cuts that two trees share at one level."""

    level: int
    value: float | None
    chance: float | None
    chance_reason: NotRequired[str]
    splits: int


class Interval(TypedDict):
    """An interval of a figure by resampling; without ends it has a reason."""

    low: float | None
    high: float | None
    level: float
    resamples: int
    seed: int
    over: str
    reason: NotRequired[str]


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
