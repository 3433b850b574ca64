"""Entailment: figure 2 of the paper, the definition, counts of trees."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.entailment import (
    FEW,
    chance_entailment,
    count_text,
    entailment,
    entails,
    trees_that_entail,
)
from agreement.tally import Tally
from tests.agreement import slow, strategies


@pytest.mark.parametrize(
    ("nested", "flat", "answer"),
    [
        ((1, 0, 2), (1, 0, 0), False),  # LAW 2013, figure 2
        ((2, 0, 1), (1, 0, 1), True),
        ((2, 0, 1), (0, 1, 0), False),
        ((2, 0, 1), (1, 1, 1), True),
        ((2, 0, 1), (0, 0, 0), True),
        ((2, 0, 1, 0), (1, 0, 0, 1), False),  # the printed isEntail returns True
        ((0, 1, 0), (0, 0, 1), False),  # the same
        ((), (), True),
    ],
)
def test_worked_cases(nested: Vector, flat: Vector, answer: bool) -> None:
    assert entails(nested, flat) is answer


@pytest.mark.long
def test_the_definition_over_all_pairs_of_eight_words() -> None:
    """Of 54,912 pairs, the printed pseudocode gets 1,542 wrong."""
    nesteds, flats = slow.all_vectors("nested", 8), slow.all_vectors("flat", 8)
    assert len(nesteds) * len(flats) == 54_912
    for nested, flat in product(nesteds, flats):
        assert entails(nested, flat) == slow.entails(nested, flat)


@pytest.mark.parametrize("n", range(2, 7))
def test_chance_equals_counting(n: int) -> None:
    nesteds = slow.all_vectors("nested", n)
    for flat in slow.all_vectors("flat", n):
        assert trees_that_entail(flat) == sum(slow.entails(tree, flat) for tree in nesteds)
    for k in range(1, n + 1):
        assert chance_entailment(n, k) == slow.chance_entailment(n, k)


def test_printed_chances() -> None:
    """LAW 2013 prints .213 and .049 where its formula gives 3/14 and 6/91."""
    assert [chance_entailment(n, 2) for n in range(3, 9)] == [
        Fraction(1, n - 1) for n in range(3, 9)
    ]
    printed = [(1, 1), (2, 5), (3, 14), (2, 15), (1, 11), (6, 91)]
    assert [chance_entailment(n, 3) for n in range(3, 9)] == [Fraction(*p) for p in printed]


@pytest.mark.parametrize(("n", "k"), [(3, 0), (3, 4)])
def test_no_flat_has_that_many_segments(n: int, k: int) -> None:
    with pytest.raises(ValueError, match="no flat segmentation"):
        chance_entailment(n, k)


@pytest.mark.long
@given(st.lists(strategies.shared_texts(), max_size=4))
def test_figures_equal_their_definitions(texts: list[tuple[list[Vector], list[Vector]]]) -> None:
    state = Tally.total(count_text(flats, nesteds) for flats, nesteds in texts)
    pairs = [(flat, nested) for flats, nesteds in texts for flat in flats for nested in nesteds]
    result = entailment(state)
    assert (result.pairs, result.texts) == (len(pairs), len(texts))
    if not pairs:
        assert result.observed is result.chance is result.chance_lengths is None
        return
    assert result.entailed == sum(slow.entails(nested, flat) for flat, nested in pairs)
    assert result.observed == Fraction(result.entailed, len(pairs))
    chances = [chance_entailment(len(flat) + 1, sum(flat) + 1) for flat, _ in pairs]
    assert result.chance == sum(chances, Fraction(0)) / len(pairs)
    lengths = [
        Fraction(trees_that_entail(flat), trees_that_entail((0,) * len(flat))) for flat, _ in pairs
    ]
    assert result.chance_lengths == sum(lengths, Fraction(0)) / len(pairs)
    few = entailment(state, FEW)
    assert few.pairs == sum(1 <= sum(flat) <= 2 for flat, _ in pairs)


@pytest.mark.long
@given(st.data())
def test_contributions_add_and_subtract(data: st.DataObject) -> None:
    flats, nesteds = data.draw(strategies.shared_texts())
    more, others = data.draw(strategies.shared_texts())
    both = count_text(flats, nesteds) + count_text(more, others)
    assert both - count_text(more, others) == count_text(data.draw(st.permutations(flats)), nesteds)


def test_long_texts_keep_small_counts() -> None:
    """A text of 60 words has more trees than fit in 64 bits; its tally stays small."""
    state = Tally().shift(count_text([(0,) * 59], [tuple(range(59))]), 10**6)
    assert max(state.values()) < 2**53
    assert entailment(state).chance_lengths == 1


@pytest.mark.parametrize(("flats", "nesteds"), [([], [(0,)]), ([(0,)], []), ([()], [()])])
def test_texts_without_pairs_contribute_nothing(flats: list[Vector], nesteds: list[Vector]) -> None:
    assert count_text(flats, nesteds) == {}
