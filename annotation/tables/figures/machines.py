"""The types of the comparison of a set with a crowd."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from annotation.tables.figures.decisions import DecidedOfSet
from annotation.tables.figures.reading import State


class Shared(TypedDict):
    """The items settled by one consensus method, and those of them on which the set agrees."""

    way: str
    agreeing: int
    settled: int
    undecided: int


class ReadingOfSet(TypedDict):
    """The reading test of one annotator of a set, at one look; `reason` says why there is none."""

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


class HeldWorker(TypedDict):
    """A worker whom the set is held against: on how many items its answer is nearer to the others'
    than theirs, as near, and less near; `p` and `won` are by epsilon, in the order of the
    verdicts."""

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
    workers: Sequence[HeldWorker]


class Entailed(TypedDict):
    """The entailment of the set's answers with another campaign's, and that of the crowd's."""

    campaign: int
    name: str
    flat: bool  # whether the set's are the flat ones
    figures: Mapping[str, Any]
    crowd: Mapping[str, Any]


class Lens(TypedDict):
    """One annotator of a set as one more worker. `biases` and `crowd_biases` are those of the
    bias laboratory, None where the scheme has none."""

    annotator: int
    answers: int
    items: int
    without: Mapping[str, Any]
    with_it: Mapping[str, Any]
    settled: Sequence[Shared]
    majority: Mapping[str, int]
    crowd_majority: Sequence[float]
    alpha: float | None
    biases: Mapping[str, Any] | None
    crowd_biases: Mapping[str, Any] | None
    entailment: Sequence[Entailed]
    decided: DecidedOfSet
    reading: ReadingOfSet
    alternative: AlternativeTest


class Beside(TypedDict):
    """All that is told of a set beside a crowd. Of its annotators the busiest are held, one by
    one; `annotators` is how many there are."""

    annotators: int
    unfit: int
    lenses: Sequence[Lens]
