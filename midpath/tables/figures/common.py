"""The types common to the figures of every scheme."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class Figure(TypedDict):
    """A figure: `value` is None if it is undefined, and `reason` says why."""

    value: ReadOnly[float | None]
    reason: NotRequired[ReadOnly[str]]


class Summary(TypedDict):
    """The part of an item's summary that every scheme has: each answer with its count."""

    annotations: ReadOnly[Sequence[Any]]
    disagreement: ReadOnly[Figure]


class Interval(TypedDict):
    """An interval of a figure by resampling; without ends, it has a reason."""

    low: float | None
    high: float | None
    level: float
    resamples: int
    seed: int
    over: str
    reason: NotRequired[str]
