"""The types of proposed words."""

from __future__ import annotations

from typing import TypedDict


class Proposed(TypedDict):
    """A word that looks like an adposition."""

    word: str
    frequency: int
    lce: float
    rce: float
    score: float
