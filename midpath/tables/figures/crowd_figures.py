"""The types of the report on a crowd."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from midpath.json_types import JsonMapping
from midpath.tables.figures.common import Figure

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class Worker(TypedDict):
    """A worker's agreement with the majority and with gold answers.

    `confusion` is keyed by the true label; for sets of labels, first by label. `skills` are those
    of the further models, each in its own unit.
    """

    worker: ReadOnly[str]
    judged: ReadOnly[int]
    agreement: ReadOnly[float | None]
    with_others: ReadOnly[float | None]
    dawid_skene: ReadOnly[float | None]
    gold: ReadOnly[int]
    gold_right: ReadOnly[int]
    confusion: ReadOnly[Mapping[str, JsonMapping] | None]
    skills: NotRequired[ReadOnly[Mapping[str, float]]]


class WorkerAgreement(TypedDict):
    """The workers with enough judgments; `reason` says why there is none.

    `workers` contains the busiest of them. Without workers, there are no quartiles.
    """

    workers: ReadOnly[Sequence[Worker]]
    least: ReadOnly[int]
    listed: ReadOnly[int]
    left_out: ReadOnly[int]
    quartiles: ReadOnly[Sequence[float]]
    quartiles_with_others: ReadOnly[Sequence[float]]
    reason: NotRequired[ReadOnly[str]]


class Method(TypedDict):
    """The number of items that a consensus method settles, keyed by their noun, and its
    accuracy."""

    pairs: NotRequired[ReadOnly[int]]
    items: NotRequired[ReadOnly[int]]
    ties: ReadOnly[int]
    accuracy: ReadOnly[float | None]
    accuracy_reason: NotRequired[ReadOnly[str]]
    gold: ReadOnly[int]


class Fit(TypedDict):
    """The end of a model's estimation. Reports of earlier versions do not contain it."""

    rounds: NotRequired[ReadOnly[int]]
    converged: NotRequired[ReadOnly[bool]]


class Model(Fit):
    """Dawid and Skene's model. If its prior has no labels, `reason` says why."""

    prior: ReadOnly[Mapping[str, float]]
    reason: NotRequired[ReadOnly[str]]


class CrowdLine(TypedDict):
    """An item, keyed by the noun for it, with its label or labels by each consensus method."""

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
    models: NotRequired[ReadOnly[Mapping[str, Fit]]]
    differences: ReadOnly[Sequence[CrowdLine]]


# The seconds of judgments of a range of lengths in words, in quartiles.
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
    """The time of judgments by length; the median is over all of them, in seconds."""

    judgments: ReadOnly[int]
    median: ReadOnly[float | None]
    bins: ReadOnly[Sequence[Bin]]
    pearson: ReadOnly[Figure]
    spearman: ReadOnly[Figure]


class CrowdFigures(Crowd):
    """A crowd with its time."""

    time: ReadOnly[Time]


class CrowdReport(CrowdFigures):
    """A crowd of which only the busiest workers and the first differences are stored.

    `no_models` says why further models were left out; it is empty if they were not. Reports of
    earlier versions have neither.
    """

    differing: ReadOnly[int]
    no_models: NotRequired[str]
