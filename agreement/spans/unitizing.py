"""Krippendorff's alpha for unitizing, exactly (Krippendorff 1995; 2004, sections 11.4 and 11.5).

Observers mark units of a category on a continuum of length L; the rest are gaps. For one category c

    alpha = 1 - observed / expected
    observed = sum over ordered pairs of observers, and over their segments, of d / (m (m - 1) L^2)
    expected = (2 / L) * sum over units of [(N - 1) (2 l^3 - 3 l^2 + l) / 3
                   + l^2 * sum over gaps g >= l of (g - l + 1)] / (mL (mL - 1) - sum of l (l - 1))

d : for two units that overlap, the squared difference of their starts plus that of their ends; for
    a unit that lies within a gap, the square of its length; 0 for all other segments
m : the number of observers; N : the number of units of all of them; l, g : the lengths of a unit
    and of a gap

Over several categories, their observed and their expected disagreements are summed before they are
divided (Krippendorff 1995; 2004, page 256).

Many texts form one continuum that is cut where a text ends, so no segment crosses into the next
text. Where texts differ in their number of observers, mL is the sum of m times the length of each,
and the pairs of a text count 1 / (m - 1), as alpha weighs missing data. If m is the same for all,
this is the formula above. So each text contributes only whole numbers that add and subtract: the
sum of d by m, and the number of units and of gaps of each length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

Unit = tuple[int, int]  # begin, and end (excluded)


class Segment(NamedTuple):
    begin: int
    end: int
    unit: bool  # a unit, or a gap


class Continuum(NamedTuple):
    """The texts with two or more observers: their total length, and the sum of m times the length
    of each."""

    length: int
    observed: int


class Counted(NamedTuple):
    """Counts of one category: d of ordered pairs by m, units and gaps by their length."""

    apart: Mapping[int, int]
    units: Mapping[int, int]
    gaps: Mapping[int, int]


class Unitized(NamedTuple):
    """Alpha with its parts; None where undefined."""

    value: Fraction | None
    observed: Fraction | None
    expected: Fraction | None


def segments_of(units: Sequence[Unit], length: int) -> list[Segment]:
    """Return the units and the gaps between them, from 0 to the length.

    units : in order, not overlapping; two may touch

    >>> [segment.end - segment.begin for segment in segments_of([(2, 5), (5, 6)], 8)]
    [2, 3, 1, 2]
    """
    found: list[Segment] = []
    at = 0
    for begin, end in units:
        if at < begin:
            found.append(Segment(at, begin, unit=False))
        found.append(Segment(begin, end, unit=True))
        at = end
    if at < length:
        found.append(Segment(at, length, unit=False))
    return found


def joined(spans: Iterable[Unit]) -> list[Unit]:
    """Return spans as units. Overlapping spans become one, since the formula has no nested units;
    spans that only touch stay separate.

    >>> joined([(4, 6), (0, 3), (1, 2), (2, 4)])
    [(0, 4), (4, 6)]
    """
    found: list[Unit] = []
    for begin, end in sorted(spans):
        if found and begin < found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


def difference(one: Segment, other: Segment) -> int:
    """Return d of two segments.

    >>> unit = Segment(5, 11, unit=True)
    >>> others = [(4, 6), (5, 7), (6, 8), (7, 9)]
    >>> [difference(unit, Segment(*other, unit=True)) for other in others]
    [26, 16, 10, 8]
    >>> difference(unit, Segment(4, 11, unit=False)), difference(unit, Segment(6, 11, unit=False))
    (36, 0)
    """
    if one.unit and other.unit:
        if one.begin < other.end and other.begin < one.end:
            return (one.begin - other.begin) ** 2 + (one.end - other.end) ** 2
        return 0
    if one.unit == other.unit:
        return 0
    unit, gap = (one, other) if one.unit else (other, one)
    within = gap.begin <= unit.begin and unit.end <= gap.end
    return (unit.end - unit.begin) ** 2 if within else 0


def apart(one: Sequence[Unit], other: Sequence[Unit], length: int) -> int:
    """Return the sum of d over the segments of two observers.

    Only overlapping segments contribute, so both lists are walked once.

    >>> apart([(75, 145), (220, 250)], [(70, 150), (205, 225), (250, 270)], 300)
    1300
    """
    mine, theirs = segments_of(one, length), segments_of(other, length)
    total = i = j = 0
    while i < len(mine) and j < len(theirs):
        total += difference(mine[i], theirs[j])
        end = min(mine[i].end, theirs[j].end)
        i += mine[i].end == end
        j += theirs[j].end == end
    return total


def unit_alpha(categories: Iterable[Counted], continuum: Continuum) -> Unitized:
    """Return alpha of all categories together.

    Undefined if no disagreement is possible: no text has two observers, or every text is filled by
    one unit each.

    The example of Krippendorff 2004, pages 254 to 256: two observers mark units of c and of k from
    150 to 450. The book prints observed .0144 and .0000, expected .0532 and .0490, and from these
    rounded parts alpha = 1 - .0144 / (.0532 + .0490) = .8591.

    >>> c = [[(75, 145), (220, 250)], [(70, 150), (205, 225), (250, 270)]]
    >>> k = [[(30, 90), (150, 200)], [(30, 90), (150, 200)]]
    >>> found = unit_alpha([counted(c, 300)], Continuum(300, 600))
    >>> [round(float(part), 4) for part in (found.observed, found.expected, found.value)]
    [0.0144, 0.0532, 0.7286]
    >>> [round(float(part), 4) for part in unit_alpha([counted(k, 300)], Continuum(300, 600))]
    [1.0, 0.0, 0.049]
    >>> both = unit_alpha([counted(c, 300), counted(k, 300)], Continuum(300, 600))
    >>> round(float(both.value), 4), round(1 - 0.0144 / (0.0532 + 0.0490), 4)
    (0.8587, 0.8591)
    """
    if not continuum.observed:
        return Unitized(None, None, None)
    observed = expected = Fraction(0)
    for one in categories:
        observed += observed_of(one, continuum)
        expected += expected_of(one, continuum)
    value = 1 - observed / expected if expected else None
    return Unitized(value, observed, expected)


def observed_of(counted: Counted, continuum: Continuum) -> Fraction:
    total = sum((Fraction(sums, m - 1) for m, sums in counted.apart.items()), Fraction(0))
    return total / (continuum.observed * continuum.length)


def expected_of(counted: Counted, continuum: Continuum) -> Fraction:
    """Return the expected disagreement of a category's units and gaps, paired at random."""
    n, many = continuum.observed, sum(counted.units.values())
    total, positions, longer = (
        0,
        0,
        0,
    )  # gaps that a unit fits into, and the positions where it fits
    gaps = sorted(counted.gaps.items(), reverse=True)
    at = 0
    for length, times in sorted(counted.units.items(), reverse=True):
        while at < len(gaps) and gaps[at][0] >= length:
            longer += gaps[at][1]
            positions += gaps[at][1] * (gaps[at][0] + 1)
            at += 1
        within = length * (length - 1) * (2 * length - 1) // 3
        total += times * ((many - 1) * within + length**2 * (positions - longer * length))
    within_units = sum(times * length * (length - 1) for length, times in counted.units.items())
    pairs = n * (n - 1) - within_units
    return Fraction(2 * total, continuum.length * pairs) if pairs else Fraction(0)


def counted(observers: Sequence[Sequence[Unit]], length: int) -> Counted:
    """Return the counts of one text and one category.

    observers : (m,) the units of each, in order
    """
    m = len(observers)
    units: dict[int, int] = {}
    gaps: dict[int, int] = {}
    for own in observers:
        for begin, end, unit in segments_of(own, length):
            lengths = units if unit else gaps
            lengths[end - begin] = lengths.get(end - begin, 0) + 1
    total = sum(
        apart(observers[i], observers[j], length) for i in range(m) for j in range(i + 1, m)
    )
    return Counted({m: 2 * total}, units, gaps)
