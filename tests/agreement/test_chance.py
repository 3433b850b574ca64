"""S: printed values and the slow reference."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.sampling import PAIRS, Draws, random_trees, sampled_counts
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.chance import agreement_over_chance
from agreement.segmentation.counting import POWERS
from agreement.segmentation.null import DRAWN, expected_tail, null_counts, tails
from agreement.segmentation.vectors import Kind
from tests.agreement import slow, strategies
from tests.agreement.test_alpha import KINDS, NESTEDS, counts_of


def test_the_tables_of_the_papers() -> None:
    result = agreement_over_chance(counts_of("nested", NESTEDS), "nested", 1)
    assert result.value == Fraction(328493, 441000)
    assert result.distinct == Fraction(284393, 396900)


def test_full_agreement_is_one() -> None:
    result = agreement_over_chance(counts_of("nested", [[(1, 0, 2)] * 2]), "nested")
    assert result.value == result.distinct == 1


@pytest.mark.long
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


@given(st.data(), KINDS)
def test_chance_is_the_mean_of_s_over_all_null_pairs(data: st.DataObject, kind: Kind) -> None:
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
    long: list[Vector] = [tuple(range(100))] * 2
    short: list[Vector] = [(1, 0), (0, 1)]
    result = agreement_over_chance(counts_of("nested", [long, short]), "nested")
    assert result.items == 1
    assert result.left_out == {"more than 100 words": 1}
    none_left = agreement_over_chance(counts_of("nested", [long]), "nested")
    assert none_left.value is None
    assert none_left.reason is not None
    assert "100 words" in none_left.reason
    assert agreement_over_chance(counts_of("flat", [[(0,) * 59] * 2]), "flat").value == 1


@pytest.mark.long
def test_a_sampled_null_says_so_and_has_a_standard_error() -> None:
    vectors = [tuple(v) for v in random_trees(20, 9, Draws(7)).tolist()]
    long, short = [vectors[:4], vectors[4:]], NESTEDS
    exact = agreement_over_chance(counts_of("nested", short), "nested", 2)
    assert (exact.standard_error, exact.sampled_items) == (None, 0)
    mixed = agreement_over_chance(counts_of("nested", [*long, *short]), "nested", 2)
    assert (mixed.sampled_items, mixed.sampled_pairs) == (2, PAIRS)
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


@pytest.mark.long
def test_texts_past_the_tables_are_drawn_for_when_they_come() -> None:
    """The random numbers are the same each time, so that a live figure equals a recomputed one."""
    vectors = [tuple(v) for v in random_trees(61, 4, Draws(7)).tolist()]
    counts = counts_of("nested", [vectors, *NESTEDS])
    first = agreement_over_chance(counts, "nested", 2)
    assert (first.sampled_items, first.sampled_pairs) == (1, DRAWN)
    assert 0 < float(first.standard_error or 0) <= 0.5 / sqrt(DRAWN)
    drawn = sampled_counts(61, DRAWN)[1]
    assert null_counts("nested", 61, 2) == drawn
    apart = [slow.apart(a, b, 2) for a in vectors for b in vectors]
    p = [Fraction(sum(times for y, times in drawn.items() if y >= x), DRAWN) for x in apart]
    short = agreement_over_chance(counts_of("nested", NESTEDS), "nested", 2).value
    assert first.value == (sum(p) / 16 + 2 * (short or 0)) / 3


@pytest.mark.long
@pytest.mark.parametrize("n", [41, 60])
def test_samples_of_one_length_agree(n: int) -> None:
    """Compare the package's sample, in classes, with one from another seed: the largest gap between
    two distribution functions (Smirnov) passes 2.1 of these units once in 3,000 times."""
    size = 20_000
    for k, counts in enumerate(sampled_counts(n, size, seed=1), 1):
        at_least = tails("nested", n, k)
        here = sorted(counts)
        others = np.array([at_least[x] / at_least[0] for x in here])
        own = np.cumsum([counts[x] for x in here][::-1])[::-1] / size
        assert np.abs(own - others).max() < 2.1 / sqrt(size)


def test_the_standard_error_of_long_texts_is_at_most_what_is_said() -> None:
    vectors = [tuple(v) for v in random_trees(41, 8, Draws(7)).tolist()]
    items = [vectors[:5], vectors[5:]]
    result = agreement_over_chance(counts_of("nested", items), "nested", 2)
    null = null_counts("nested", 41, 2)
    drawn, likely = np.array(list(null)), np.array(list(null.values())) / sum(null.values())
    g = np.zeros(len(drawn))
    for item in items:
        apart = [slow.apart(a, b, 2) for a in item for b in item if a is not b]
        g += sum((drawn >= x).astype(float) for x in apart) / len(item) ** 2
    error = sqrt(likely @ (g - likely @ g) ** 2 / PAIRS) / 2
    assert error <= float(result.standard_error or 0) <= 2 * error


@pytest.mark.parametrize("n", [40, 60])
def test_an_observed_distance_larger_than_any_sampled(n: int) -> None:
    up: Vector = tuple(range(n - 1))
    result = agreement_over_chance(counts_of("nested", [[up, up[::-1]]]), "nested", 2)
    assert result.distinct == 0
    assert result.value == Fraction(1, 2)


@pytest.mark.parametrize(("kind", "n"), [("nested", 101), ("nested", 1), ("flat", 1)])
def test_no_null_past_the_tables(kind: Kind, n: int) -> None:
    with pytest.raises(ValueError, match="no null distribution"):
        null_counts(kind, n)
