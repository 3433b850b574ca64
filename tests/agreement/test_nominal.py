"""Nominal alpha: the krippendorff package on random data, the slow reference, and undefined
cases."""

import csv
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.tally import Tally
from agreement.votes.nominal import count_table, count_unit, count_votes, nominal_alpha
from tests.agreement.test_shared import SHARED

RTE = SHARED / "data" / "rte" / "rte_judgments.csv"
UNITS = st.lists(st.lists(st.sampled_from("abc"), max_size=5), max_size=7)
Units = list[list[str]]


def state_of(units: Units) -> Tally:
    return Tally.total(map(count_unit, units))


def slow_alpha(units: Units) -> Fraction | None:
    together = [unit for unit in units if len(unit) > 1]
    everything = [label for unit in together for label in unit]
    n = len(everything)
    if len(set(everything)) < 2:
        return None
    observed = sum(
        (
            Fraction(sum(a != b for a, b in permutations(unit, 2)), len(unit) - 1)
            for unit in together
        ),
        Fraction(0),
    )
    expected = Fraction(sum(a != b for a, b in permutations(everything, 2)), n - 1)
    return 1 - observed / expected


def test_krippendorff_s_own_example() -> None:
    """Computing Krippendorff's Alpha-Reliability (2011), C: four observers, twelve units, .743."""
    observers = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]
    units = [[row[u] for row in observers if row[u] != "."] for u in range(12)]
    assert round(float(nominal_alpha(state_of(units)).value or 0), 3) == 0.743


@given(UNITS)
def test_it_equals_its_slow_twin(units: Units) -> None:
    result = nominal_alpha(state_of(units))
    assert result.value == slow_alpha(units)
    assert (result.value is None) == (result.reason is not None)
    assert result.units == sum(len(unit) > 1 for unit in units)
    assert result.left_out == sum(len(unit) == 1 for unit in units)


@pytest.mark.long
@given(UNITS.filter(lambda units: slow_alpha(units) is not None))
def test_it_equals_the_krippendorff_package(units: Units) -> None:
    table = [[unit.count(label) for label in "abc"] for unit in units]
    theirs = krippendorff.alpha(value_counts=np.array(table), level_of_measurement="nominal")
    assert float(nominal_alpha(state_of(units)).value or 0) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_it_equals_the_krippendorff_package_on_much_missing_data(seed: int) -> None:
    random = np.random.default_rng(seed)
    answers = random.integers(0, 5, size=(8, 300)).astype(float)
    answers[random.random(answers.shape) < 0.6] = np.nan
    theirs = krippendorff.alpha(reliability_data=answers, level_of_measurement="nominal")
    coder, unit = np.nonzero(~np.isnan(answers))
    state = count_votes(unit, answers[coder, unit].astype(int))
    assert float(nominal_alpha(state).value or 0) == pytest.approx(theirs, abs=1e-12)


@given(UNITS, st.randoms(use_true_random=False))
def test_all_ways_of_counting_agree(units: Units, random: object) -> None:
    table = np.array([[unit.count(label) for label in "abc"] for unit in units], dtype=int)
    votes = [(number, "abc".index(label)) for number, unit in enumerate(units) for label in unit]
    votes.reverse()
    expected = state_of(units)
    assert count_table(table.reshape(-1, 3), "abc") == expected
    columns = np.array(votes, dtype=int).reshape(-1, 2)
    assert count_votes(columns[:, 0], columns[:, 1], "abc") == expected
    assert count_votes(columns[:, 0] * 1000, columns[:, 1], "abc") == expected


@pytest.mark.long
@given(UNITS, UNITS)
def test_contributions_add_and_subtract(units: Units, more: Units) -> None:
    both = state_of(units + more)
    assert both == state_of(units) + state_of(more)
    assert both - state_of(more) == state_of([unit[::-1] for unit in units])


@pytest.mark.parametrize(
    ("units", "words"),
    [([], "two labels"), ([["a"], ["b"]], "two labels"), ([["a", "a"], ["a", "a"]], "alike")],
)
def test_undefined_alpha_says_why(units: Units, words: str) -> None:
    result = nominal_alpha(state_of(units))
    assert result.value is None
    assert words in str(result.reason)


@pytest.mark.parametrize("bad", [[[0.5]], [[-1]], [1, 2]])
def test_tables_that_are_none_are_refused(bad: list[object]) -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        count_table(np.array(bad))
    with pytest.raises(ValueError, match="names"):
        count_table([[1, 2]], ["a"])
    with pytest.raises(ValueError, match="lengths"):
        count_votes([1], [1, 2])
    with pytest.raises(ValueError, match="whole numbers"):
        count_votes([-1], [1])
    with pytest.raises(ValueError, match="names"):
        count_votes([1], [2], ["a"])


@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
def test_real_judgments() -> None:
    """Snow et al. 2008: 800 pairs, ten judgments each."""
    units: defaultdict[str, list[str]] = defaultdict(list)
    with RTE.open() as file:
        for row in csv.DictReader(file):
            units[row["pair"]].append(row["answer"])
    result = nominal_alpha(state_of(list(units.values())))
    assert Counter(map(len, units.values())) == {10: 800}
    assert round(float(result.value or 0), 4) == 0.2415
