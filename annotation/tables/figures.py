"""The shapes of the stored figures that tables read, as `agreement` and `analysis` make them.

A report is JSON, so nothing checks it when it is read; these types let the reader of a figure
misspell no key.
"""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict


class Figure(TypedDict):
    """A figure: `value` is None if it is undefined, and `reason` says why."""

    value: float | None
    reason: NotRequired[str]


class Share(TypedDict):
    """A number of pairs, as a share of those of a stratum."""

    share: float


class Winner(Share):
    """The pairs whose winner has as many votes."""

    votes: int


class Stratum(TypedDict):
    """The pairs of a stratum of similarity (COLING 2014, Table 3)."""

    name: str
    pairs: int
    agree: Sequence[Winner]
    consensus: Mapping[str, Share]
    ties: Share
    absolute: Share
    pairwise_agreement: float | None
    alpha: Figure


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
