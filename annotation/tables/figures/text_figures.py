"""The types of counts of texts."""

from __future__ import annotations

from typing import TypedDict


class DrawnStratum(TypedDict):
    """The candidates of a stratum, whose cosines go up to `high` in millionths, and the sampled
    ones."""

    high: int
    candidates: int
    drawn: int


class Proposed(TypedDict):
    """A word that looks like an adposition."""

    word: str
    frequency: int
    lce: float
    rce: float
    score: float
