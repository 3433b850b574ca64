"""Alpha on scales: Krippendorff's example, his package's figures, a slow reference, undefined
cases."""

from fractions import Fraction

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.tally import Tally
from agreement.votes.nominal import nominal_alpha
from agreement.votes.scale_alpha import (
    Scale,
    as_nominal,
    count_unit,
    count_votes,
    number_of,
    scale_alpha,
)
from tests.agreement.slow_labels import slow_scale_alpha

LEVELS: tuple[Scale, ...] = ("ordinal", "interval")
VALUES = ("-2", "-0.5", "0", "1", "2.25", "10", "100")
UNITS = st.lists(st.lists(st.sampled_from(VALUES), max_size=6), max_size=7)
Units = list[list[str]]


def state_of(units: Units) -> Tally:
    return Tally.total(map(count_unit, units))


def test_krippendorff_s_own_example() -> None:
    """Computing Krippendorff's Alpha-Reliability (2011), C: four observers, twelve units."""
    observers = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]
    units = [[row[u] for row in observers if row[u] != "."] for u in range(12)]
    state = state_of(units)
    found = [scale_alpha(state, level) for level in LEVELS]
    assert [round(float(each.value or 0), 3) for each in found] == [0.815, 0.849]
    assert round(float(nominal_alpha(as_nominal(state)).value or 0), 3) == 0.743
    assert [(each.units, each.labels, each.left_out) for each in found] == [(11, 40, 1)] * 2


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
@given(units=UNITS)
def test_it_equals_its_slow_twin(level: Scale, units: Units) -> None:
    found = scale_alpha(state_of(units), level)
    assert found.value == slow_scale_alpha(units, level)
    assert (found.value is None) == (found.reason is not None)
    assert found.units == sum(len(unit) > 1 for unit in units)
    assert found.labels == sum(len(unit) for unit in units if len(unit) > 1)
    assert found.left_out == sum(len(unit) == 1 for unit in units)


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
@given(units=UNITS.filter(lambda units: slow_scale_alpha(units, "ordinal") is not None))
def test_it_equals_the_krippendorff_package(level: Scale, units: Units) -> None:
    table = [[unit.count(value) for value in VALUES] for unit in units]
    theirs = krippendorff.alpha(
        value_counts=np.array(table),
        value_domain=[float(value) for value in VALUES],
        level_of_measurement=level,
    )
    assert float(scale_alpha(state_of(units), level).value or 0) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(5))
def test_it_equals_the_krippendorff_package_on_much_missing_data(seed: int, level: Scale) -> None:
    random = np.random.default_rng(seed)
    answers = random.integers(1, 8, size=(8, 300)).astype(float)
    answers[random.random(answers.shape) < 0.6] = np.nan
    theirs = krippendorff.alpha(reliability_data=answers, level_of_measurement=level)
    coder, unit = np.nonzero(~np.isnan(answers))
    names = [str(value) for value in range(8)]
    state = count_votes(unit, answers[coder, unit].astype(int), names)
    assert float(scale_alpha(state, level).value or 0) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.long
@given(UNITS, st.permutations(VALUES), st.randoms(use_true_random=False))
def test_all_ways_of_counting_agree(units: Units, names: list[str], random: object) -> None:
    votes = [(number, names.index(value)) for number, unit in enumerate(units) for value in unit]
    random.shuffle(votes)  # type: ignore[attr-defined]
    columns = np.array(votes, dtype=int).reshape(-1, 2)
    found = count_votes(columns[:, 0], columns[:, 1], names)
    assert found == state_of(units) == state_of([unit[::-1] for unit in units[::-1]])
    assert count_votes(columns[:, 0] * 1000, columns[:, 1], names) == found


@pytest.mark.long
@given(UNITS, UNITS)
def test_contributions_add_and_subtract(units: Units, more: Units) -> None:
    both = state_of(units + more)
    assert both == state_of(units) + state_of(more)
    assert both - state_of(more) == state_of([unit[::-1] for unit in units])


@pytest.mark.long
@given(st.lists(st.lists(st.sampled_from(["3", "8"]), max_size=5), max_size=6))
def test_with_two_values_every_level_is_the_same(units: Units) -> None:
    state = state_of(units)
    assert {scale_alpha(state, level).value for level in LEVELS} == {
        nominal_alpha(as_nominal(state)).value
    }


@given(UNITS)
def test_as_nominal_is_what_nominal_counts(units: Units) -> None:
    given_as_text = nominal_alpha(as_nominal(state_of(units)))
    values = sorted({value for unit in units for value in unit if len(unit) > 1})
    slow = [scale_alpha(state_of(units), level).value is None for level in LEVELS]
    assert slow == [given_as_text.value is None] * 2
    assert (given_as_text.value is None) == (len(values) < 2)


@given(UNITS, st.integers(-50, 50), st.integers(1, 9))
def test_a_scale_may_be_moved_and_stretched(units: Units, by: int, times: int) -> None:
    """Ordinal alpha is invariant under increasing transformations, interval alpha under linear
    ones."""
    moved = [[_shortest(times * Fraction(value) + by) for value in unit] for unit in units]
    cubed = [[_shortest(Fraction(value) ** 3) for value in unit] for unit in units]
    before, after = state_of(units), state_of(moved)
    assert scale_alpha(before, "interval").value == scale_alpha(after, "interval").value
    for state in (after, state_of(cubed)):
        assert scale_alpha(before, "ordinal") == scale_alpha(state, "ordinal")


def _shortest(number: Fraction) -> str:
    text = f"{float(number):.8f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("units", "words"),
    [([], "two values"), ([["1"], ["2"]], "two values"), ([["1", "1"], ["1", "1"]], "alike")],
)
def test_undefined_alpha_says_why(units: Units, words: str, level: Scale) -> None:
    found = scale_alpha(state_of(units), level)
    assert found.value is None
    assert words in str(found.reason)


@pytest.mark.parametrize(
    "bad", ["", "a", "1.0", "01", "+1", "-0", "1.", ".5", "1e3", "1/2", "٣", " 1", "1\n"]
)
def test_what_is_no_number_in_shortest_form_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="shortest form"):
        number_of(bad)
    with pytest.raises(ValueError, match="shortest form"):
        count_unit([bad, "1"])
    with pytest.raises(ValueError, match="shortest form"):
        count_votes(np.array([0]), np.array([0]), [bad])


def test_a_level_that_is_no_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="no scale"):
        scale_alpha(count_unit(["1", "2"]), "ratio")  # type: ignore[arg-type]
