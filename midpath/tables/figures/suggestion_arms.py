"""The types of the figures on suggestions: the arm with them, and the one without."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from midpath.tables.figures.common import Figure, Interval

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class Arm(TypedDict):
    """The figures of an arm: the share of its judgments that equal the suggested answer, their mean
    similarity to it, α of this arm alone, and the median time; None without judgments."""

    judgments: ReadOnly[int]
    workers: ReadOnly[int]
    same: ReadOnly[float | None]
    likeness: ReadOnly[float | None]
    seconds: ReadOnly[float | None]
    alpha: ReadOnly[Figure]


class Difference(TypedDict):
    """A difference, with suggestions minus without. If `value` or `p` is None, `reason` says
    why."""

    value: ReadOnly[float | None]
    interval: ReadOnly[Interval]
    p: ReadOnly[float | None]
    reason: ReadOnly[str]


class Arms(TypedDict):
    """Both arms and their differences; `figure` names the scheme's α. There is no test of α or of
    similarity."""

    figure: ReadOnly[str]
    suggested: ReadOnly[Arm]
    alone: ReadOnly[Arm]
    same: ReadOnly[Difference]
    likeness: ReadOnly[Difference]
    seconds: ReadOnly[Difference]
    alpha: ReadOnly[Difference]
