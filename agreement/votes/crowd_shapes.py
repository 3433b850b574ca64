"""The shapes of the figures of crowds, which `crowd` and `effort` make."""

from __future__ import annotations

from typing import TypedDict

from agreement.figure import Why


class Correlation(Why):
    """A correlation of time and length, over so many judgments."""

    value: float | None
    judgments: int


# The quartiles of the seconds of judgments of so many words.
Bin = TypedDict("Bin", {"from": int, "to": int, "judgments": int, "quartiles": list[float]})


class Effort(Why):
    """The time of judgments against length; `median` is that of all of them, in seconds."""

    judgments: int
    median: float | None
    bins: list[Bin]
    pearson: Correlation
    spearman: Correlation
