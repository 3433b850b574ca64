"""N-ary trees against nested tuples, and against all trees of up to seven words."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.groups import group_items
from agreement.library.segments import segmentation_alpha
from agreement.nary_sampling import random_nary_trees, trees_by_nodes
from agreement.sampling import Draws
from agreement.segmentation import entailment
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import count_item, count_items
from agreement.segmentation.entailment import chance_entailment, entails, trees_that_entail
from agreement.segmentation.figures import figures, item_summary, level_contribution, level_figures
from agreement.segmentation.live import Live
from agreement.segmentation.null import DRAWN, NARY_PAIRS, null_counts, pairs_drawn, tails
from agreement.segmentation.summaries import item_summaries
from agreement.segmentation.tree_kinds import nary
from agreement.segmentation.tree_kinds.schroeder import schroeder
from agreement.segmentation.vectors import IllFormed, check_nary, check_nested, groups
from agreement.tally import Tally
from tests.agreement import slow, slow_nary, strategies
from tests.helpers.tiers import by_tier


def nary_trees(n: int) -> st.SearchStrategy[Vector]:
    return st.sampled_from(sorted(slow_nary.trees_of(n)))


ITEMS = st.integers(1, 6).flatmap(lambda n: st.lists(nary_trees(n), min_size=1, max_size=5))
CAMPAIGNS = st.lists(ITEMS, max_size=5)


@pytest.mark.parametrize("n", range(2, 8))
def test_vectors_and_trees_determine_each_other(n: int) -> None:
    known = slow_nary.trees_of(n)
    assert len(known) == sum(1 for _ in slow_nary.all_trees(0, n - 1)) == schroeder(n)
    sound = set()
    for vector in product(range(n - 1), repeat=n - 1) if n < by_tier(quick=6, long=7) else known:
        try:
            sound.add(check_nary(vector, n))
        except IllFormed:
            with pytest.raises(IllFormed):
                list(group_items("nary", [[vector]]))
    assert sound == known.keys()
    list(group_items("nary", [[vector] for vector in sound]))


@given(st.integers(2, 6).flatmap(nary_trees))
def test_groups_are_those_of_the_tree(vector: Vector) -> None:
    found = list(groups(vector))
    assert {(one.first, one.last) for one in found} == slow_nary.spans(
        slow_nary.trees_of(len(vector) + 1)[vector]
    )
    assert sorted(at for one in found for at in one.boundaries) == list(range(len(vector)))


@given(st.integers(2, 8).flatmap(strategies.nested))
def test_binary_trees_keep_their_vectors(vector: Vector) -> None:
    assert check_nary(vector, len(vector) + 1) == check_nested(vector, len(vector) + 1) == vector
    tree = slow_nary.trees_of(len(vector) + 1)[vector] if len(vector) < 7 else None
    assert tree is None or all(len(part) == 2 for part in _nodes(tree))


def _nodes(tree: slow_nary.Tree) -> list[tuple[slow_nary.Tree, ...]]:
    return [] if isinstance(tree, int) else [tree, *(one for part in tree for one in _nodes(part))]


@pytest.mark.parametrize(
    ("vector", "reason"),
    [((2, 0, 2), "label 2 where the height is 1"), ((1, 1), "label 1 where the height is 0")],
)
def test_what_is_no_tree_is_refused(vector: Vector, reason: str) -> None:
    with pytest.raises(IllFormed) as refused:
        check_nary(vector, len(vector) + 1)
    assert (refused.value.reason, refused.value.position) == (reason, 0)


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("n", range(2, 7))
def test_the_null_is_that_of_all_pairs(n: int, k: int) -> None:
    assert null_counts("nary", n, k) == slow_nary.null(n, k)


@pytest.mark.long
@pytest.mark.parametrize("k", [1, 2])
def test_the_null_is_that_of_all_pairs_of_seven_words(k: int) -> None:
    assert null_counts("nary", 7, k) == slow_nary.null(7, k)


@pytest.mark.parametrize("n", range(2, 13))
def test_the_null_counts_every_pair_once(n: int) -> None:
    assert tails("nary", n, 1)[0] == tails("nary", n, 2)[0] == schroeder(n) ** 2
    assert pairs_drawn("nary", n) == 0


def test_the_nodes_of_all_trees_are_counted() -> None:
    for n in range(2, 8):
        nodes = Counter(len(list(groups(vector))) for vector in slow_nary.trees_of(n))
        assert trees_by_nodes(n) == [nodes[m] for m in range(1, n)]
        assert sum(trees_by_nodes(n)) == schroeder(n)


def test_sampled_trees_are_uniform() -> None:
    size = 90_000
    drawn = Counter(map(tuple, random_nary_trees(5, size, Draws(3)).tolist()))
    assert drawn.keys() == slow_nary.trees_of(5).keys()
    each = size / schroeder(5)
    chi2 = sum((times - each) ** 2 / each for times in drawn.values())
    assert chi2 < 86  # 44 degrees of freedom: beyond it once in 10,000
    for vector in random_nary_trees(60, 50, Draws(1)).tolist():
        check_nary(vector, 60)


def test_sampling_begins_with_two_words() -> None:
    assert random_nary_trees(2, 3, Draws(1)).tolist() == [[0], [0], [0]]
    assert random_nary_trees(9, 0, Draws(1)).shape == (0, 8)
    with pytest.raises(ValueError, match="no boundary"):
        random_nary_trees(1, 1, Draws(1))


@given(CAMPAIGNS)
def test_alpha_and_chance_equal_their_definitions(campaign: list[list[Vector]]) -> None:
    found = figures("nary", Tally.total(count_item("nary", item) for item in campaign))
    assert count_items("nary", campaign) == Tally.total(count_item("nary", i) for i in campaign)
    live = Live("nary", dict(enumerate(campaign)))
    for k in (1, 2):
        expected = slow.alpha(campaign, k)
        assert live.alpha(k).value == expected
        exact = found["alpha"][f"d{k}"]["exact"]
        assert (None if exact is None else Fraction(exact)) == expected
        closeness = [
            Fraction(sum(_as_far(a, b, k) for a in item for b in item), len(item) ** 2)
            for item in slow.compared(campaign)
        ]
        s = found["S"][f"d{k}"]["exact"]
        assert (None if s is None else Fraction(s)) == (
            sum(closeness, Fraction(0)) / len(closeness) if closeness else None
        )


def _as_far(a: Vector, b: Vector, k: int) -> Fraction:
    n = len(a) + 1
    observed = sum(abs(u**k - v**k) for u, v in zip(a, b, strict=True))
    every = null_counts("nary", n, k)
    return Fraction(sum(c for x, c in every.items() if x >= observed), schroeder(n) ** 2)


@given(CAMPAIGNS)
def test_bracketing_equals_its_definition(campaign: list[list[Vector]]) -> None:
    state = Tally.total(level_contribution(item, "nary") for item in campaign)
    found = nary.bracketing(state)
    assert found.value == slow_nary.bracketing(campaign)
    assert (found.value is None) == bool(found.reason)
    shown = level_figures(state, "nary")
    assert all(one["chance"] is None and one["chance_reason"] for one in shown["levels"])


@pytest.mark.parametrize("n", range(2, 6))
def test_groups_by_chance_are_those_of_all_pairs(n: int) -> None:
    every = [slow_nary.own_groups(vector) for vector in slow_nary.trees_of(n)]
    mean = Fraction(sum(map(len, every)), len(every))
    shared = Fraction(sum(len(a & b) for a in every for b in every), len(every) ** 2)
    assert nary.groups_by_chance(n) == (mean, shared)


@given(st.lists(strategies.nested(6), max_size=5))
def test_binary_trees_have_the_same_levels(item: list[Vector]) -> None:
    binary, found = level_contribution(item), level_contribution(item, "nary")
    assert {key: n for key, n in found.items() if not key.startswith("groups")} == binary


@pytest.mark.parametrize("n", range(1, 7))
def test_entailment_is_that_of_whole_groups(n: int) -> None:
    flats = list(product((0, 1), repeat=n - 1))
    for flat in flats:
        ways = [vector for vector in slow_nary.trees_of(n) if slow_nary.entails(vector, flat)]
        assert ways == [vector for vector in slow_nary.trees_of(n) if entails(vector, flat)]
        assert trees_that_entail(flat, "nary") == len(ways)
    for k in range(1, n + 1):
        of_k = [flat for flat in flats if sum(flat) == k - 1]
        ways_of_k = sum(trees_that_entail(flat, "nary") for flat in of_k)
        share = Fraction(ways_of_k, schroeder(n) * comb(n - 1, k - 1))
        assert chance_entailment(n, k, "nary") == share


def test_entailment_by_chance_knows_its_trees() -> None:
    flats, trees = [(0, 1, 0)], [(0, 1, 0), (0, 0, 0)]
    found = entailment.entailment(entailment.count_text(flats, trees, "nary"))
    assert (found.observed, found.chance_lengths) == (Fraction(1, 2), Fraction(1, 11))
    assert found.chance == chance_entailment(4, 2, "nary")


@given(ITEMS)
def test_the_majority_tree_has_the_groups_of_the_majority(item: list[Vector]) -> None:
    vector, support, ties, reason = nary.majority_tree(item)
    assert vector is not None
    assert reason is None
    n = len(item[0]) + 1
    assert slow_nary.spans(slow_nary.trees_of(n)[vector]) == slow_nary.majority(item)
    votes = nary.span_votes(item)
    for group in groups(vector):
        assert all(support[at] == votes[group.first, group.last] for at in group.boundaries)
    assert bool(ties) == any(2 * times == len(item) for times in votes.values())
    assert item_summaries("nary", [item]) == [item_summary("nary", item)]


def test_without_annotations_there_is_no_majority() -> None:
    assert nary.majority_tree([]).reason == "There is no annotation."


def test_long_texts_have_a_sampled_null() -> None:
    assert [pairs_drawn("nary", n, 2) for n in (13, 60, 61)] == [NARY_PAIRS, NARY_PAIRS, DRAWN]
    assert tails("nary", 60)[0] == NARY_PAIRS
    comb_trees = [tuple(range(19)), (0,) * 19]
    found = figures("nary", count_item("nary", comb_trees))["S"]["d1"]
    assert found["sampled"]
    assert found["sampled_pairs"] == NARY_PAIRS


def test_the_library_reads_strings_of_several_parts() -> None:
    found = segmentation_alpha([["(a b c)", (0, 1)], [(0, 0), (0, 0)]], "nary")
    assert found.exact == 0


@pytest.mark.long
def test_the_sampled_null_is_close_to_the_exact_one() -> None:
    trees = [random_nary_trees(9, 50_000, Draws(seed)) for seed in (1, 2)]
    apart = np.abs(trees[0] - trees[1]).sum(axis=1)
    exact = tails("nary", 9, 1)
    for x, count in enumerate(exact):
        assert abs((apart >= x).mean() - count / exact[0]) < 0.012
