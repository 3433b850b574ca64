"""Labelled trees against their definitions."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.figures import item_summary
from agreement.segmentation.tree_kinds import labelled
from agreement.segmentation.tree_kinds.labelled_figures import (
    label_contribution,
    label_figures,
    labelled_settled,
    labelled_summary,
)
from agreement.segmentation.tree_kinds.labelled_vectors import (
    check_labelled,
    heights_of,
    labelled_groups,
    with_labels,
)
from agreement.segmentation.vectors import IllFormed, groups
from agreement.tally import Tally
from tests.agreement import slow_nary


@st.composite
def labelled_trees(draw: st.DrawFn, n: int) -> Vector:
    heights = draw(st.sampled_from(sorted(slow_nary.trees_of(n))))
    spans = [(group.first, group.last) for group in groups(heights)]
    return with_labels(heights, {span: draw(st.integers(0, 2)) for span in spans})


ITEMS = st.integers(1, 5).flatmap(lambda n: st.lists(labelled_trees(n), min_size=1, max_size=5))


@given(ITEMS)
def test_vectors_are_checked_and_read_back(item: list[Vector]) -> None:
    for vector in item:
        n = len(vector) // 2 + 1
        assert check_labelled("nary", list(vector), n, 3) == vector
        assert with_labels(heights_of(vector), labelled_groups(vector)) == vector


@pytest.mark.parametrize(
    ("vector", "reason", "position"),
    [
        ([0, 0, 1], "wrong length", None),
        ("0011", "not a list", None),
        ([0, 0, 1, 3], "no such label", 3),
        ([0, 0, 1, True], "no such label", 3),
        ([0, 0, -1, -1], "no such label", 2),
        ([0, 0, 1, 2], "two labels of one group", 3),
        ([1, 1, 0, 0], "label 1 where the height is 0", 0),
    ],
)
def test_ill_formed_vectors_are_refused(vector: object, reason: str, position: int | None) -> None:
    with pytest.raises(IllFormed) as refused:
        check_labelled("nary", vector, 3, 3)
    assert (refused.value.reason, refused.value.position) == (reason, position)


def test_binary_trees_stay_binary() -> None:
    with pytest.raises(IllFormed):
        check_labelled("nested", [0, 0, 1, 1], 3, 3)


@given(st.lists(ITEMS, max_size=4))
def test_labelled_f_equals_its_definition(campaign: list[list[Vector]]) -> None:
    found = labelled.labelled_bracketing(Tally.total(map(label_contribution, campaign)))
    shared = both = 0
    for item in campaign:
        for a, b in combinations(item, 2):
            one, other = set(labelled_groups(a).items()), set(labelled_groups(b).items())
            shared += len(one & other)
            both += len(one) + len(other)
    assert found.value == (Fraction(2 * shared, both) if both else None)


@given(st.lists(ITEMS, max_size=4))
def test_label_alpha_equals_its_definition(campaign: list[list[Vector]]) -> None:
    units = [
        [labelled_groups(vector)[span] for vector in item if span in labelled_groups(vector)]
        for item in campaign
        for span in sorted({span for vector in item for span in labelled_groups(vector)})
    ]
    compared = [unit for unit in units if len(unit) > 1]
    values = [label for unit in compared for label in unit]
    n = len(values)
    observed = sum(
        (Fraction(sum(a != b for a in unit for b in unit), len(unit) - 1) for unit in compared),
        Fraction(0),
    )
    expected = sum(a != b for a in values for b in values)
    found = label_figures(Tally.total(map(label_contribution, campaign)))["label_alpha"]
    exact = None if found["exact"] is None else Fraction(found["exact"])
    assert exact == (1 - observed * (n - 1) / expected if expected else None)
    assert (exact is None) == bool(found.get("reason"))


def test_undefined_figures_have_reasons() -> None:
    alone = label_figures(label_contribution([(0, 1)]))
    assert alone["labelled"]["reason"] == "No text of two or more words has two annotations."
    assert alone["label_alpha"]["reason"] == "No group is in two annotations of a text."
    alike = label_figures(label_contribution([(0, 1), (0, 1)]))
    assert alike["labelled"]["exact"] == "1/1"
    assert alike["label_alpha"]["reason"].startswith("All labels are alike")


@given(ITEMS)
def test_the_consensus_gives_each_group_its_most_frequent_label(item: list[Vector]) -> None:
    summary = labelled_summary("nary", item)
    assert summary["majority"] is not None
    for span, label in labelled_groups(summary["majority"]).items():
        given_labels = [
            labelled_groups(vector)[span] for vector in item if span in labelled_groups(vector)
        ]
        times = Counter(given_labels)
        best = [one for one in times if times[one] == max(times.values())]
        assert label == min(best)
        assert (span[0] in summary["label_ties"]) >= (len(best) > 1 and span[1] == span[0] + 1)
    assert (
        list(heights_of(summary["majority"]))
        == item_summary("nary", [heights_of(vector) for vector in item])["majority"]
    )
    assert labelled_settled("nary", item) == (summary["mode"], summary["majority"])


def test_a_group_of_nobody_has_no_label() -> None:
    names = labelled.consensus_labels((2, 1, 0), [(0, 1, 2, 0, 0, 0)])
    assert names.vector is None
    assert names.reason == labelled.NO_LABEL
