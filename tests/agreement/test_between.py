"""Alpha between two sides, from its definition."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.sides.between import (
    Between,
    alpha_between,
    interval_apart,
    mean_between,
    ordinal_apart,
)
from tests.agreement import slow

Sides = tuple[list[str], list[str]]
SIDE = st.lists(st.sampled_from("123"), max_size=4)
ITEMS = st.lists(st.tuples(SIDE, SIDE), max_size=6)


def slow_rank(items: list[Sides]) -> Callable[[str, str], Fraction]:
    """Return mean ranks among all answers, from the sorted list."""
    every = sorted(a for one, other in items if one and other for a in [*one, *other])

    def rank(value: str) -> Fraction:
        places = [Fraction(place) + Fraction(1, 2) for place, v in enumerate(every) if v == value]
        return sum(places, Fraction(0)) / len(places)

    return lambda a, b: (rank(a) - rank(b)) ** 2


def found(items: list[Sides], apart: Callable[[str, str], Fraction] | None = None) -> Between:
    units = [(Counter(one), Counter(other), 1) for one, other in items]
    return alpha_between(units, apart) if apart else alpha_between(units)


@pytest.mark.long
@given(ITEMS)
def test_nominal_interval_and_ordinal_equal_their_slow_twins(items: list[Sides]) -> None:
    units = [(Counter(one), Counter(other), 1) for one, other in items]
    assert found(items).value == slow.between(items, lambda a, b: Fraction(a != b))
    by_steps = slow.between(items, lambda a, b: (Fraction(a) - Fraction(b)) ** 2)
    assert found(items, interval_apart).value == by_steps
    assert found(items, ordinal_apart(units)).value == slow.between(items, slow_rank(items))


@given(ITEMS, st.integers(1, 3))
def test_alike_units_may_be_counted_together(items: list[Sides], times: int) -> None:
    counted = [(Counter(one), Counter(other), times) for one, other in items]
    assert alpha_between(counted) == found(items * times)


@given(ITEMS)
def test_any_number_of_labels_is_the_mean_over_labels(items: list[Sides]) -> None:
    """Each answer is the set of labels below its number."""
    sets = [
        ([tuple("abc"[: int(a)]) for a in one], [tuple("abc"[: int(b)]) for b in other])
        for one, other in items
    ]
    alphas = [
        slow.between(items, lambda a, b, n=n: Fraction((int(a) >= n) != (int(b) >= n)))  # type: ignore[misc]
        for n in (1, 2, 3)
    ]
    known = [alpha for alpha in alphas if alpha is not None]
    mean = sum(known, Fraction(0)) / len(known) if known else None
    assert mean_between(sets, "abc").value == mean


def test_undefined_alpha_says_why() -> None:
    assert "both sides" in str(found([([], ["1"])]).reason)
    assert "alike" in str(found([(["1"], ["1"])]).reason)
