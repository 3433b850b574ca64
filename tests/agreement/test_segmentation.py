"""The public interface: layout of the figures, reasons, and valid JSON."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.sampling import Draws, random_trees
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.figures import (
    contribution,
    entailment_contribution,
    entailment_figures,
    figures,
    item_summary,
    level_contribution,
    level_figures,
    shared_summary,
)
from agreement.segmentation.trees import MAX_LENGTH
from agreement.segmentation.vectors import Kind
from agreement.tally import Tally
from tests.agreement import slow, strategies
from tests.agreement.test_alpha import FLATS, KINDS, NESTEDS, TOY


def shown(figure: Mapping[str, object]) -> Any:
    """Return the parsed JSON; NaN and infinity are refused."""
    return json.loads(json.dumps(figure, allow_nan=False))


def test_figures_of_the_toy_set() -> None:
    state = Tally.total(contribution("nested", item) for item in TOY)
    shows = shown(figures("nested", state))
    assert (shows["items"], shows["annotations"], shows["left_out"]) == (2, 5, {})
    assert shows["alpha"]["d2"] == {
        "value": 37 / 1047,
        "exact": "37/1047",
        "within": 101 / 120,
        "total": 349 / 400,
        "items": 2,
        "annotations": 5,
        "weights": "items",
    }
    assert shows["alpha"]["d1"]["exact"] == "79/549"
    assert shows["alpha_annotations"]["d2"]["exact"] == "-7/349"
    assert shows["S"]["d1"]["items"] == 2
    assert shows["S"]["d1"]["sampled"] is False


def test_figures_of_nothing() -> None:
    for kind in ("flat", "nested"):
        shows = shown(figures(kind, Tally()))
        assert shows["items"] == shows["annotations"] == 0
        for figure in (*shows["alpha"].values(), *shows["S"].values()):
            assert figure["value"] is None
            assert figure["reason"].endswith(".")


def test_left_out_items_are_counted_by_reason() -> None:
    campaign: list[list[Vector]] = [[(0, 1)], [(), ()], [()], [(0, 1), (1, 1)], []]
    shows = shown(figures("flat", Tally.total(contribution("flat", item) for item in campaign)))
    assert (shows["items"], shows["annotations"]) == (4, 6)
    assert shows["left_out"] == {"one annotation only": 1, "one word": 2}
    assert shows["alpha"]["d1"]["items"] == 1


def test_s_of_nothing_but_long_texts_is_undefined_and_says_so() -> None:
    shows = shown(figures("nested", contribution("nested", [tuple(range(100))] * 2)))
    for figure in shows["S"].values():
        assert figure["value"] is None
        assert figure["left_out"] == {"more than 100 words": 1}
        assert "100 words" in figure["reason"]


def test_s_of_long_texts_is_sampled_and_says_so() -> None:
    item = [tuple(vector) for vector in random_trees(20, 3, Draws(1)).tolist()]
    for figure in shown(figures("nested", contribution("nested", item)))["S"].values():
        assert figure["sampled"] is True
        assert 0 < figure["standard_error"] < 0.001
        assert (figure["sampled_items"], figure["sampled_pairs"]) == (1, 10**6)


@pytest.mark.long
@given(st.data(), KINDS)
def test_a_state_read_from_json_gives_the_same_figures(data: st.DataObject, kind: Kind) -> None:
    campaign = data.draw(strategies.campaigns(kind))
    state = Tally.total(contribution(kind, item) for item in campaign)
    stored = Tally(json.loads(json.dumps(state)))
    assert stored == state
    assert shown(figures(kind, stored)) == figures(kind, state)


def test_entailment_of_the_papers() -> None:
    state = Tally.total(map(entailment_contribution, FLATS, NESTEDS))
    shows = shown(entailment_figures(state))
    pairs = [
        (flat, nested)
        for flats, nesteds in zip(FLATS, NESTEDS, strict=True)
        for flat in flats
        for nested in nesteds
    ]
    assert shows["pairs"] == len(pairs) == 200
    assert shows["entailed"] == sum(slow.entails(nested, flat) for flat, nested in pairs)
    assert shows["observed"] == shows["entailed"] / 200
    assert 0 < shows["chance"] < shows["observed"]
    assert shows["pairs_two_or_three"] == 190


def test_entailment_of_nothing() -> None:
    shows = shown(entailment_figures(Tally()))
    assert shows["observed"] is shows["chance"] is shows["chance_lengths"] is None
    assert shows["reason"].endswith(".")


def test_levels_and_bracketing() -> None:
    shows = shown(level_figures(level_contribution(NESTEDS[0])))
    assert shows["levels"][0] == {
        "level": 1,
        "value": 12 / 45,
        "exact": "4/15",
        "chance": shows["levels"][0]["chance"],
        "shared": 12,
        "splits": 90,
    }
    assert 0 < shows["bracketing"]["chance"] < shows["bracketing"]["value"] < 1
    nothing = shown(level_figures(Tally()))
    assert (nothing["levels"], nothing["bracketing"]["value"]) == ([], None)
    assert nothing["bracketing"]["reason"].endswith(".")


def test_summary_of_a_flat_item() -> None:
    assert shown(item_summary("flat", FLATS[0])) == {
        "n": 10,
        "annotations": [
            [[1, 0, 0, 1, 0], 4],
            [[0, 0, 0, 1, 0], 3],
            [[0, 0, 1, 0, 0], 2],
            [[1, 0, 1, 1, 0], 1],
        ],
        "mode": [1, 0, 0, 1, 0],
        "mode_ties": [],
        "mode_support": 4,
        "majority": [0, 0, 0, 1, 0],
        "majority_ties": [0],
        "majority_support": [5, 0, 3, 8, 0],
        "disagreement": {"value": 62 / 225, "exact": "62/225"},
    }


def test_summary_of_a_nested_item() -> None:
    shows = shown(item_summary("nested", NESTEDS[1]))
    assert shows["mode"] == [0, 1, 0]
    assert (shows["majority"], shows["majority_ties"]) == ([2, 1, 0], [])
    assert shows["majority_support"] == [10, 5, 6]
    assert "majority_reason" not in shows


def test_a_text_too_long_for_the_consensus_tree_says_so() -> None:
    shows = shown(item_summary("nested", [tuple(range(MAX_LENGTH))] * 2))
    assert shows["majority"] is None
    assert shows["majority_reason"].endswith("words.")


@pytest.mark.parametrize("vectors", [[], [(1, 0)], [(), ()]])
def test_disagreement_undefined(vectors: list[Vector]) -> None:
    for kind in ("flat", "nested"):
        shows = shown(item_summary(kind, vectors))
        assert shows["disagreement"]["value"] is None
        assert shows["disagreement"]["reason"].endswith(".")


@given(st.data(), KINDS)
def test_disagreement_equals_its_definition(data: st.DataObject, kind: Kind) -> None:
    item = data.draw(strategies.items(kind))
    if slow.compared([item]):
        mean = slow.mean_apart(item)
        exact = f"{mean.numerator}/{mean.denominator}"
        assert shown(item_summary(kind, item))["disagreement"]["exact"] == exact


def test_summary_of_flat_and_nested_together() -> None:
    shows = shown(shared_summary(FLATS[0], NESTEDS[0]))
    assert shows["pairs"] == 100
    assert shows["iv"]["winner"] == [1, 0, 1, 1, 0]
    assert shows["iv"]["rounds"] > 0
    assert shows["femn"]["winner"] == list(slow.most_entailed(FLATS[0], NESTEDS[0])[0])
    empty = shown(shared_summary([], []))
    assert empty["femn"]["winner"] is empty["iv"]["winner"] is None
    assert empty["femn"]["reason"]
