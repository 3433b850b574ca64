"""A small bar chart drawn on the server."""

from collections.abc import Mapping
from dataclasses import dataclass

BAR, GAP, TALL = 14, 4, 72


@dataclass(frozen=True)
class Bar:
    label: int
    count: int
    x: int
    y: float
    height: float


@dataclass(frozen=True)
class Histogram:
    bars: list[Bar]
    width: int
    bar_width: int = BAR
    baseline: int = TALL


def histogram(counts: Mapping[int, int]) -> Histogram:
    """Every whole number between the least and the greatest has its place, empty or not."""
    if not counts:
        return Histogram([], 0)
    labels = range(min(counts), max(counts) + 1)
    most = max(counts.values())
    bars = []
    for place, label in enumerate(labels):
        count = counts.get(label, 0)
        height = max(1.0, round(TALL * count / most, 1)) if count else 0.0
        bars.append(Bar(label, count, place * (BAR + GAP), TALL - height, height))
    return Histogram(bars, len(labels) * (BAR + GAP))
