"""Alpha between two sides: only pairs of one answer from each count.

    1 - observed / expected
    observed = mean over units of [mean d over pairs of one answer of each side]
    expected = mean d over pairs of one answer of each side, of any two units

so agreement inside either side does not raise it. d is 0 for equal labels and 1 for others; on a
scale it is the squared difference of the numbers (interval) or of the mean ranks among all answers
of both sides (ordinal), as in `votes.scale_alpha`. Where any number of labels may be chosen, alpha
between is the mean over labels of alpha between for the presence of the label.
`segmentation.compare.alpha_between` is the same for segmentations; its within and total are the
halves of observed and expected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from agreement.votes.scale_alpha import number_of

Times: TypeAlias = Mapping[str, int]  # how often each label was given
Unit: TypeAlias = tuple[Times, Times, int]  # one side, the other, number of such units
Apart: TypeAlias = Callable[[str, str], Fraction]

NO_BOTH = "No item has answers of both sides."
ALIKE = "All answers of both sides are alike, so there is no variety to compare with."
YES, NO = "yes", "no"


class Between(NamedTuple):
    """Alpha between two sides; if it is undefined, value is None and reason says why."""

    value: Fraction | None
    observed: Fraction | None
    expected: Fraction | None
    units: int
    reason: str | None = None


def unlike(one: str, other: str) -> Fraction:
    return Fraction(one != other)


def alpha_between(units: Iterable[Unit], apart: Apart = unlike) -> Between:
    """Return alpha between two sides; units without answers of both take no part.

    >>> found = alpha_between([({"a": 1}, {"a": 1}, 1), ({"b": 2}, {"a": 1, "b": 1}, 1)])
    >>> print(found.value, found.observed, found.expected)
    11/20 1/4 5/9
    """
    taking = [(one, other, many) for one, other, many in units if one and other]
    known = sum(many for _, _, many in taking)
    if not known:
        return Between(None, None, None, 0, NO_BOTH)
    observed = sum((many * _mean(one, other, apart) for one, other, many in taking), Fraction(0))
    ones, others = Counter[str](), Counter[str]()
    for one, other, many in taking:
        ones.update({label: many * times for label, times in one.items()})
        others.update({label: many * times for label, times in other.items()})
    observed, expected = observed / known, _mean(ones, others, apart)
    if not expected:
        return Between(None, observed, expected, known, ALIKE)
    return Between(1 - observed / expected, observed, expected, known)


def mean_between(
    units: Sequence[tuple[Sequence[Sequence[str]], Sequence[Sequence[str]]]], labels: Sequence[str]
) -> Between:
    """Return the mean over labels of alpha between for the presence of the label, where defined.

    units : the answers of either side, each with any number of labels

    >>> found = mean_between([([("a", "b")], [("a",)]), ([()], [("b",)])], ["a", "b", "c"])
    >>> print(found.value)
    0
    """
    alphas = [alpha_between(_having(units, label)) for label in labels]
    known = [one.value for one in alphas if one.value is not None]
    count = sum(bool(one and other) for one, other in units)
    if not known:
        return Between(None, None, None, count, ALIKE if count else NO_BOTH)
    return Between(sum(known, Fraction(0)) / len(known), None, None, count)


def interval_apart(one: str, other: str) -> Fraction:
    return (number_of(one) - number_of(other)) ** 2


def ordinal_apart(units: Iterable[Unit]) -> Apart:
    """Return a function: the squared difference of two values' mean ranks among all answers of the
    units with answers of both sides.

    >>> apart = ordinal_apart([({"1": 2}, {"3": 1}, 1), ({"2": 1}, {"2": 1}, 1)])
    >>> print(apart("1", "2"), apart("1", "3"))
    4 49/4
    """
    times = Counter[str]()
    for one, other, many in units:
        for side in (one, other) if one and other else ():
            times.update({value: many * count for value, count in side.items()})
    values = sorted(times, key=number_of)
    ends = accumulate(times[value] for value in values)
    ranks = {
        value: end - Fraction(times[value], 2) for value, end in zip(values, ends, strict=True)
    }
    return lambda one, other: (ranks[one] - ranks[other]) ** 2


def _having(
    units: Iterable[tuple[Sequence[Sequence[str]], Sequence[Sequence[str]]]], label: str
) -> Iterable[Unit]:
    for sides in units:
        one, other = (Counter(YES if label in answer else NO for answer in side) for side in sides)
        yield one, other, 1


def _mean(one: Times, other: Times, apart: Apart) -> Fraction:
    total = sum(
        (times * against * apart(a, b) for a, times in one.items() for b, against in other.items()),
        Fraction(0),
    )
    return total / (sum(one.values()) * sum(other.values()))
