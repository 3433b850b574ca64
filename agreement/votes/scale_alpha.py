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
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from math import lcm
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from agreement.groups import Ints
from agreement.tally import Tally
from agreement.votes.ballots import LARGEST
from agreement.votes.nominal import Nominal
from agreement.weighted.pair_counts import count_pairs

Scale: TypeAlias = Literal["ordinal", "interval"]
Value = TypeVar("Value", bound=Hashable)

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
    numbers = [number_of(name) for name in names]
    order = sorted(range(len(names)), key=numbers.__getitem__)
    ranks = np.empty(len(names), dtype=np.int64)
    ranks[order] = np.arange(len(names))
    found = count_pairs(units, ranks[values], len(names))
    counts = Tally({f"units/{m}": many for m, many in found.sizes.items()})
    for rank in np.flatnonzero(found.totals).tolist():
        counts[f"label/{names[order[rank]]}"] = int(found.totals[rank])
    for size, low, high, pairs in found.pairs:
        counts[f"pairs/{size}/{names[order[low]]}/{names[order[high]]}"] = pairs
    return counts


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
    sizes = {int(m): units for m, units in _numbered(state, "units").items()}
    times = _numbered(state, "label")
    places = places_of({value: number_of(value) for value in times}, times, level)
    apart: defaultdict[int, int] = defaultdict(int)
    for key, pairs in _numbered(state, "pairs").items():
        m, a, b = key.split("/")
        apart[int(m)] += 2 * pairs * (places.of[a] - places.of[b]) ** 2
    return _alpha(sizes, times, places, apart)


def alpha_of_votes(units: Ints, values: Ints, numbers: Sequence[Fraction], level: Scale) -> Nominal:
    """Return `scale_alpha` of votes in any order, without counting pairs, for many values.

    units, values : (N,) whole numbers from 0, for each vote
    numbers : the distinct values

    The sum of (a - b)^2 over ordered pairs of m places is 2 (m * sum of a^2 - (sum of a)^2).

    >>> numbers = [Fraction(3), Fraction(1), Fraction(2)]
    >>> found = alpha_of_votes(np.array([0, 0, 1, 1]), np.array([1, 0, 2, 2]), numbers, "ordinal")
    >>> print(found.value)
    -1/2
    """
    m = np.bincount(units)
    sizes = {size: many for size, many in enumerate(np.bincount(m).tolist()) if size and many}
    taken = m[units] > 1
    units, values = units[taken], values[taken]
    totals = np.bincount(values, minlength=len(numbers)).tolist()
    times = {value: count for value, count in enumerate(totals) if count}
    places = places_of({value: numbers[value] for value in times}, times, level)
    first, second = _sums(units, values, places.of, m)
    unlike = 2 * (m * second - first**2)
    apart = {size: sum(unlike[m == size].tolist()) for size in sizes if size > 1}
    return _alpha(sizes, times, places, apart)


def _sums(
    units: Ints, values: Ints, places: Mapping[int, int], m: Ints
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return for each unit the sums of its places and of their squares, from the lowest place."""
    low = min(places.values(), default=0)
    widest = max(places.values(), default=0) - low
    dtype = np.int64 if int(m.max(initial=0)) ** 2 * widest**2 < LARGEST else object
    place = np.zeros(max(places, default=-1) + 1, dtype=dtype)
    for value, at in places.items():
        place[value] = at - low
    first, second = np.zeros((2, len(m)), dtype=dtype)
    np.add.at(first, units, place[values])
    np.add.at(second, units, (place * place)[values])
    return first, second


def _alpha(
    sizes: Mapping[int, int],
    times: Mapping[Value, int],
    places: Places[Value],
    apart: Mapping[int, int],
) -> Nominal:
    """Return alpha.

    sizes : units by m
    times : how often each value was given, in units with two values or more
    apart : sums of squared differences of places over ordered pairs within units, by m
    """
    alone = sizes.get(1, 0)
    units = sum(sizes.values()) - alone
    if not units:
        return Nominal(None, None, None, 0, 0, alone, NO_TWO)
    n = sum(m * many for m, many in sizes.items()) - alone
    observed = sum((Fraction(total, m - 1) for m, total in apart.items()), Fraction(0))
    observed /= n * places.step**2
    first = sum(count * places.of[value] for value, count in times.items())
    second = sum(count * places.of[value] ** 2 for value, count in times.items())
    expected = Fraction(2 * (n * second - first**2), n * (n - 1) * places.step**2)
    if not expected:
        return Nominal(None, observed, expected, units, n, alone, ALIKE)
    return Nominal(1 - observed / expected, observed, expected, units, n, alone)


class Places(NamedTuple, Generic[Value]):
    """A whole number for each value, and the number that corresponds to one step of the scale."""

    of: dict[Value, int]
    step: int


def places_of(
    numbers: Mapping[Value, Fraction], times: Mapping[Value, int], level: Scale
) -> Places[Value]:
    """Return the place of each value on the scale.

    numbers : the number that each value is
    times : how often each value was given

    The difference of two values, which d squares, is that of their whole numbers divided by the
    step. Interval: the values over their common denominator. Ordinal: twice the mean rank of each.

    >>> numbers, times = {"a": Fraction(1, 2), "b": Fraction(2)}, {"a": 1, "b": 3}
    >>> tuple(places_of(numbers, times, "interval")), tuple(places_of(numbers, times, "ordinal"))
    (({'a': 1, 'b': 4}, 2), ({'a': 1, 'b': 5}, 2))
    """
    values = sorted(numbers, key=numbers.__getitem__)
    if level == "ordinal":
        upto = accumulate(times[value] for value in values)
        ranks = {value: 2 * end - times[value] for value, end in zip(values, upto, strict=True)}
        return Places(ranks, 2)
    if level != "interval":
        raise ValueError(f"There is no scale {level!r}, only ordinal and interval.")
    step = lcm(*(number.denominator for number in numbers.values()))
    return Places({value: int(numbers[value] * step) for value in values}, step)


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
