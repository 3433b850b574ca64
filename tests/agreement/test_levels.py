"""Bracketing and agreement by level, against all pairs and all trees."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.groups import group_items
from agreement.segmentation import levels as module
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.levels import (
    LEVELS,
    MAX_GROUPED_LENGTH,
    MAX_LENGTH,
    bracketing,
    count_group,
    count_item,
    levels,
    shared_by_chance,
    splits_by_chance,
    splits_by_level,
)
from agreement.tally import Tally
from tests.agreement import slow, strategies
from tests.agreement.test_alpha import NESTEDS


def own_groups(vector: Vector) -> set[tuple[int, int]]:
    return set(slow.groups(vector)) - {(0, len(vector))}


@given(st.integers(1, 9).flatmap(strategies.nested))
def test_splits_are_those_of_the_definition(vector: Vector) -> None:
    found = splits_by_level(vector)
    assert sum(map(len, found.values())) == len(vector)
    for level, splits in found.items():
        assert splits == slow.splits_at(vector, level)


@pytest.mark.long
@given(strategies.campaigns("nested", longest=7))
def test_bracketing_equals_its_definition(campaign: list[list[Vector]]) -> None:
    result = bracketing(Tally.total(map(count_item, campaign)))
    pairs = [pair for item in campaign for pair in combinations(item, 2) if len(item[0]) > 1]
    if not pairs:
        assert result.value is None
        assert str(result.reason).endswith(".")
        return
    shared = sum(len(own_groups(a) & own_groups(b)) for a, b in pairs)
    precision = Fraction(shared, sum(len(own_groups(a)) for a, _ in pairs))
    recall = Fraction(shared, sum(len(own_groups(b)) for _, b in pairs))
    assert result.value == precision == recall
    chance = sum((shared_by_chance(len(a) + 1) for a, _ in pairs), Fraction(0))
    assert result.chance == chance / sum(len(a) - 1 for a, _ in pairs)
    assert result.pairs == len(pairs)


@pytest.mark.long
@given(strategies.campaigns("nested", longest=7))
def test_levels_equal_their_definition(campaign: list[list[Vector]]) -> None:
    found = levels(Tally.total(map(count_item, campaign)))
    pairs = [pair for item in campaign for pair in combinations(item, 2) if len(item[0])]
    deepest = max((max(a + b) + 1 for a, b in pairs), default=0)
    assert [level.level for level in found] == list(range(1, deepest + 1))
    for level in found:
        both = [(slow.splits_at(a, level.level), slow.splits_at(b, level.level)) for a, b in pairs]
        shared = sum(len(mine & yours) for mine, yours in both)
        splits = sum(len(mine) + len(yours) for mine, yours in both)
        assert (level.shared, level.splits) == (shared, splits)
        assert level.value == Fraction(2 * shared, splits)


@pytest.mark.few(1)
@pytest.mark.parametrize("n", range(2, 8))
def test_chance_equals_counting_all_pairs_of_trees(n: int) -> None:
    trees = slow.all_vectors("nested", n)
    pairs = len(trees) ** 2
    shared = sum(len(own_groups(a) & own_groups(b)) for a, b in product(trees, trees))
    assert shared_by_chance(n) == Fraction(shared, pairs)
    for level in range(1, n):
        splits = [slow.splits_at(tree, level) for tree in trees]
        both = sum(len(a & b) for a, b in product(splits, splits))
        single = sum(map(len, splits))
        assert splits_by_chance(n, level) == (Fraction(both, pairs), Fraction(single, len(trees)))


def test_the_tables_of_the_papers() -> None:
    """ACL 2013, Table 2: the first cuts of ten workers are shared by four, four, one and one."""
    first = levels(count_item(NESTEDS[0]))[0]
    assert (first.shared, first.splits) == (6 + 6, 90)
    assert first.value == Fraction(12, 45)


def test_unanimity_is_one_at_every_level() -> None:
    state = count_item([(2, 0, 1)] * 3)
    assert bracketing(state).value == 1
    assert [level.value for level in levels(state)] == [1, 1, 1]
    assert levels(Tally()) == []


@pytest.mark.long
@given(st.data())
def test_contributions_depend_on_the_multiset_and_add_up(data: st.DataObject) -> None:
    item, other = data.draw(strategies.items("nested")), data.draw(strategies.items("nested"))
    both = count_item(item) + count_item(other)
    assert both - count_item(other) == count_item(data.draw(st.permutations(item)))


@pytest.mark.long
def test_chance_that_would_take_long_is_left_out_and_says_so() -> None:
    few = [(0, *range(1, 3))] * 2
    many = [tuple(range(MAX_LENGTH))] * 2
    known = levels(count_item(few) + count_item(few))
    assert [level.reason for level in known] == [None] * 3
    assert levels(count_item([tuple(range(MAX_LENGTH - 1))] * 2))[0].chance is not None
    together = levels(count_item(few) + count_item(many))
    assert {level.chance for level in together} == {None}
    assert together[0].value == 1
    assert str(together[0].reason) == "Chance is computed where no text has more than 100 words."
    assert str(together[LEVELS].reason) == "Chance is computed for the first 4 levels."


@pytest.mark.long
@given(strategies.campaigns("nested", longest=9), st.integers(1, 60))
def test_many_texts_at_once_count_as_one_by_one(campaign: list[list[Vector]], block: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "BLOCK", block)
        found = Tally.total(map(count_group, group_items("nested", campaign)))
    assert found == Tally.total(map(count_item, campaign))


@pytest.mark.parametrize("n", [MAX_GROUPED_LENGTH, MAX_GROUPED_LENGTH + 1])
def test_long_texts_do_too(n: int) -> None:
    left, right = tuple(range(n - 1)), tuple(reversed(range(n - 1)))
    found = count_group(np.array([[left, right, left]]))
    assert found == count_item([left, right, left])
