"""A small bar chart drawn on the server."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

BAR, GAP, TALL = 14, 4, 72
MAX_BARS, BARS_A_TICK = 60, 5


@dataclass(frozen=True)
class Bar:
    """A bar; `tick` is the label below it, which may be empty."""

    label: str
    tick: str
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
    """Return bars of equal width from the smallest number to the largest, empty ones included. Each
    bar covers one number, or several if there would be too many bars.

    >>> [(bar.label, bar.count) for bar in histogram({1: 2, 3: 1}).bars]
    [('1', 2), ('2', 0), ('3', 1)]
    >>> bars = histogram({1: 2, 2: 1, 120: 1}).bars
    >>> len(bars), bars[0].label, bars[0].count, bars[-1].label
    (60, '1–2', 3, '119–120')
    """
    if not counts:
        return Histogram([], 0)
    least, greatest = min(counts), max(counts)
    step = -(-(greatest - least + 1) // MAX_BARS)
    found: Counter[int] = Counter()
    for number, count in counts.items():
        found[(number - least) // step] += count
    most = max(found.values())
    bars = [
        _bar(place, least + place * step, step, found[place], most)
        for place in range((greatest - least) // step + 1)
    ]
    return Histogram(bars, len(bars) * (BAR + GAP))


def _bar(place: int, low: int, step: int, count: int, most: int) -> Bar:
    height = max(1.0, round(TALL * count / most, 1)) if count else 0.0
    label = f"{low:,}" if step == 1 else f"{low:,}–{low + step - 1:,}"
    tick = f"{low:,}" if step == 1 or place % BARS_A_TICK == 0 else ""
    return Bar(label, tick, count, place * (BAR + GAP), TALL - height, height)
