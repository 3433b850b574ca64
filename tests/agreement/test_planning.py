"""Plans with fewer judgments: against every order one by one, and on known crowds."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.sampling import Draws
from agreement.segmentation.alpha import alpha as segmentation_alpha
from agreement.segmentation.counting import count_item, take_apart
from agreement.segmentation.planning import (
    Estimate,
    Votes,
    as_it_is,
    draw_table,
    expect,
    label_widths,
    outcomes,
    segmentation_width,
)
from agreement.tally import Tally
from agreement.votes.nominal import count_table, nominal_alpha
from tests.agreement.slow_planning import expect_one

votes = st.lists(st.integers(0, 3), min_size=2, max_size=3).filter(lambda v: 1 <= sum(v) <= 6)


@pytest.mark.long
@given(votes, st.integers(1, 6), st.integers(0, 5), st.integers(0, 1))
def test_equals_all_orders_one_by_one(given_: list[int], first: int, more: int, known: int) -> None:
    most = first + more
    found = expect([(tuple(given_), known)], first, most)
    if sum(given_) < most:
        assert (found.items, found.judgments, found.accuracy) == (0, None, None)
        return
    slow = expect_one(given_, known, first, most)
    assert (found.judgments, found.settled, found.accuracy) == slow


@pytest.mark.long
@given(votes, st.integers(1, 6))
def test_the_chances_of_all_ends_are_one(given_: list[int], first: int) -> None:
    first = min(first, sum(given_))
    ends = outcomes(tuple(given_), first, sum(given_))
    assert sum(ends.values()) == 1
    assert all(first <= sum(drawn) <= sum(given_) for drawn in ends)


def test_means_are_over_the_items_that_have_enough() -> None:
    found = expect([((2, 1), 0), ((1, 1), 0), ((0, 3), None)], 3)
    assert (found.items, found.known) == (2, 1)
    assert (found.judgments, found.settled, found.accuracy) == (Fraction(3),) + (Fraction(1),) * 2


def test_all_judgments_that_there_are() -> None:
    found = as_it_is([((2, 1), 0), ((1, 1), 0), ((0, 3), None), ((0, 0), None)])
    assert (found.items, found.known) == (3, 2)
    assert (found.judgments, found.settled) == (Fraction(8, 3), Fraction(2, 3))
    assert found.accuracy == Fraction(3, 4)
    assert as_it_is([]).judgments is None


def test_a_tie_counts_as_drawing_by_lot() -> None:
    assert expect([((1, 1), 0)], 2).accuracy == Fraction(1, 2)
    assert expect([((1, 1, 1), 0)], 3).accuracy == Fraction(1, 3)


@pytest.mark.parametrize(("first", "most"), [(0, None), (3, 2)])
def test_invalid_requests_are_refused(first: int, most: int | None) -> None:
    with pytest.raises(ValueError, match="at least one judgment"):
        expect([((1, 1), None)], first, most)


def test_each_part_of_a_draw_is_as_likely_as_it_is_large() -> None:
    given_ = np.array([[6, 3, 1]] * 20_000, dtype=np.int64)
    table = draw_table(given_, 4, Draws(7))
    assert (table.sum(axis=1) == 4).all()
    assert (table <= given_).all()
    shares = table.sum(axis=0) / table.sum()
    assert np.allclose(shares, [0.6, 0.3, 0.1], atol=0.01)
    counted = Counter(map(tuple, table.tolist()))
    exact = outcomes((6, 3, 1), 4, 4)
    assert set(counted) == set(exact)
    for drawn, chance in exact.items():
        assert abs(counted[drawn] / 20_000 - float(chance)) < 0.02


def test_no_more_is_drawn_than_there_is() -> None:
    with pytest.raises(ValueError, match="fewer than 3"):
        draw_table(np.array([[1, 1]], dtype=np.int64), 3, Draws(1))


@pytest.mark.long
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=8))
def test_the_estimate_is_nominal_alpha(rows: list[tuple[int, int]]) -> None:
    table = np.array([row for row in rows if sum(row) > 1], dtype=np.int64).reshape(-1, 2)
    if len(table) == 0:
        return
    exact = nominal_alpha(count_table(table)).value
    [[found, share]] = Estimate(table, [0])(np.ones((1, len(table))))
    if exact is None:
        assert np.isnan(found)
    else:
        assert abs(found - float(exact)) < 1e-9
    settled = [row for row in table.tolist() if row[0] != row[1]]
    if settled:
        assert abs(share - sum(a > b for a, b in settled) / len(settled)) < 1e-12


CROWD: list[Votes] = [(8, 2), (2, 8), (5, 5), (9, 1), (0, 10), (6, 4)] * 20


def test_more_judgments_make_narrower_intervals() -> None:
    two = label_widths(CROWD, 2, yes=[0], of=len(CROWD))[0]
    nine = label_widths(CROWD, 9, yes=[0], of=len(CROWD))[0]
    assert two.width is not None
    assert nine.width is not None
    assert nine.width < two.width


def test_the_same_seed_gives_the_same_and_the_order_of_items_does_not_matter() -> None:
    first = label_widths(CROWD, 3, yes=[0], of=50, seed=4)
    assert label_widths(CROWD[::-1], 3, yes=[0], of=50, seed=4) == first
    assert label_widths(CROWD, 3, yes=[0], of=50, seed=5) != first


def test_four_times_the_items_halve_the_width() -> None:
    here = label_widths(CROWD, 3, yes=[0], of=len(CROWD))[0]
    more = label_widths(CROWD, 3, yes=[0], of=4 * len(CROWD))[0]
    assert here.width is not None
    assert more.width == pytest.approx(here.width / sqrt(4))


def test_what_has_no_width_says_why() -> None:
    for figure in label_widths([(1, 1)], 2, yes=[0], of=1):
        assert (figure.width, figure.reason) == (
            None,
            "Fewer than two items have so many judgments.",
        )
    alike = label_widths([(3, 0)] * 5, 3, yes=[0], of=5)[0]
    assert alike.width is None
    assert alike.reason
    assert label_widths(CROWD, 1, yes=[0], of=9)[0].width is None


def test_segmentations_get_narrower_too() -> None:
    texts = [[(1, 0), (1, 0), (0, 1), (1, 1)], [(0, 1), (0, 1), (0, 1), (0, 0)]] * 15
    two, four = (segmentation_width("flat", texts, n, of=len(texts)) for n in (2, 4))
    assert two.width is not None
    assert four.width is not None
    assert four.width < two.width
    all_four = Tally.total(count_item("flat", text) for text in texts)
    assert four.value == pytest.approx(float(segmentation_alpha(take_apart(all_four)).value or 0))
    assert segmentation_width("flat", texts, 1, of=9).reason
    assert segmentation_width("flat", texts, 5, of=9).reason == (
        "Fewer than two texts have so many annotations."
    )
