"""The functions of `import agreement`: published values, undefined cases, and what they refuse;
further published values are in their docstrings."""

import json
import pickle
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import agreement
from agreement.library.settled import METHODS
from tests.agreement.test_shared import ROOT

KRIPPENDORFF = [  # 2011, section C: four observers, twelve units
    [None if cell == "." else int(cell) for cell in row]
    for row in ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
]
NAMES = [
    *("Consensus", "Result", "ac1", "ac2", "alpha", "consensus", "gamma", "jaccard", "kappa"),
    *("masi", "pairwise", "segmentation_alpha", "sliding", "unitizing_alpha"),
]
MEASURES: list[Any] = [
    agreement.alpha,
    agreement.kappa,
    agreement.ac1,
    agreement.ac2,
    agreement.pairwise,
]
ALIKE = "All labels are alike, so there is no variety to compare with."


def test_the_module_shows_its_functions_and_nothing_else() -> None:
    assert dir(agreement) == sorted(agreement.__all__) == NAMES
    assert all(getattr(agreement, name).__doc__ for name in NAMES)
    with pytest.raises(AttributeError, match="no attribute 'beta'"):
        agreement.beta  # noqa: B018


@pytest.mark.long
def test_importing_it_does_not_import_numpy() -> None:
    """Parts of Midpath need the package without NumPy, and processes start faster."""
    program = "import agreement, sys; print('numpy' in sys.modules, len(dir(agreement)))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", str(len(NAMES))]


def test_published_values() -> None:
    """Krippendorff 2011; Gwet's irrCAC prints .77544 for the same data, with observed .81818 and
    expected .19032."""
    levels = ["nominal", "ordinal", "interval", "ratio"]
    found = [agreement.alpha(KRIPPENDORFF, level) for level in levels]  # type: ignore[arg-type]
    assert [round(float(one), 3) for one in found] == [0.743, 0.815, 0.849, 0.797]
    three = [
        "*****34121133*3",
        "1*213343*******",
        "**21344*21133*4",
    ]  # .691 and .811, widely printed
    data = [[None if cell == "*" else int(cell) for cell in row] for row in three]
    found = [agreement.alpha(data, level) for level in ("nominal", "interval")]
    assert [round(float(one), 3) for one in found] == [0.691, 0.811]
    gwet = agreement.ac1(KRIPPENDORFF)
    parts = [gwet.value, gwet.observed, gwet.expected]
    assert [round(float(part or 0), 5) for part in parts] == [0.77544, 0.81818, 0.19032]


def test_kappa_is_negative_where_ac1_is_high() -> None:
    """Gwet 2008: 125 items, 118 of which both raters call positive."""
    cells = [(1, 1)] * 118 + [(1, 2)] * 5 + [(2, 1)] * 2
    found = [agreement.kappa(cells, by="items"), agreement.ac1(cells, by="items")]
    assert [round(float(one), 4) for one in found] == [-0.0234, 0.9408]


def test_weighted_kappa_by_hand() -> None:
    """Two raters, three places: linear 1 - (2/4) / (14/16), quadratic 1 - (2/4) / (18/16)."""
    cells = [(1, 1), (1, 2), (3, 3), (3, 2)]
    linear, quadratic = (
        agreement.kappa(cells, weights, by="items") for weights in ("linear", "quadratic")
    )
    expected = [sum(abs(a - b) ** power for a, _ in cells for _, b in cells) for power in (1, 2)]
    assert linear.exact == 1 - Fraction(2, 4) / Fraction(expected[0], 16)
    assert quadratic.exact == 1 - Fraction(2, 4) / Fraction(expected[1], 16)
    words = [["low", "low", "high", "high"], ["low", "mid", "high", "mid"]]
    order = ["low", "mid", "high"]
    assert agreement.kappa(words, "linear", labels=order).exact == linear.exact
    with pytest.raises(ValueError, match=r"Give texts in their order"):
        agreement.kappa(words, "linear")


def test_a_label_that_nobody_gave_counts_where_labels_are_listed() -> None:
    data = [[1, 2, 2, 1], [1, 2, 1, 1]]
    assert agreement.ac1(data, labels=[1, 2, 3]).exact != agreement.ac1(data).exact
    assert agreement.kappa(data, labels=[1, 2, 3]).exact == agreement.kappa(data).exact
    with pytest.raises(ValueError, match="2 is not one of the labels"):
        agreement.ac1(data, labels=[1])
    with pytest.raises(ValueError, match="twice"):
        agreement.ac1(data, labels=[1, 2, 2])


@pytest.mark.parametrize("measure", MEASURES)
def test_undefined_figures_say_why(measure: Any) -> None:
    for data, reason in (
        ([], "two|0 workers|No item"),
        ([[1, None], [None, 2]], "two|no item in common"),
    ):
        found = measure(data)
        assert found.value is None
        assert found.exact is None
        assert str(found).startswith("undefined: ")
        with pytest.raises(ValueError, match="is undefined"):
            float(found)
        assert found.interval().low is None if found.estimator else True
        assert found.reason
        assert any(words in found.reason for words in reason.split("|"))


