"""Types of the crowd figures that `crowd` and `effort` compute."""

from __future__ import annotations

from typing import NotRequired, TypeAlias, TypedDict

from agreement.figure import Why

# The share of each given label, by true label; None where no item has that true label.
Confusion: TypeAlias = dict[str, dict[str, float | None]]


class Counted(TypedDict, total=False):
    """The number of judged items, under the name of their unit."""

    pairs: int
    items: int
    decisions: int


class CountedWithOthers(TypedDict, total=False):
    """The number of items that others judged too."""

    pairs_with_others: int
    items_with_others: int
    decisions_with_others: int


class Named(TypedDict, total=False):
    """The name of a judged item, under the name of its unit."""

    pair: str
    item: str


class Accuracy(TypedDict):
    """The accuracy over settled items with a gold answer."""

    accuracy: float | None
    accuracy_exact: str | None
    gold: int
    accuracy_reason: NotRequired[str]


class Consensus(Counted, Accuracy):
    """The number of items that one method settles; `ties` are among them, `none` are not
    settled."""

    ties: int
    none: int


class SetConsensus(Consensus):
    """The consensus of sets of labels, with the accuracy of each label."""

    labels: dict[str, Accuracy]


class Agreement(Counted, CountedWithOthers):
    """A worker's agreement with the majority, with their own vote included and excluded."""

    judged: int
    agreement: float | None
    agreeing: int
    with_others: float | None
    agreeing_with_others: int


class About(TypedDict):
    """A worker compared with gold answers and Dawid-Skene; for sets, confusion is by label.

    `skills` are those of the further models, each in its own unit; for sets, their means."""

    gold: int
    gold_right: int
    dawid_skene: float | None
    confusion: Confusion | dict[str, Confusion] | None
    skills: NotRequired[dict[str, float]]


class Worker(Agreement, About):
    """A worker who judged enough items."""

    worker: str


class WorkerAgreement(Why):
    """The workers with at least this many items, those with most judgments first."""

    least: int
    listed: int
    left_out: int
    quartiles: list[float]
    quartiles_exact: list[str]
    quartiles_with_others: list[float]
    quartiles_with_others_exact: list[str]
    workers: list[Worker]


class ModelFit(TypedDict):
    """The end of a model's estimation, and the number of items that it leaves tied."""

    rounds: int
    converged: bool
    ties: int


class ModelChoice(TypedDict):
    """The label of an item by a model; None if several are equally probable."""

    label: str | None
    ties: list[str]
    posterior: dict[str, float]


class SetModelChoice(TypedDict):
    """The labels of an item by a model, and the probability of each label that a worker gave."""

    labels: list[str]
    ties: list[str]
    posterior: dict[str, float]


class WithPrior(TypedDict, total=False):
    """The weight of the whole crowd's matrix in Dawid and Skene's model, unless it is 0."""

    pseudo_count: float


class Model(Why, WithPrior):
    """Dawid and Skene's model: the prior of each label, and the convergence of its estimation."""

    prior: dict[str, float]
    rounds: int
    converged: bool
    ties: int


class Modelled(TypedDict, total=False):
    """The label of an item by each further model that was asked for."""

    models: dict[str, ModelChoice]


class Line(Named, Modelled):
    """An item with its label by each method."""

    votes: dict[str, int]
    majority: str | None
    support: int
    ties: list[str]
    absolute_majority: str | None
    dawid_skene: str | None
    dawid_skene_ties: list[str]
    posterior: dict[str, float]
    gold: str | None


class ScaleLine(Line):
    """An item on a scale, also with its median."""

    median: str | None
    median_ties: list[str]


class SetLine(Named):
    """An item with its labels by each method."""

    votes: dict[str, int]
    majority: list[str]
    ties: list[str]
    absolute_majority: list[str] | None
    dawid_skene: list[str]
    dawid_skene_ties: list[str]
    posterior: dict[str, float]
    gold: list[str] | None
    models: NotRequired[dict[str, SetModelChoice]]


class CrowdFigures(TypedDict):
    """The figures of a crowd that gave each item one label."""

    workers: int
    worker_agreement: WorkerAgreement
    consensus: dict[str, Consensus]
    dawid_skene: Model
    models: NotRequired[dict[str, ModelFit]]
    differences: list[Line]


class SetFigures(TypedDict):
    """The figures of a crowd that gave each item any number of labels."""

    workers: int
    worker_agreement: WorkerAgreement
    consensus: dict[str, SetConsensus]
    dawid_skene: Model
    models: NotRequired[dict[str, ModelFit]]
    differences: list[SetLine]


class Correlation(Why):
    """A correlation of time and length, and its number of judgments."""

    value: float | None
    judgments: int


# The quartiles of the seconds of judgments in this range of words.
Bin = TypedDict("Bin", {"from": int, "to": int, "judgments": int, "quartiles": list[float]})


class Effort(Why):
    """The time of judgments against length; `median` is over all of them, in seconds."""

    judgments: int
    median: float | None
    bins: list[Bin]
    pearson: Correlation
    spearman: Correlation
