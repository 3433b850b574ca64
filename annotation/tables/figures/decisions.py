"""The shapes of the figures that compare workers, consensus and adjudicators with decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from annotation.tables.figures.common import Interval

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class Held(TypedDict):
    """Answers held against decisions: of how many HITs that are decided, the mean of how alike the
    two are, and the share that is the same; None and a reason in the interval where undefined."""

    decided: ReadOnly[int]
    likeness: ReadOnly[float | None]
    likeness_interval: ReadOnly[Interval]
    same: ReadOnly[float | None]
    same_interval: ReadOnly[Interval]


class HeldWorker(Held):
    worker: ReadOnly[int]


class HeldConsensus(Held):
    """`undecided` counts the decided HITs on which the workers do not settle by this way."""

    way: ReadOnly[str]
    undecided: ReadOnly[int]


class DecidedOfSet(TypedDict):
    """A set beside the decisions on items that it answers: its own row, and each consensus over the
    same items; `blind` has the same of decisions that were made without sight of an answer."""

    decisions: ReadOnly[int]
    all: ReadOnly[Sequence[HeldConsensus]]
    blind: ReadOnly[Sequence[HeldConsensus]]


class Apart(TypedDict):
    """Two adjudicators who decided apart: their HITs, how alike they are, and `figures`, those of
    the scheme, with the two in the place of two workers."""

    hits: ReadOnly[int]
    held: ReadOnly[Held]
    figures: ReadOnly[Mapping[str, Any]]


class DecisionFigures(TypedDict):
    """`blind` has the same of those decisions only that were made without sight of an answer."""

    decisions: ReadOnly[int]
    made_blind: ReadOnly[int]
    workers: ReadOnly[Sequence[HeldWorker]]
    consensus: ReadOnly[Sequence[HeldConsensus]]
    blind: ReadOnly[Sequence[HeldConsensus]]
    apart: ReadOnly[Apart | None]
