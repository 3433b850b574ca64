"""The distribution of judgments over workers, compared with its definitions."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from agreement.workload import gini, lorenz, workload_figures

COUNTS = st.lists(st.integers(0, 50), max_size=12)


@given(COUNTS)
def test_gini_is_half_the_mean_difference_of_two_workers(counts: list[int]) -> None:
    done = [count for count in counts if count]
    if not done:
        assert gini(counts) is None
        assert workload_figures(counts)["gini"]["reason"]
        return
    n, total = len(done), sum(done)
    apart = sum(abs(one - other) for one in done for other in done)
    assert gini(counts) == Fraction(apart, 2 * n * total)


@given(COUNTS.filter(any))
def test_gini_is_twice_the_area_above_the_lorenz_curve(counts: list[int]) -> None:
    points = lorenz(counts, steps=sum(count > 0 for count in counts))
    assert [points[0], points[-1]] == [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))]
    area = sum((x - before) * (y + below) / 2 for (before, below), (x, y) in pairwise(points))
    assert gini(counts) == 1 - 2 * area
    assert all(judged <= workers for workers, judged in lorenz(counts))


def test_workers_with_few_judgments_are_counted() -> None:
    found = workload_figures([5, 4, 1, 0, 90])
    assert (found["workers"], found["judgments"]) == (4, 100)
    assert (found["few"], found["below"], found["most"]) == (2, 5, 90)
    assert found["lorenz"][5] == {"workers": 0.5, "judgments": 0.05}
