"""The consensus tree against all possible trees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import Vector, check_nested
from agreement.segmentation.trees import MAX_LENGTH, consensus_tree, span_votes
from tests.agreement import slow, strategies
from tests.agreement.test_alpha import NESTEDS


def test_the_tables_of_the_papers() -> None:
    """ACL 2013, Table 2, where (apply first aid course) has two best splits; LAW 2013, Table 2."""
    assert consensus_tree(NESTEDS[0])[:3] == ((2, 0, 1, 3, 0), [4, 6, 3, 10, 10], [0])
    assert consensus_tree(NESTEDS[1])[:3] == ((2, 1, 0), [10, 5, 6], [])


def test_the_tree_need_not_be_anybody_s() -> None:
    """Two workers join the first pair, two the last, and no one joins both."""
    annotations: list[Vector] = [(0, 1, 2, 3), (3, 2, 1, 0)]
    assert consensus_tree(annotations).vector not in annotations


def test_ties_are_flagged_and_settled_by_height_then_from_the_left() -> None:
    assert consensus_tree([(0, 1, 2), (2, 1, 0)])[:3] == ((0, 1, 0), [1, 2, 1], [1])
    assert consensus_tree([(0, 1), (1, 0)])[:3] == ((1, 0), [2, 1], [0])


def test_undefined_trees_say_why() -> None:
    for annotations in ([], [tuple(range(MAX_LENGTH))]):
        tree = consensus_tree(annotations)
        assert tree.vector is None
        assert str(tree.reason).endswith(".")


@pytest.mark.parametrize(("vector", "support"), [((), []), ((0,), [1])])
def test_the_shortest_texts(vector: Vector, support: list[int]) -> None:
    assert consensus_tree([vector])[:3] == (vector, support, [])


@pytest.mark.long
@given(st.integers(2, 8).flatmap(lambda n: st.lists(strategies.nested(n), min_size=1, max_size=7)))
def test_no_tree_has_more_votes(annotations: list[Vector]) -> None:
    tree = consensus_tree(annotations)
    best = slow.most_voted_trees(annotations)
    assert tree.vector in best
    assert max(tree.vector) == min(map(max, best))
    assert bool(tree.ties) == (len(best) > 1)
    votes = span_votes(annotations)
    assert [votes[group] for group in slow.groups(tree.vector)] == tree.support
    assert check_nested(tree.vector, len(tree.vector) + 1) == tree.vector


@pytest.mark.long
@given(st.data())
def test_the_order_of_annotations_does_not_matter(data: st.DataObject) -> None:
    annotations = data.draw(st.lists(strategies.nested(6), min_size=1, max_size=6))
    assert consensus_tree(annotations) == consensus_tree(data.draw(st.permutations(annotations)))


@pytest.mark.long
@given(strategies.nested(20))
def test_one_annotation_is_its_own_consensus(vector: Vector) -> None:
    assert consensus_tree([vector])[:3] == (vector, consensus_tree([vector]).support, [])
    assert span_votes([vector]).keys() == set(slow.groups(vector))
