"""The types of the comparison of a set with a crowd."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from midpath.json_types import JsonMapping
from midpath.tables.figures.bias_figures import Habits, Preferences
from midpath.tables.figures.decision_figures import DecidedOfSet
from midpath.tables.figures.reading_figures import State


class Shared(TypedDict):
    """The items settled by one consensus method, and those of them on which the set agrees."""

    way: str
    agreeing: int
    settled: int
    undecided: int


class ReadingOfSet(TypedDict):
    """The reading test of one annotator of a set, at one time; `reason` says why there is none."""

    reason: str
    ranked: int
    state: State
    certified_at: int | None
    stake: float
    highest: float
    highest_against: float
    p: float
    others: int
    compared: int


class ComparedWorker(TypedDict):
    """A worker compared with the set: the number of items on which its answer is nearer to the
    others' answers than theirs, as near, and less near; `p` and `won` are by epsilon, in the order
    of the verdicts."""

    worker: int
    nearer: int
    alike: int
    farther: int
    advantage: float
    p: Sequence[float]
    won: Sequence[bool]


class VerdictAt(TypedDict):
    epsilon: float
    won: int
    winning_rate: float
    passes: bool


class AlternativeTest(TypedDict):
    """The alternative annotator test; `reason` says why it is undefined."""

    reason: str
    tested: int
    too_few: int
    items: int
    advantage: float | None
    verdicts: Sequence[VerdictAt]
    workers: Sequence[ComparedWorker]


class Entailed(TypedDict):
    """The entailment of the set's answers with another campaign's, and that of the crowd's."""

    campaign: int
    name: str
    flat: bool  # whether the set contains the flat ones
    figures: JsonMapping
    crowd: JsonMapping


class Lens(TypedDict):
    """One annotator of a set as an additional worker. `biases` and `crowd_biases` are those of the
    bias laboratory; None if the scheme has none. `breakdowns` has its errors and F1 by column, for
    evidence only."""

    annotator: int
    answers: int
    items: int
    without: JsonMapping
    with_it: JsonMapping
    settled: Sequence[Shared]
    majority: Mapping[str, int]
    crowd_majority: Sequence[float]
    alpha: float | None
    biases: Habits | None
    crowd_biases: Preferences | None
    entailment: Sequence[Entailed]
    decided: DecidedOfSet
    breakdowns: JsonMapping | None
    reading: ReadingOfSet
    alternative: AlternativeTest


class SetComparison(TypedDict):
    """The results of comparing a set with a crowd. Only its busiest annotators are compared, one by
    one; `annotators` is the total number."""

    annotators: int
    unfit: int
    lenses: Sequence[Lens]
