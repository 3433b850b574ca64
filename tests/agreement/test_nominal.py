"""Nominal alpha, Cohen's and Fleiss' kappa, and Shannon's entropy of answers: other packages on
random data, slow references, and undefined cases; published values are in the modules."""

import csv
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import isnan, log2
from warnings import catch_warnings, simplefilter

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from agreement.tally import Tally
from agreement.votes.ballots import Ballots, ballots_of
from agreement.votes.entropy import entropy
from agreement.votes.kappa import cohen, fleiss, fleiss_table
from agreement.votes.nominal import count_table, count_unit, count_votes, nominal_alpha
from tests.agreement.slow_labels import slow_alpha
from tests.agreement.test_shared import SHARED

RTE = SHARED / "data" / "rte" / "rte_judgments.csv"
UNITS = st.lists(st.lists(st.sampled_from("abc"), max_size=5), max_size=7)
Units = list[list[str]]


def state_of(units: Units) -> Tally:
    return Tally.total(map(count_unit, units))


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


TWO = st.lists(
    st.tuples(st.none() | st.sampled_from("xyz"), st.none() | st.sampled_from("xyz")), max_size=8
)


def both_voted(rows: list[tuple[str | None, str | None]]) -> list[tuple[str, str]]:
    return [(a, b) for a, b in rows if a is not None and b is not None]


@pytest.mark.long
@given(TWO)
def test_cohens_kappa_equals_two_references(rows: list[tuple[str | None, str | None]]) -> None:
    votes = [(i, who, row[who]) for i, row in enumerate(rows) for who in (0, 1)]
    found = cohen(ballots_of(votes))
    shared = both_voted(rows)
    if found.value is None:
        assert found.reason
        workers = {who for _, who, label in votes if label is not None}
        assert len(workers) < 2 or not shared or len({label for row in shared for label in row}) < 2
        return
    n = len(shared)
    observed = Fraction(sum(a == b for a, b in shared), n)
    mine, theirs = Counter(a for a, _ in shared), Counter(b for _, b in shared)
    expected = sum(
        (Fraction(mine[label], n) * Fraction(theirs[label], n) for label in "xyz"), Fraction(0)
    )
    assert found.value == (observed - expected) / (1 - expected)
    assert (found.items, found.left_out) == (n, len({i for i, _, v in votes if v}) - n)
    with catch_warnings():
        simplefilter("ignore")
        known = cohen_kappa_score(*zip(*shared, strict=True))
    assert isnan(known) or known == pytest.approx(float(found.value))


@given(st.integers(1, 4), st.data())
def test_fleiss_is_its_definition(n: int, data: st.DataObject) -> None:
    item = st.lists(st.sampled_from("xyz"), min_size=n, max_size=n)
    items = data.draw(st.lists(item, min_size=1, max_size=6))
    votes = ballots_of(
        (i, who, label) for i, row in enumerate(items) for who, label in enumerate(row)
    )
    found = fleiss(votes)
    assert found == fleiss_table([[row.count(label) for label in "xyz"] for row in items])
    every = [label for row in items for label in row]
    if n < 2 or len(set(every)) < 2:
        assert found.value is None
        assert found.reason
        return
    agreeing = [
        Fraction(sum(a == b for a, b in combinations(row, 2)), n * (n - 1) // 2) for row in items
    ]
    observed = sum(agreeing, Fraction(0)) / len(items)
    expected = sum(
        (Fraction(every.count(label), len(every)) ** 2 for label in set(every)), Fraction(0)
    )
    assert found.value == (observed - expected) / (1 - expected)


def test_where_they_are_undefined_it_is_said() -> None:
    three = ballots_of([("p", who, "x") for who in "abc"] + [("q", "a", "y"), ("q", "b", "x")])
    assert cohen(three).reason == "Cohen's κ needs exactly two workers, but there are 3."
    assert fleiss(three).reason == (
        "Fleiss' κ needs the same number of labels for each item, but items have 2 to 3."
    )
    alone = ballots_of([("p", "a", "x"), ("q", "b", "y")])
    assert cohen(alone).reason == "The two workers have no item in common."
    assert fleiss(alone).reason == "No item has two labels."
    alike = ballots_of([("p", who, "x") for who in "ab"])
    assert "no variety" in str(cohen(alike).reason)
    assert "no variety" in str(fleiss(alike).reason)
    nothing: Ballots[str, str, str] = ballots_of([])
    assert cohen(nothing).reason == "Cohen's κ needs exactly two workers, but there are 0."
    assert fleiss(nothing).reason == "No item has two labels."
    for table in ([[-1, 3]], [[0.5, 1]], [1, 2]):
        with pytest.raises(ValueError, match="whole numbers, items by labels"):
            fleiss_table(table)


def slow_entropy(times: list[int]) -> float:
    """Return minus the sum of p log p, answer by answer."""
    shares = [Fraction(count, sum(times)) for count in times]
    return -sum(float(share) * log2(share) for share in shares)


def test_printed_values() -> None:
    """Shannon 1948, section 6, decomposes a choice among 1/2, 1/3 and 1/6; eight equally likely
    choices have three bits."""
    assert entropy([3, 2, 1]) == pytest.approx(log2(2) / 2 + log2(3) / 3 + log2(6) / 6)
    assert entropy([5] * 8) == pytest.approx(3)


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=12))
def test_it_equals_its_slow_twin_and_has_bounds(times: list[int]) -> None:
    found = entropy(times)
    assert found == pytest.approx(slow_entropy(times), abs=1e-9)
    assert 0 <= found <= log2(len(times)) + 1e-9
    assert found == entropy(reversed(times))


@pytest.mark.parametrize("times", [[], [0], [2, -1]])
def test_what_nobody_gave_has_none(times: list[int]) -> None:
    with pytest.raises(ValueError, match="at least"):
        entropy(times)
