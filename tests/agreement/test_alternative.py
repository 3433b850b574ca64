"""The alternative annotator test against its definition, and Student's distribution."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student

from agreement.machines.alternative import (
    CROWD,
    EXPERTS,
    NOBODY,
    Held,
    alternative,
    rejected,
    student_below,
)
from tests.agreement import slow_alternative as slow

ANSWERS = st.sampled_from("abc")
ITEMS = st.lists(
    st.tuples(ANSWERS, st.dictionaries(st.sampled_from("vwxyz"), ANSWERS, max_size=5)),
    min_size=4,
    max_size=40,
).map(lambda items: [(model, list(given.items())) for model, given in items])


def same(one: str, other: str) -> Fraction:
    return Fraction(one == other)


def near(one: str, other: str) -> Fraction:
    return 1 - Fraction(abs(ord(one) - ord(other)), 3)


@pytest.mark.long
@pytest.mark.parametrize("likeness", [same, near])
@settings(max_examples=60)
@given(items=ITEMS)
def test_it_equals_its_slow_twin(likeness: slow.Likeness, items: list[slow.Said]) -> None:
    found = alternative(items, likeness, least=2)
    twins = {who: slow.indicators(items, who, likeness) for who in "vwxyz"}
    remaining = {who: each for who, each in twins.items() if len(each) > 1}
    assert {one.worker for one in found.tested} == set(remaining)
    assert found.too_few == sum(len(each) == 1 for each in twins.values())
    if not remaining:
        assert (found.advantage, found.reason) == (None, NOBODY)
        return
    for one in found.tested:
        wins = [model for model, _ in remaining[one.worker]]
        assert (one.items, one.advantage) == (len(wins), Fraction(sum(wins), len(wins)))
    rates = [Fraction(sum(model for model, _ in each), len(each)) for each in remaining.values()]
    assert found.advantage == sum(rates) / len(rates)
    for verdict in found.verdicts:
        p = [slow.p_value(remaining[one.worker], verdict.epsilon) for one in found.tested]
        assert list(verdict.p) == pytest.approx(p, abs=1e-9)
        assert list(verdict.won) == slow.rejected(list(verdict.p), 0.05)


@given(st.lists(st.floats(0, 1), max_size=12), st.sampled_from([0.05, 0.2]))
def test_rejections_equal_those_of_the_definition(p: list[float], rate: float) -> None:
    assert rejected(p, rate) == slow.rejected(p, rate)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 29, 30, 999, 100_000])
def test_student_s_distribution_is_scipy_s(degrees: int) -> None:
    for t in (-9.0, -2.5, -1.0, -0.1, 0.0, 0.1, 1.7, 4.0):
        assert student_below(t, degrees) == pytest.approx(student.cdf(t, degrees), abs=1e-11)
    with pytest.raises(ValueError, match="at least one degree"):
        student_below(0.0, 0)


def test_a_p_value_is_that_of_a_paired_t_test() -> None:
    d = [-1] * 12 + [0] * 20 + [1] * 8
    t = (sum(d) / 40 - 0.1) / ((sum(each**2 for each in d) - sum(d) ** 2 / 40) / 39 / 40) ** 0.5
    assert Held("ann", 12, 20, 8).p(CROWD) == pytest.approx(student.cdf(t, 39), abs=1e-12)


def test_workers_with_too_few_items_are_counted_and_not_tested() -> None:
    items = [("a", [("v", "a"), ("w", "a"), ("x", "b")])] * 29 + [("a", [("v", "a"), ("w", "b")])]
    found = alternative(items, same)
    assert [one.worker for one in found.tested] == ["v", "w"]
    assert (found.too_few, found.items) == (1, 30)
    assert alternative(items[:29], same).reason == NOBODY
    with pytest.raises(ValueError, match="at least two"):
        alternative(items, same, least=1)


def test_a_model_that_always_says_what_the_others_say_passes_and_noise_fails() -> None:
    letters = "ab" * 30
    crowd = [[("v", x), ("w", x), ("x", "b" if at % 3 else x)] for at, x in enumerate(letters)]
    good = alternative(list(zip(letters, crowd, strict=True)), same)
    assert good.advantage == 1
    assert all(verdict.passes for verdict in good.verdicts)
    noise = alternative([("c", each) for each in crowd], same)
    assert [verdict.winning_rate for verdict in noise.verdicts] == [0, 0, 0]
    assert noise.verdicts[-1].epsilon == EXPERTS
