"""The types of the figures that compare workers, consensus and adjudicators with decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from midpath.json_types import JsonMapping
from midpath.tables.figures.common import Interval

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class AgainstDecisions(TypedDict):
    """Answers compared with decisions: the number of decided HITs, the mean similarity, and the
    share of equal answers. If undefined, these are None and the interval has a reason."""

    decided: ReadOnly[int]
    likeness: ReadOnly[float | None]
    likeness_interval: ReadOnly[Interval]
    same: ReadOnly[float | None]
    same_interval: ReadOnly[Interval]


class WorkerAgainstDecisions(AgainstDecisions):
    worker: ReadOnly[int]


class ConsensusAgainstDecisions(AgainstDecisions):
    """`undecided` counts the decided HITs for which this consensus method gives no answer."""

    way: ReadOnly[str]
    undecided: ReadOnly[int]


class DecidedOfSet(TypedDict):
    """A set compared with the decisions on items that it answers: its own row, and each consensus
    over the same items; `blind` has the same for decisions made without seeing an answer."""

    decisions: ReadOnly[int]
    all: ReadOnly[Sequence[ConsensusAgainstDecisions]]
    blind: ReadOnly[Sequence[ConsensusAgainstDecisions]]


class Apart(TypedDict):
    """Two adjudicators who decided independently: their HITs, their mean similarity, and `figures`,
    those of the scheme, with the two as workers."""

    hits: ReadOnly[int]
    held: ReadOnly[AgainstDecisions]
    figures: ReadOnly[JsonMapping]


class DecisionFigures(TypedDict):
    """`blind` has the same for decisions made without seeing an answer."""

    decisions: ReadOnly[int]
    made_blind: ReadOnly[int]
    workers: ReadOnly[Sequence[WorkerAgainstDecisions]]
    consensus: ReadOnly[Sequence[ConsensusAgainstDecisions]]
    blind: ReadOnly[Sequence[ConsensusAgainstDecisions]]
    apart: ReadOnly[Apart | None]
