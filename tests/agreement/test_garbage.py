"""Garbage is refused with a message: invalid annotations, labels or plans never give a figure."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from agreement.bootstrap import Plan, bootstrap
from agreement.evidence.answers import Question, count_question, sentence_alpha
from agreement.segmentation import annotators, compare, consensus, entailment, levels
from agreement.segmentation import figures as segmentation
from agreement.segmentation.alpha import alpha
from agreement.segmentation.bias import count_flats, count_nesteds, count_prepositions
from agreement.segmentation.counting import count_arrays, count_item, count_items, take_apart
from agreement.segmentation.distance import distance, numerator
from agreement.segmentation.intervals import bootstrap_entailment, bootstrap_segmentation
from agreement.segmentation.live import Live
from agreement.segmentation.null import null_counts, tails
from agreement.segmentation.planning import expect
from agreement.segmentation.trees import consensus_tree
from agreement.segmentation.vectors import IllFormed
from agreement.tally import Tally
from agreement.votes import nominal
from agreement.votes.dawid_skene import boundary_consensus
from agreement.votes.pair_figures import pair_contribution
from agreement.votes.pair_intervals import Judged, bootstrap_pairs

FLATS: list[tuple[Any, str]] = [
    ([(2, 0), (1, 0)], "Annotation 1: Boundary 1 is out of range. Give 0 or 1."),
    ([(1, 0), (0, -1)], "Annotation 2: Boundary 2 is out of range. Give 0 or 1."),
    ([(1, 0), (0.5, 0)], "Annotation 2: Boundary 1 is not a whole number. Give 0 or 1."),
    ([(1, 0), (None, 0)], "Annotation 2: Boundary 1 is not a whole number. Give 0 or 1."),
    (["10", "01"], "Annotation 1: Boundary 1 is not a whole number. Give 0 or 1."),
]
NESTEDS: list[tuple[Any, str]] = [
    ([(1, 1), (1, 0)], "Annotation 1: Boundaries 1 and 2 both have the label 1, and none"),
    (
        [(1, 0), (0, 2)],
        "Annotation 2: Boundary 2 has the label 2 where the height of its tree is 1",
    ),
    ([(1, 0), (0, -1)], "Annotation 2: Boundary 2 is out of range. Give a height from 0 to 1."),
]
OF_FLATS: list[Callable[[Any], object]] = [
    lambda item: segmentation.item_summary("flat", item),
    lambda item: segmentation.contribution("flat", item),
    lambda item: count_items("flat", [item]),
    lambda item: segmentation.entailment_contribution(item, [(1, 0)]),
    lambda item: segmentation.shared_summary(item, [(1, 0)]),
    lambda item: entailment.text_share(item, [(1, 0)]),
    consensus.boundary_majority,
    lambda item: consensus.most_entailed(item, [(1, 0)]),
    lambda item: consensus.iterative_voting(item, [(1, 0)]),
    lambda item: bootstrap_segmentation("flat", [item, item]),
    lambda item: bootstrap_entailment([(item, [(1, 0)])] * 2),
    lambda item: annotators.count_text(item, ["ann", "bob"]),
    lambda item: boundary_consensus({"t": dict(zip("ab", item, strict=True))}),
    count_flats,
    lambda item: count_prepositions(["a", "b", "c"], item, {"b"}),
    lambda item: compare.alpha_between([(item, [(1, 0)])]),
    lambda item: Live("flat", {"t": item}),
]
OF_NESTEDS: list[Callable[[Any], object]] = [
    lambda item: segmentation.item_summary("nested", item),
    lambda item: segmentation.contribution("nested", item),
    lambda item: count_items("nested", [item]),
    segmentation.level_contribution,
    levels.count_item,
    consensus_tree,
    lambda item: segmentation.entailment_contribution([(1, 0)], item),
    lambda item: segmentation.shared_summary([(1, 0)], item),
    lambda item: entailment.text_share([(1, 0)], item),
    lambda item: consensus.most_entailed([(1, 0)], item),
    lambda item: consensus.iterative_voting([(1, 0)], item),
    lambda item: bootstrap_segmentation("nested", [item, item]),
    lambda item: bootstrap_entailment([([(1, 0)], item)] * 2),
    count_nesteds,
    lambda item: Live("nested", {"t": item}),
]


@pytest.mark.parametrize("count", OF_FLATS)
@pytest.mark.parametrize(("item", "said"), FLATS)
def test_what_is_no_flat_is_refused(count: Callable[[Any], object], item: Any, said: str) -> None:
    with pytest.raises(IllFormed, match="oundar"):
        count(item)


@pytest.mark.parametrize("count", OF_NESTEDS)
@pytest.mark.parametrize(("item", "said"), NESTEDS)
def test_what_is_no_tree_is_refused(count: Callable[[Any], object], item: Any, said: str) -> None:
    with pytest.raises(IllFormed, match="oundar"):
        count(item)


@pytest.mark.parametrize(("item", "said"), NESTEDS)
def test_arrays_of_no_trees_are_refused(item: Any, said: str) -> None:
    values = [value for vector in item for value in vector]
    with pytest.raises(ValueError, match="oundar"):
        count_arrays("nested", [0, 0], [3, 3], values)


@pytest.mark.parametrize(("kind", "cases"), [("flat", FLATS), ("nested", NESTEDS)])
def test_the_place_is_reported(kind: Any, cases: list[tuple[Any, str]]) -> None:
    for item, said in cases:
        for count in (segmentation.item_summary, segmentation.contribution):
            with pytest.raises(IllFormed) as refused:
                count(kind, item)
            assert str(refused.value).startswith(said)
            assert refused.value.position is not None


@pytest.mark.parametrize(
    "count",
    [
        lambda: segmentation.item_summary("oblique", [(1, 0)]),  # type: ignore[arg-type]
        lambda: segmentation.contribution("oblique", []),  # type: ignore[arg-type]
        lambda: segmentation.figures("oblique", Tally()),  # type: ignore[arg-type]
        lambda: count_items("oblique", []),  # type: ignore[arg-type]
        lambda: bootstrap_segmentation("oblique", []),  # type: ignore[arg-type]
        lambda: null_counts("oblique", 4),
        lambda: Live("oblique", {}),  # type: ignore[arg-type]
    ],
)
def test_an_unknown_kind_is_refused(count: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="kind 'oblique', only flat, nested and nary ones"):
        count()


@pytest.mark.parametrize("k", [0, 3, 7, -1])
def test_there_is_no_other_distance_than_d1_and_d2(k: int) -> None:
    state = take_apart(count_item("nested", [(0, 1), (1, 0)]))
    for measure in (
        lambda: numerator((0, 1), (1, 0), k),
        lambda: distance((0, 1), (1, 0), k),
        lambda: alpha(state, k),
        lambda: tails("nested", 4, k),
        lambda: annotators.standing({}, None, "nested", k),
        lambda: Live("nested", {"t": [(0, 1), (1, 0)]}).alpha(k),
    ):
        with pytest.raises(ValueError, match=f"There is no d{k}"):
            measure()
    with pytest.raises(ValueError, match="There is no d2 of flat"):
        Live("flat", {"t": [(0, 1), (1, 0)]}).alpha(2)


def test_labels_go_by_their_type() -> None:
    """1 and "1" are different labels; treated as one, alpha was 1/3 with an expected 3/2."""
    found = nominal.nominal_alpha(nominal.count_unit([1, "1"]))
    assert (found.value, found.expected) == (Fraction(0), Fraction(1))
    apart = nominal.count_unit([1, 1]) + nominal.count_unit(["1", "1"])
    assert nominal.nominal_alpha(apart).value == 1
    text = nominal.count_unit(["1", "1"]) + nominal.count_unit(["2", "1"])
    whole = nominal.count_unit([1, 1]) + nominal.count_unit([2, 1])
    assert nominal.nominal_alpha(text) == nominal.nominal_alpha(whole)
    assert nominal.count_unit(np.array([1, 2])) == nominal.count_unit([1, 2])


@pytest.mark.parametrize("label", [1.5, float("nan"), True, ("a",), b"a"])
def test_what_is_no_label_is_refused(label: Any) -> None:
    with pytest.raises(ValueError, match="is not a label"):
        nominal.count_unit(["a", label])


def test_a_label_that_is_missing_is_none() -> None:
    assert nominal.count_unit(["a", None, "b"]) == nominal.count_unit(["a", "b"])
    assert nominal.count_unit(["a", None]) == nominal.count_unit(["a"])
    assert nominal.count_unit([None, None]) == Tally()


@pytest.mark.parametrize("answers", [["yes", 1], [True, "yes"], [1, 0]])
def test_answers_about_pairs_are_texts(answers: list[Any]) -> None:
    with pytest.raises(ValueError, match="An answer is a text"):
        pair_contribution(answers)
    with pytest.raises(ValueError, match="An answer is a text"):
        bootstrap_pairs([Judged(answers)])


@pytest.mark.parametrize("similarity", [-1, 1_000_001, 0.5])
def test_a_similarity_is_in_whole_millionths(similarity: Any) -> None:
    with pytest.raises(ValueError, match="imilarity"):
        pair_contribution(["yes"], similarity=similarity)
    with pytest.raises(ValueError, match="imilarity"):
        bootstrap_pairs([Judged(["yes"], similarity)])


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (Plan(method="BCA"), "There is no method 'BCA', only bca and percentile."),  # type: ignore[arg-type]
        (Plan(method="foo"), "There is no method 'foo', only bca and percentile."),  # type: ignore[arg-type]
        (Plan(level=95), "The level is between 0 and 1, such as 0.95, and not 95."),
        (Plan(level=float("nan")), "The level is between 0 and 1"),
        (Plan(resamples=0), "There is at least one resample, and not 0."),
        (Plan(resamples=10.5), "There is at least one resample, and not 10.5."),  # type: ignore[arg-type]
        (Plan(seed=-1), "The seed is a whole number of 0 or more"),
        (Plan(seed=1.5), "The seed is a whole number of 0 or more"),  # type: ignore[arg-type]
    ],
)
def test_a_plan_is_carried_out_or_refused(plan: Plan, said: str) -> None:
    def mean(weights: np.ndarray) -> np.ndarray:
        means: np.ndarray = weights @ np.array([1.0, 2.0, 3.0]) / weights.sum(axis=1)
        return means[:, None]

    with pytest.raises(ValueError, match=re.escape(said)):
        bootstrap(mean, 3, plan)


@pytest.mark.parametrize("answer", [{-1}, {3}, {0.5}, {"0"}, {None}])
def test_an_answer_is_made_of_sentences_of_the_document(answer: Any) -> None:
    with pytest.raises(ValueError, match="is not among 0 to 2"):
        count_question(3, [answer, {1}])
    with pytest.raises(ValueError, match="is not among 0 to 2"):
        sentence_alpha([Question("d", 3, [answer, {1}])])


@pytest.mark.parametrize("votes", [(-1, 3), (1.5, 1)])
def test_votes_are_counts(votes: Any) -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        expect([(votes, None)], 1)


def test_no_annotation_is_no_refusal() -> None:
    """Empty input is still accepted as empty."""
    empty: Sequence[Any] = []
    assert segmentation.contribution("flat", empty) == Tally()
    assert segmentation.item_summary("nested", empty)["mode"] is None
