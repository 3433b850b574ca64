"""The word, the ruler and the sparkline next to a figure, from stored values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

SCALE = "the scale of Landis and Koch (1977)"
# The upper ends of the scale for agreement corrected for chance, with the tone of each word.
STRENGTHS = (
    (0.0, "poor", "warm"),
    (0.2, "slight", "warm"),
    (0.4, "fair", "warm"),
    (0.6, "moderate", "still"),
    (0.8, "substantial", ""),
    (1.0, "almost perfect", ""),
)
STEPS = (20, 40, 60, 80)  # where the ruler of such a figure is cut, in percent
WIDE, HIGH, MARGIN = 96, 28, 3
MOST_POINTS = 48


class Verdict(NamedTuple):
    """A word or two, the tone of its chip, and what it is compared with."""

    words: str
    tone: str
    by: str


@dataclass(frozen=True)
class Ruler:
    """A line from 0 to 100: filled up to a place, or with an interval and the value's pin, and
    where chance is."""

    fill: float | None = None
    low: float | None = None
    high: float | None = None
    at: float | None = None
    chance: float | None = None
    steps: Sequence[int] = ()

    @property
    def wide(self) -> float | None:
        return None if self.low is None or self.high is None else round(self.high - self.low, 1)


class Spark(NamedTuple):
    """A line in a box of 96 by 28, and its last point."""

    line: str
    x: float
    y: float


def strength_of(value: float) -> Verdict:
    """Return the word of Landis and Koch for agreement corrected for chance.

    >>> strength_of(0.43).words, strength_of(0.6).words, strength_of(-0.1).words
    ('moderate', 'moderate', 'poor')
    """
    if value < 0:
        _, words, tone = STRENGTHS[0]
    else:
        _, words, tone = next(one for one in STRENGTHS[1:] if value <= one[0])
    return Verdict(words, tone, SCALE)


def against_chance(value: float, chance: float, low: float | None, high: float | None) -> Verdict:
    """Compare a figure, by its interval if there is one, with what chance would give.

    >>> against_chance(0.9, 0.7, 0.85, 0.95).words, against_chance(0.7, 0.7, 0.6, 0.8).words
    ('above chance', 'near chance')
    """
    least, most = (value if low is None else low), (value if high is None else high)
    if least > chance:
        return Verdict("above chance", "", "what chance would give")
    if most < chance:
        return Verdict("below chance", "warm", "what chance would give")
    return Verdict("near chance", "warm", "what chance would give")


def ruler_of(
    value: float,
    low: float | None,
    high: float | None,
    chance: float | None,
    *,
    corrected: bool = False,
) -> Ruler:
    """Return the ruler of a figure between 0 and 1; what is beyond stands at its end."""
    return Ruler(
        low=_place(low),
        high=_place(high),
        at=_place(value),
        chance=_place(chance),
        steps=STEPS if corrected else (),
    )


def _place(value: float | None) -> float | None:
    return None if value is None else round(100 * min(max(value, 0.0), 1.0), 1)


def spark_of(values: Sequence[float | None]) -> Spark | None:
    """Return the line through these values at equal steps; None with fewer than two.

    >>> spark_of([0, 1])
    Spark(line='0,25 93,3', x=93, y=3)
    """
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return None
    step = -(-len(known) // MOST_POINTS)
    chosen = known[::-1][::step][::-1]
    low, high = min(chosen), max(chosen)
    across = (WIDE - MARGIN) / (len(chosen) - 1)
    places = [
        (round(place * across, 1), _height(value, low, high)) for place, value in enumerate(chosen)
    ]
    line = " ".join(f"{x:g},{y:g}" for x, y in places)
    return Spark(line, *(round(end) if end == round(end) else end for end in places[-1]))


def _height(value: float, low: float, high: float) -> float:
    share = (value - low) / (high - low) if high > low else 0.5
    return round(HIGH - MARGIN - share * (HIGH - 2 * MARGIN), 1)
