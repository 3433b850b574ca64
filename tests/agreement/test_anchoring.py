"""Two arms against their definitions: randomization within blocks, differences, intervals."""

from statistics import mean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import fisher_exact
from scipy.stats import t as student

from agreement.machines.anchoring import NO_TEST, NOBODY, ONE_ARM, PLAN, Given, _estimate, anchoring
from agreement.machines.blocks import exact_p, ranks
from agreement.machines.jackknife import groups_of, jackknife, student_at
from tests.agreement import slow_anchoring as slow
from tests.helpers.tiers import by_tier

BLOCK = st.lists(st.tuples(st.integers(-3, 6), st.booleans()), min_size=1, max_size=5).map(
    lambda rows: ([value for value, _ in rows], [one for _, one in rows])
)
GIVEN = st.builds(
    Given,
    worker=st.sampled_from("vwxyz"),
    block=st.integers(0, 3),
    suggested=st.booleans(),
    same=st.booleans(),
    likeness=st.sampled_from([0.0, 0.25, 1.0]),
    time=st.integers(0, 9000),
)


@pytest.mark.long
@settings(max_examples=by_tier(quick=50, long=150))
@given(st.lists(BLOCK, max_size=4))
def test_the_exact_p_is_that_of_all_lots(blocks: list[tuple[list[int], list[bool]]]) -> None:
    found, twin = exact_p(blocks), slow.all_lots(blocks)
    assert found == (None if twin is None else pytest.approx(float(twin), abs=1e-9))


def test_of_one_block_of_yes_and_no_it_is_fisher_s_exact_test() -> None:
    values, taken = [1] * 9 + [0] * 11, [True] * 8 + [False] * 2 + [True] * 2 + [False] * 8
    table = np.array([[8, 2], [1, 9]])
    assert exact_p([(values, taken)]) == pytest.approx(fisher_exact(table).pvalue, abs=1e-9)


def test_many_blocks_are_convolved_as_one_by_one() -> None:
    block = ([1, 1, 0, 0], [True, True, False, False])
    shares = np.ones(1)
    for _ in range(300):
        shares = np.convolve(shares, [1 / 6, 4 / 6, 1 / 6])
    turned = ([0, 0, 1, 1], [True, True, False, False])
    found = exact_p([block] * 163 + [turned] * 137)
    sums = np.abs(np.arange(601) - 300)
    assert found == pytest.approx(float(shares[sums >= 26].sum()), abs=1e-9)


def test_what_would_be_too_much_work_is_not_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agreement.machines.blocks.MAX_WORK", 5)
    assert exact_p([([1, 0], [True, False])] * 9) is None


@settings(max_examples=by_tier(quick=50, long=60))
@given(st.lists(GIVEN, max_size=24), st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_it_equals_its_slow_twin(rows: list[Given], times: list[int]) -> None:
    rows = [one._replace(block=(one.worker, one.block)) for one in rows]
    found = anchoring(rows, PLAN._replace(resamples=10))
    twin = slow.differences(rows)
    for at, name in enumerate(("same", "likeness", "seconds")):
        apart = found[name]  # type: ignore[literal-required]
        assert apart["value"] == (None if twin is None else pytest.approx(twin[at]))
    blocks = list(slow.in_blocks(rows))
    arms = [[one.suggested for one in own] for own in blocks]
    same = [[int(one.same) for one in own] for own in blocks]
    timed = [ranks([one.time for one in own]) for own in blocks]
    for name, values in (("same", same), ("seconds", timed)):
        p = slow.all_lots(list(zip(values, arms, strict=True)))
        p_value = found[name]["p"]  # type: ignore[literal-required]
        assert p_value == (None if p is None else pytest.approx(float(p), abs=1e-9))
    workers = list(dict.fromkeys(one.worker for one in rows))
    if rows:
        weights = np.array([times[: len(workers)]], dtype=np.float64)
        again = [who for who, many in zip(workers, times, strict=False) for _ in range(many)]
        expected = slow.differences(slow.drawn(rows, again)) or (np.nan,) * 3
        assert _estimate(rows)(weights)[0] == pytest.approx(expected, nan_ok=True)


def test_without_both_arms_nothing_is_said_to_differ() -> None:
    none = anchoring([])
    assert (none["same"]["value"], none["same"]["reason"]) == (None, NOBODY)
    assert none["suggested"]["judgments"] == none["alone"]["workers"] == 0
    one = Given("ann", 1, True, True, 1.0, 1000)
    only = anchoring([one, one._replace(worker="bob", block=2)])
    assert (only["same"]["value"], only["same"]["reason"]) == (None, ONE_ARM)
    assert only["suggested"]["seconds"] == 1.0
    assert only["seconds"]["interval"]["low"] is None
    alike = anchoring([one, one._replace(suggested=False)])
    assert (alike["same"]["value"], alike["same"]["p"]) == (0.0, None)
    assert alike["same"]["reason"] == NO_TEST


@pytest.mark.long
def test_workers_who_are_not_swayed_are_rarely_said_to_be() -> None:
    """At 5%, a randomization test has a false-positive rate of one in twenty, whatever workers
    do."""
    random = np.random.default_rng(3)
    wrong = 0
    for _ in range(300):
        blocks = []
        for rate in random.beta(0.5, 0.5, 12):
            arms = random.permutation([True] * 5 + [False] * 5).tolist()
            blocks.append(((random.random(10) < rate).astype(int).tolist(), arms))
        p = exact_p(blocks)
        wrong += p is not None and p <= 0.05
    assert wrong <= 25


def test_a_jackknife_of_a_mean_is_student_s_interval() -> None:
    values = [1.0, 4.0, 2.5, 7.0, 3.0]
    left_out = [mean(values[:at] + values[at + 1 :]) for at in range(5)]
    found = jackknife(mean(values), left_out, "workers")
    reach = student.ppf(0.975, 4) * stdev(values) / 5**0.5
    assert (found["low"], found["high"]) == pytest.approx(
        (mean(values) - reach, mean(values) + reach)
    )


def test_a_jackknife_says_why_it_has_no_ends() -> None:
    assert "itself" in jackknife(None, [1.0, 2.0], "workers")["reason"]
    assert "at least two" in jackknife(1.0, [1.0], "workers")["reason"]
    assert "Without some of the workers" in jackknife(1.0, [1.0, None], "workers")["reason"]


@pytest.mark.parametrize("degrees", [1, 2, 7, 99])
def test_quantiles_of_student_s_distribution_are_scipy_s(degrees: int) -> None:
    assert student_at(0.975, degrees) == pytest.approx(student.ppf(0.975, degrees), abs=1e-9)


def test_groups_are_as_large_as_each_other_and_by_lot() -> None:
    sizes = np.bincount(groups_of(250))
    assert len(sizes) == 100
    assert set(sizes.tolist()) == {2, 3}
    assert groups_of(250) != groups_of(250, seed=1)
    assert groups_of(0) == []
