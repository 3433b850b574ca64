"""S: printed values and the slow twin."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.boundaries import Vector
from agreement.chance import PAIRS, agreement_over_chance, expected_tail, null_counts, tails
from agreement.counting import POWERS, Kind
from agreement.sampling import Draws, random_trees
from tests.agreement import slow, strategies
from tests.agreement.test_alpha import KINDS, NESTEDS, counts_of


def test_the_tables_of_the_papers() -> None:
    result = agreement_over_chance(counts_of("nested", NESTEDS), "nested", 1)
    assert result.value == Fraction(328493, 441000)
    assert result.distinct == Fraction(284393, 396900)


def test_full_agreement_is_one() -> None:
    result = agreement_over_chance(counts_of("nested", [[(1, 0, 2)] * 2]), "nested")
    assert result.value == result.distinct == 1


@given(st.data(), KINDS)
def test_s_equals_its_slow_twin(data: st.DataObject, kind: Kind) -> None:
    campaign = data.draw(strategies.campaigns(kind))
    counts = counts_of(kind, campaign)
    for k in POWERS[kind]:
        result = agreement_over_chance(counts, kind, k)
        if slow.compared(campaign):
            expected = slow.agreement_over_chance(campaign, kind, k)
            assert (result.value, result.distinct) == expected
        else:
            assert (result.value, result.items) == (None, 0)


@pytest.mark.parametrize(("kind", "printed"), [("flat", 0.69), ("nested", 0.71)])
def test_chance_alone_for_ten_annotations_of_four_words(kind: Kind, printed: float) -> None:
    result = agreement_over_chance(counts_of(kind, [[slow.all_vectors(kind, 4)[0]] * 10]), kind)
    assert result.chance is not None
    assert round(float(result.chance), 2) == printed


@settings(deadline=None)
@given(st.data(), KINDS)
def test_chance_is_the_mean_of_s_over_all_pairs_of_the_null(
    data: st.DataObject, kind: Kind
) -> None:
    n = data.draw(st.integers(2, 5))
    vectors = slow.all_vectors(kind, n)
    for k in POWERS[kind]:
        campaign = [[a, b] for a in vectors for b in vectors]
        result = agreement_over_chance(counts_of(kind, campaign), kind, k)
        assert (result.value, result.distinct) == (result.chance, result.chance_distinct)


def test_flat_null_at_any_length() -> None:
    at_least = tails("flat", 60)
    assert at_least[0] == 2**59
    assert at_least[59] == 1
    assert expected_tail("flat", 60) > Fraction(1, 2)


def test_texts_past_the_tables_are_left_out_and_counted() -> None:
    long: list[Vector] = [tuple(range(40))] * 2
    short: list[Vector] = [(1, 0), (0, 1)]
    result = agreement_over_chance(counts_of("nested", [long, short]), "nested")
    assert result.items == 1
    assert result.left_out == {"more than 40 words": 1}
    none_left = agreement_over_chance(counts_of("nested", [long]), "nested")
    assert none_left.value is None
    assert none_left.reason is not None
    assert "40 words" in none_left.reason
    assert agreement_over_chance(counts_of("flat", [[(0,) * 59] * 2]), "flat").value == 1


def test_a_sampled_null_says_so_and_has_a_standard_error() -> None:
    vectors = [tuple(v) for v in random_trees(20, 9, Draws(7)).tolist()]
    long, short = [vectors[:4], vectors[4:]], NESTEDS
    exact = agreement_over_chance(counts_of("nested", short), "nested", 2)
    assert (exact.standard_error, exact.sampled_items) == (None, 0)
    mixed = agreement_over_chance(counts_of("nested", [*long, *short]), "nested", 2)
    assert mixed.sampled_items == 2
    assert mixed.value is not None
    assert mixed.standard_error is not None
    null = null_counts("nested", 20, 2)
    drawn = np.repeat(list(null), list(null.values())).astype(float)
    shares = np.zeros(len(drawn))
    for item in long:
        apart = [slow.apart(a, b, 2) for a in item for b in item if a is not b]
        shares += sum((drawn >= x).astype(float) for x in apart) / len(item) ** 2
    self_pairs = sum(1 / len(item) for item in long)
    expected = (shares.mean() + self_pairs + float(exact.value or 0) * 2) / 4
    assert float(mixed.value) == pytest.approx(expected, rel=1e-12)
    error = shares.std() / sqrt(PAIRS) / 4
    assert mixed.standard_error == pytest.approx(error, rel=1e-9)


def test_an_observed_distance_larger_than_any_sampled() -> None:
    up: Vector = tuple(range(39))
    result = agreement_over_chance(counts_of("nested", [[up, up[::-1]]]), "nested", 2)
    assert result.distinct == 0
    assert result.value == Fraction(1, 2)


@pytest.mark.parametrize(("kind", "n"), [("nested", 41), ("nested", 1), ("flat", 1)])
def test_no_null_beyond_the_tables(kind: Kind, n: int) -> None:
    with pytest.raises(ValueError, match="no null distribution"):
        null_counts(kind, n)
