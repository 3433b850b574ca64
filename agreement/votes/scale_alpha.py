"""Krippendorff's alpha for numbers on a scale, with missing data (Krippendorff 2004, chapter 11).

alpha = 1 - observed / expected
observed = (1 / n) * sum over units of [sum of d over ordered pairs of their values] / (m - 1)
expected = [sum of d over ordered pairs among all n values] / (n (n - 1))

d is the squared difference of two values a and b (Krippendorff 2011):
    interval  (a - b)^2
    ordinal   (n_a / 2 + n_b / 2 + sum of n_g over the values g between them)^2, where n_g is how
              often g was given; that is the squared difference of the mean ranks of a and b among
              all n values

m is the number of values that a unit got. Units with fewer than two take no part.

The keys of a campaign's tally are
    units/m        units with m values, m = 1 included
    pairs/m/a/b    in units with m values, the pairs of one value a and one value b, a < b
    label/a        how often a was given, in units with two or more
so adding, withdrawing and merging are exact. The ordinal difference of two values depends on all
values, so pairs are counted for every two of them.

Values are decimal numbers as text, in shortest form: "3", "-1", "0.5", and not "3.0" or "+3".

K. Krippendorff: Computing Krippendorff's Alpha-Reliability. 2011.
https://repository.upenn.edu/asc_papers/43
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from math import lcm
from typing import Literal, TypeAlias

import numpy as np

from agreement.groups import Ints
from agreement.tally import Tally
from agreement.votes.ballots import DENSE, cells_of, joined
from agreement.votes.nominal import Nominal

Scale: TypeAlias = Literal["ordinal", "interval"]

MIN_LENGTH = re.compile(r"(?!-0$)-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?", re.ASCII)
NO_TWO = "No unit has two values."
ALIKE = "All values are alike, so there is no variety to compare with."


def number_of(value: str) -> Fraction:
    """Parse a value; raise ValueError if it is not a number in shortest form.

    >>> print(number_of("0.5"))
    1/2
    """
    if not MIN_LENGTH.fullmatch(value):
        raise ValueError(f"{value!r} is no number in its shortest form, such as 3, -1 or 0.5.")
    return Fraction(value)


def count_unit(values: Iterable[str | None]) -> Tally:
    """Return one unit's contribution; it depends only on the multiset of its values.

    values : numbers as text; None is a missing one

    >>> count_unit(["1", "3", None, "3"])
    {'units/3': 1, 'pairs/3/1/3': 2, 'label/1': 1, 'label/3': 2}
    """
    times = Counter(value for value in values if value is not None)
    numbers = {value: number_of(value) for value in times}
    m = times.total()
    if m < 2:
        return Tally({"units/1": m})
    counts = Tally({f"units/{m}": 1})
    for a, b in combinations(sorted(numbers, key=numbers.__getitem__), 2):
        counts[f"pairs/{m}/{a}/{b}"] = times[a] * times[b]
    return counts.shift({f"label/{value}": count for value, count in times.items()}, 1)


def count_votes(units: Ints, values: Ints, names: Sequence[str]) -> Tally:
    """Return the contributions of many units, from votes in any order.

    units, values : (N,) whole numbers from 0, for each vote
    names : the values, distinct numbers as text

    >>> found = count_votes(np.array([0, 0, 0, 1]), np.array([1, 0, 1, 0]), ["3", "1"])
    >>> found == count_unit(["1", "3", "1"]) + count_unit(["3"])
    True
    """
    if not len(units):
        return Tally()
    numbers = [number_of(name) for name in names]
    order = sorted(range(len(names)), key=numbers.__getitem__)
    ranks = np.empty(len(names), dtype=np.int64)
    ranks[order] = np.arange(len(names))
    if int(units.max()) >= DENSE * len(units):
        units = np.unique(units, return_inverse=True)[1].astype(np.int64)
    sizes = np.bincount(units)
    counts = Tally(
        {f"units/{m}": many for m, many in enumerate(np.bincount(sizes).tolist()) if m and many}
    )
    cells = cells_of(units, ranks[values])
    m = sizes[cells.items]
    items, given, times, m = (
        column[m > 1] for column in (cells.items, cells.labels, cells.votes, m)
    )
    totals = np.zeros(len(names), dtype=np.int64)
    np.add.at(totals, given, times)
    for rank in np.flatnonzero(totals).tolist():
        counts[f"label/{names[order[rank]]}"] = int(totals[rank])
    for size, low, high, pairs in _pairs(items, given, times, m):
        counts[f"pairs/{size}/{names[order[low]]}/{names[order[high]]}"] = pairs
    return counts


def _pairs(items: Ints, given: Ints, times: Ints, m: Ints) -> list[list[int]]:
    """Return rows (m, lower rank, higher rank, pairs), from cells sorted by item and rank."""
    found: list[tuple[Ints, ...]] = []
    for step in range(1, len(items)):
        at = np.flatnonzero(items[step:] == items[:-step])
        if not len(at):
            break
        to = at + step
        found.append((m[at], given[at], given[to], times[at] * times[to]))
    if not found:
        return []
    size, low, high, pairs = (np.concatenate(column) for column in zip(*found, strict=True))
    _, first, where = np.unique(joined(size, low, high), return_index=True, return_inverse=True)
    sums = np.zeros(len(first), dtype=np.int64)
    np.add.at(sums, where, pairs)
    rows: list[list[int]] = np.stack([size[first], low[first], high[first], sums], 1).tolist()
    return rows


def scale_alpha(state: Mapping[str, int], level: Scale) -> Nominal:
    """Return ordinal or interval alpha of the sum of contributions, with its parts.

    Undefined if no unit has two values, or if all values are equal (expected = 0).

    >>> from agreement.votes.nominal import nominal_alpha
    >>> units = "111 2232 3333 3333 2222 1234 4444 1121 2222 555 11 3".split()
    >>> state = Tally.total(map(count_unit, units))
    >>> found = [nominal_alpha(as_nominal(state))]
    >>> found += [scale_alpha(state, "ordinal"), scale_alpha(state, "interval")]
    >>> [round(float(each.value), 3) for each in found]  # Krippendorff 2011, example C, as printed
    [0.743, 0.815, 0.849]
    """
    sizes = _numbered(state, "units")
    alone = sizes.pop("1", 0)
    units, n = sum(sizes.values()), sum(int(m) * count for m, count in sizes.items())
    if not units:
        return Nominal(None, None, None, 0, 0, alone, NO_TWO)
    times = _numbered(state, "label")
    places, unit = places_of(times, level)
    apart: defaultdict[int, int] = defaultdict(int)
    for key, pairs in _numbered(state, "pairs").items():
        m, a, b = key.split("/")
        apart[int(m)] += 2 * pairs * (places[a] - places[b]) ** 2
    observed = sum((Fraction(total, m - 1) for m, total in apart.items()), Fraction(0))
    observed /= n * unit**2
    first = sum(count * places[value] for value, count in times.items())
    second = sum(count * places[value] ** 2 for value, count in times.items())
    expected = Fraction(2 * (n * second - first**2), n * (n - 1) * unit**2)
    if not expected:
        return Nominal(None, observed, expected, units, n, alone, ALIKE)
    return Nominal(1 - observed / expected, observed, expected, units, n, alone)


def places_of(times: Mapping[str, int], level: Scale) -> tuple[dict[str, int], int]:
    """Return a whole number for each value, and the number that corresponds to one step of the
    scale.

    times : how often each value was given

    The difference of two values, which d squares, is that of their whole numbers divided by the
    step. Interval: the values over their common denominator. Ordinal: twice the mean rank of each.

    >>> places_of({"0.5": 1, "2": 3}, "interval"), places_of({"0.5": 1, "2": 3}, "ordinal")
    (({'0.5': 1, '2': 4}, 2), ({'0.5': 1, '2': 5}, 2))
    """
    numbers = {value: number_of(value) for value in times}
    values = sorted(numbers, key=numbers.__getitem__)
    if level == "ordinal":
        upto = accumulate(times[value] for value in values)
        return {value: 2 * end - times[value] for value, end in zip(values, upto, strict=True)}, 2
    if level != "interval":
        raise ValueError(f"There is no scale {level!r}, only ordinal and interval.")
    unit = lcm(*(number.denominator for number in numbers.values()))
    return {value: int(numbers[value] * unit) for value in values}, unit


def as_nominal(state: Mapping[str, int]) -> Tally:
    """Return the state in the format of `nominal.nominal_alpha`, where values are equal or
    unequal."""
    counts = Tally({key: count for key, count in state.items() if not key.startswith("pairs/")})
    for key, pairs in _numbered(state, "pairs").items():
        counts.shift({f"unlike/{key.partition('/')[0]}": 2 * pairs}, 1)
    return counts


def _numbered(state: Mapping[str, int], kind: str) -> dict[str, int]:
    """Return the counts of one kind, by the rest of their keys."""
    start = f"{kind}/"
    return {key.removeprefix(start): count for key, count in state.items() if key.startswith(start)}
