"""Time against length: ranks, bins and both correlations, each from its definition."""

from statistics import correlation as pearson
from statistics import median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.votes.effort import MAX_BINS, effort_figures, ranks, step_of

ROWS = st.lists(st.tuples(st.integers(1, 400), st.integers(0, 600_000)), min_size=1, max_size=30)


@settings(deadline=None)
@given(ROWS)
def test_bins_hold_each_judgment_once(rows: list[tuple[int, int]]) -> None:
    found: Any = effort_figures(rows)
    assert found["judgments"] == len(rows)
    assert found["median"] == pytest.approx(median(time / 1000 for _, time in rows))
    assert len(found["bins"]) <= MAX_BINS
    assert sum(one["judgments"] for one in found["bins"]) == len(rows)
    for one in found["bins"]:
        inside = [time / 1000 for words, time in rows if one["from"] <= words <= one["to"]]
        assert one["judgments"] == len(inside)
        assert one["quartiles"][1] == pytest.approx(median(inside))


@settings(deadline=None)
@given(ROWS)
def test_correlations_equal_the_standard_library_s(rows: list[tuple[int, int]]) -> None:
    found: Any = effort_figures(rows)
    words, times = [list(column) for column in zip(*rows, strict=True)]
    for name, method in (("pearson", "linear"), ("spearman", "ranked")):
        if len(set(words)) < 2 or len(set(times)) < 2:
            assert found[name]["value"] is None
            assert found[name]["reason"]
        else:
            mine = (words, times) if method == "linear" else (ranks(words), ranks(times))
            assert found[name]["value"] == pytest.approx(pearson(*mine), abs=1e-9)


@pytest.mark.long
@settings(deadline=None)
@given(st.lists(st.integers(0, 9), max_size=12))
def test_ranks_are_the_mean_places(values: list[int]) -> None:
    ordered = sorted(values)
    for value, doubled in zip(values, ranks(values), strict=True):
        places = [place for place, other in enumerate(ordered, 1) if other == value]
        assert doubled * len(places) == 2 * sum(places)


@settings(deadline=None)
@given(st.integers(1, 10**6))
def test_steps_are_round_and_wide_enough(longest: int) -> None:
    step = step_of(longest)
    assert step * MAX_BINS >= longest
    assert str(step).rstrip("0") in {"1", "2", "5"}


def test_no_time_is_named() -> None:
    found: Any = effort_figures([])
    assert found["median"] is None
    assert found["pearson"]["reason"] == "No judgment has both a time and a length."


def test_sums_of_long_times_are_exact() -> None:
    """Squares of these times do not fit in 64 bits."""
    rows = [(number, 2**40 + number * 2**33) for number in range(1, 6)]
    found: Any = effort_figures(rows)
    assert found["pearson"]["value"] == 1.0
