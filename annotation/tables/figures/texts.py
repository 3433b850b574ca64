"""The shapes of what is counted of texts."""

from __future__ import annotations

from typing import TypedDict


class DrawnStratum(TypedDict):
    """The candidates of a stratum, in millionths of cosine up to `high`, and those drawn."""

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
