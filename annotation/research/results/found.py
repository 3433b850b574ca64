"""The stored values of a figure or of its interval, found by the figure's path."""

from collections.abc import Mapping, Sequence
from typing import TypedDict, cast


class Found(TypedDict, total=False):
    """The values of a figure; empty if there are none. `reason` says why it is undefined."""

    value: float | None
    reason: str
    exact: str | None
    chance: float | None
    within: float | None
    total: float | None
    items: int | None
    pairs: int | None
    questions: int | None


class FoundInterval(TypedDict, total=False):
    """An interval; empty if there is none. `method` names the bootstrap over `over`. An interval of
    a figure about two campaigns has its own version, and number of judgments."""

    low: float | None
    high: float | None
    level: float
    method: str
    over: str
    resamples: int
    seed: int
    reason: str
    version: int
    judgments: int


def figure_at(figures: object, path: Sequence[str]) -> Found:
    return cast(Found, _stored_at(figures, path))


def interval_in(intervals: object, path: Sequence[str]) -> FoundInterval:
    return cast(FoundInterval, _stored_at(intervals, path))


def _stored_at(stored: object, path: Sequence[str]) -> Mapping[str, object]:
    for step in path:
        stored = stored.get(step) if isinstance(stored, Mapping) else None
    return stored if isinstance(stored, Mapping) else {}