def test_labels_that_are_all_alike_are_no_agreement_beyond_chance() -> None:
    data = [["a", "a"], ["a", "a"]]
    assert agreement.alpha(data).reason == agreement.kappa(data).reason == ALIKE
    assert agreement.ac1(data).value is None
    assert float(agreement.pairwise(data)) == 1


def test_a_result_prints_and_stores_itself() -> None:
    found = agreement.alpha(KRIPPENDORFF)
    text = (
        "0.743 (n = 40 judgments of 11 items by 4 workers; left out: 7 empty cells, 1 item with "
        "one judgment)"
    )
    assert str(found) == text
    assert repr(found) == f"nominal α: {text}"
    assert found.exact == Fraction(113, 152)
    stored = json.loads(json.dumps(found.to_dict()))
    assert stored["left_out"] == {"empty cells": 7, "items with one judgment": 1}
    assert stored["n"] == {"items": 11, "judgments": 40, "workers": 4}
    with pytest.raises(AttributeError):
        found.exact = Fraction(1)  # type: ignore[misc]
    again = agreement.alpha([row[::-1] for row in KRIPPENDORFF])
    assert found == again


@pytest.mark.parametrize("measure", MEASURES)
def test_an_interval_contains_its_figure_in_any_order(measure: Any) -> None:
    cells = [(1, 1), (2, 2), (3, 3), (1, 2), (2, 2), (3, 1)] * 5
    found = measure(cells, by="items")
    interval = found.interval(level=0.9, seed=3, resamples=200)
    assert interval.low < found.value < interval.high
    assert measure(cells[::-1], by="items").interval(0.9, 3, 200) == interval
    assert (interval.level, interval.seed, interval.over) == (0.9, 3, "items")
    assert json.dumps(interval.to_dict())


@pytest.mark.parametrize(
    "level", ["nominal", "ordinal", "interval", "ratio", lambda a, b: abs(a - b)]
)
def test_an_estimate_of_all_items_is_the_figure(level: Any) -> None:
    found = agreement.alpha(KRIPPENDORFF, level)
    assert found.estimator is not None
    estimate, units = found.estimator()
    assert estimate(np.ones((1, units)))[0, 0] == pytest.approx(found.value)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_an_estimate_of_all_items_is_each_kappa(weights: Any) -> None:
    cells = [(1, 1), (2, 2), (3, 3), (1, 2), (2, 2), (3, 1)]
    for found in (
        agreement.kappa(cells, weights, by="items"),
        agreement.kappa(cells, weights, by="items", method="fleiss"),
        agreement.ac2(cells, weights or "linear", by="items"),
        agreement.pairwise(cells, by="items"),
    ):
        assert found.estimator is not None
        estimate, units = found.estimator()
        assert estimate(np.ones((1, units)))[0, 0] == pytest.approx(found.value)


def test_sets_are_labels_with_their_distances() -> None:
    """Passonneau 2006: 2/3 for a subset and 1/3 for an overlap, each times Jaccard."""
    assert agreement.masi({"a"}, {"a", "b", "c"}) == 1 - Fraction(2, 3) / 3
    assert agreement.masi({"a", "b"}, {"b", "c"}) == 1 - Fraction(1, 3) / 3
    assert agreement.jaccard(set(), set()) == agreement.masi(set(), set()) == 0
    data: list[list[Any]] = [[{"a"}, {"a", "b"}, ()], [{"a"}, {"b"}, {"c"}], [None, ("b",), {"c"}]]
    rows = [[None if cell is None else frozenset(cell) for cell in row] for row in data]
    found = agreement.alpha(rows, agreement.masi)
    assert found.exact == agreement.alpha(rows, lambda a, b: agreement.masi(b, a)).exact
    assert found.n.judgments == 8
    with pytest.raises(ValueError, match="not a set"):
        agreement.alpha([["ab"], ["bc"]], agreement.jaccard)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("cardinal", "'cardinal' is not a level"),
        (lambda a, b: -1.0, "not 0|negative"),
        (lambda a, b: float("nan") if a != b else 0, "not a number"),
        (lambda a, b: "far" if a != b else 0, "not a number"),
        (lambda a, b: max(a - b, 0), "order"),
        (lambda a, b: 1, "itself is not 0"),
    ],
)
def test_a_level_that_is_none_is_refused(level: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        agreement.alpha([[1, 2], [2, 2]], level)


def test_a_scale_needs_numbers() -> None:
    for level in ("ordinal", "interval", "ratio"):
        with pytest.raises(ValueError, match="'low' is not a number"):
            agreement.alpha([["low", "1"], ["2", "1"]], level)
    with pytest.raises(ValueError, match="begins at 0"):
        agreement.alpha([[-1, 1], [2, 1]], "ratio")
    with pytest.raises(ValueError, match="same number"):
        agreement.alpha([["1", "1.0"], ["2", "1"]], "interval")
    assert agreement.alpha([[0.1, 2.5], [0.1, 1]], "interval") == agreement.alpha(
        [["0.1", "2.5"], ["0.1", "1"]], "interval"
    )


def test_unknown_choices_are_refused() -> None:
    data = [[1, 2], [2, 2]]
    for call, words in (
        (lambda: agreement.kappa(data, "cubic"), "'cubic' are not weights"),  # type: ignore[arg-type]
        (lambda: agreement.kappa(data, method="scott"), "'scott' is not a method"),  # type: ignore[arg-type]
        (lambda: agreement.consensus(data, "oracle"), "Give majority or dawid_skene"),
        (lambda: agreement.unitizing_alpha([], [], version=2004), "Give 2016 or 1995"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match=words):
            call()
    with pytest.raises(NotImplementedError, match="pygamma-agreement"):
        agreement.gamma([], continuum=1)


def test_pairs_of_workers_have_their_shares() -> None:
    rows = [("p", "ann", 1), ("p", "bob", 1), ("q", "cy", 1), ("q", "ann", 2), ("r", "cy", 3)]
    found = agreement.pairwise(rows)
    assert found.details == {("ann", "bob"): (1, 1), ("ann", "cy"): (0, 1)}
    assert found.details["ann", "cy"].value == 0
    assert (found.exact, found.left_out) == (Fraction(1, 2), {"items with one judgment": 1})


def test_cohen_leaves_out_what_one_rater_did_not_judge() -> None:
    found = agreement.kappa([[1, 2, 1, None], [1, 2, 2, 1]])
    assert found.left_out == {"empty cells": 1, "items that only one of them judged": 1}
    assert (found.n.items, found.n.judgments) == (3, 6)
    unequal = agreement.kappa([[1, 2, 1, None], [1, 2, 2, 1], [1, 1, 1, 1]])
    assert "same number of labels" in str(unequal.reason)


def test_consensus_by_each_method() -> None:
    rows = [(item, who, "yes") for item in "pqr" for who in ("ann", "bob")]
    rows += [("p", "cy", "no"), ("s", "cy", "no"), ("s", "ann", "yes")]
    majority = agreement.consensus(rows)
    assert majority.labels == {"p": "yes", "q": "yes", "r": "yes", "s": None}
    assert majority.ties == {"s": ["no", "yes"]}
    assert majority.shares["p"] == {"no": 1 / 3, "yes": 2 / 3}
    assert str(majority) == "3 of 4 items settled (n = 9 judgments of 4 items by 3 workers)"
    model = agreement.consensus(rows, "dawid_skene")
    assert model.labels["q"] == "yes"
    assert sum(model.shares["q"].values()) == pytest.approx(1)
    assert model.accuracy.keys() == {"ann", "bob", "cy"}
    assert json.loads(json.dumps(model.to_dict()))["n"]["judgments"] == 9
    assert list(METHODS) == ["majority", "dawid_skene"]


def test_segmentations_and_spans_count_what_is_left_out() -> None:
    found = agreement.segmentation_alpha([["a | b c", "a b | c"], ["a"], [None], ["a b"], []])
    assert found.left_out == {
        "texts of one word": 1,
        "texts with one answer": 1,
        "texts without an answer": 2,
    }
    with pytest.raises(ValueError, match="Text 2: The segment"):
        agreement.segmentation_alpha([["a b"], ["a | | b"]])
    with pytest.raises(ValueError, match="Text 1 is a string"):
        agreement.segmentation_alpha(["a | b"])
    texts = [["a | b c", "a b | c", "a b c"], ["a | b", "a | b"], ["a b", "a b"]] * 4
    interval = agreement.segmentation_alpha(texts).interval(resamples=100)
    assert (interval.over, interval.reason) == ("texts", None)


def test_an_exact_match_that_becomes_a_miss_raises_the_figure_of_1995_only() -> None:
    """Of one worker's two spans the other has one; then none."""
    one = (3, 9, "a"), (14, 15, "a")
    before, after = (
        [
            float(agreement.unitizing_alpha([[one, other]], [20], version=version))
            for version in (1995, 2016)
        ]
        for other in (((14, 15, "a"),), ())
    )
    assert after[0] > before[0]
    assert after[1] < before[1]


def test_spans_are_checked() -> None:
    for texts, words in (
        ([[[(0, 9, "a")]]], "Text 1: From 0 up to 9"),
        ([[[(0, 1)]]], r"Text 1: \(0, 1\) is not a span"),
        ([[[(0, 1.5, "a")]]], "whole numbers"),
        ([[], []], "2 texts, but 1 lengths"),
    ):
        with pytest.raises(ValueError, match=words):
            agreement.unitizing_alpha(texts, [5])
    alone = agreement.unitizing_alpha([[[(0, 1, "a")]], [None]], [5, 5])
    assert alone.left_out == {"texts with one answer": 1, "texts without an answer": 1}
    assert alone.reason == "No text has two judgments."
    texts = [[[(0, 2, "a")], [(0, 2, "a")], [(1, 2, "a")]], [[(0, 1, "a")], []]] * 5
    assert agreement.unitizing_alpha(texts, [6, 6] * 5).interval(resamples=100).over == "texts"


def test_results_can_be_compared_and_their_parts_pickled() -> None:
    found = agreement.alpha(KRIPPENDORFF)
    assert pickle.loads(pickle.dumps(found.n)) == found.n  # noqa: S301
