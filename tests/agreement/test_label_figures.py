"""Figures of labels: equal to their slow reference, in any order, and undefined with a reason; and
intervals, whose resamples have the figures of their items, recomputed."""

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.bootstrap import Plan
from agreement.tally import Tally
from agreement.votes.ballots import ballots_of
from agreement.votes.label_figures import (
    Kind,
    Level,
    count_labels,
    label_contribution,
    label_figures,
    label_item_summary,
)
from agreement.votes.label_intervals import bootstrap_labels, label_estimator
from agreement.votes.pair_figures import pair_contribution, pair_figures
from tests.agreement.slow_labels import Answers, slow_disagreement, slow_figures

NAMES = ("a/b", "joy", "none of these", "yes")
SCALE = ("-1", "0", "0.5", "2", "10")
KINDS: tuple[tuple[Kind, Level], ...] = (
    ("one", "nominal"),
    ("any", "nominal"),
    ("scale", "ordinal"),
    ("scale", "interval"),
)
each_kind = pytest.mark.parametrize(("kind", "level"), KINDS)


def labels_of(kind: Kind) -> tuple[str, ...]:
    return SCALE if kind == "scale" else NAMES


def answers_of(kind: Kind) -> st.SearchStrategy[tuple[str, ...]]:
    labels = st.sampled_from(labels_of(kind))
    if kind == "any":
        return st.lists(labels, unique=True, max_size=4).map(tuple)
    return st.tuples(labels)


def items_of(kind: Kind) -> st.SearchStrategy[list[Answers]]:
    return st.lists(st.lists(answers_of(kind), max_size=5), max_size=6)


def state_of(items: list[Answers], kind: Kind, level: Level) -> Tally:
    labels = labels_of(kind)
    return Tally.total(label_contribution(answers, kind, level, labels) for answers in items)


def exact(figure: Any) -> Fraction | None:
    assert (figure["value"] is None) == ("reason" in figure)
    return None if figure["exact"] is None else Fraction(figure["exact"])


@pytest.mark.long
@each_kind
@given(data=st.data())
def test_they_equal_their_slow_twin(kind: Kind, level: Level, data: st.DataObject) -> None:
    items = data.draw(items_of(kind))
    found: Any = label_figures(state_of(items, kind, level))
    slow = slow_figures(items, kind, level)
    assert [found[name] for name in ("items", "judgments", "one_judgment")] == [
        slow[name] for name in ("items", "judgments", "one_judgment")
    ]
    assert exact(found["alpha"]) == slow["alpha"]
    assert exact(found["pairwise"]) == slow["pairwise"]
    assert found["majority"]["consensus"] == slow["consensus"]
    assert found["majority"]["ties"] == slow["ties"]
    assert found["majority"]["absolute"]["items"] == slow["absolute"]
    assert [one["label"] for one in found["labels"]] == [
        label
        for label in sorted(labels_of(kind), key=labels_of(kind).index)
        if slow["given"][label]
    ]
    for one in found["labels"]:
        assert exact(one["alpha"]) == slow["of_labels"][one["label"]]
        assert one["judgments"] == slow["given"][one["label"]]
        assert one["share"] == one["judgments"] / found["judgments"]
        assert one["consensus"] == slow["consensus"].get(one["label"], 0)
    if kind == "scale" and slow["items"]:
        for name in ("nominal", "mean", "median"):
            assert exact(found[name]) == slow[name]
    json.dumps(found, allow_nan=False)


@pytest.mark.long
@each_kind
@given(data=st.data())
def test_a_summary_equals_its_slow_twin(kind: Kind, level: Level, data: st.DataObject) -> None:
    answers = data.draw(st.lists(answers_of(kind), max_size=6))
    labels = labels_of(kind)
    found: Any = label_item_summary(answers, kind, level, labels)
    slow = slow_disagreement(answers, kind, labels)
    assert exact(found["disagreement"]) == slow
    assert slow is None or 0 <= slow <= 1
    assert dict(found["votes"]) == slow_figures([answers], kind, level)["given"]
    consensus = slow_figures([answers], kind, level)["consensus"]
    if kind == "any":
        assert found["chosen"] == [label for label in labels if label in consensus]
    else:
        assert [found["winner"]] == ([*consensus] or [None])
        assert (len(found["ties"]) > 1) == (found["winner"] is None and found["n"] > 0)


@pytest.mark.long
@each_kind
@given(data=st.data())
def test_many_items_at_once_are_the_sum(kind: Kind, level: Level, data: st.DataObject) -> None:
    items = data.draw(items_of(kind))
    votes = [
        (f"i{number}", f"w{worker}", answer)
        for number, answers in enumerate(items)
        for worker, answer in enumerate(answers)
    ]
    votes = data.draw(st.permutations(votes))
    assert count_labels(ballots_of(votes), kind, level) == state_of(items, kind, level)


@pytest.mark.long
@each_kind
@given(data=st.data())
def test_contributions_add_and_subtract(kind: Kind, level: Level, data: st.DataObject) -> None:
    items, more = data.draw(items_of(kind)), data.draw(items_of(kind))
    both = state_of(items + more, kind, level)
    turned = [[answer[::-1] for answer in answers[::-1]] for answers in items[::-1]]
    assert both - state_of(more, kind, level) == state_of(turned, kind, level)
    assert all(type(count) is int for count in both.values())


@pytest.mark.long
@given(items_of("one"))
def test_one_label_is_judged_as_pairs_are(items: list[Answers]) -> None:
    """All shared figures are equal: an item corresponds to a pair, a label to an answer."""
    ours: Any = label_figures(state_of(items, "one", "nominal"))
    theirs: Any = pair_figures(
        Tally.total(pair_contribution([label for (label,) in answers]) for answers in items)
    )
    for name in ("exact", "observed", "expected", "judgments", "left_out"):
        assert ours["alpha"][name] == theirs["alpha"][name]
    assert ours["pairwise"]["exact"] == theirs["pairwise"]["exact"]
    assert ours["majority"]["consensus"] == theirs["majority"]["consensus"]
    assert ours["majority"]["ties"] == theirs["majority"]["ties"]
    assert ours["majority"]["absolute"]["items"] == theirs["majority"]["absolute"]["pairs"]
    assert ours["one_judgment"] == theirs["one_judgment"]


def test_the_mean_over_labels_leaves_out_those_without_variety() -> None:
    items: list[Answers] = [[("a",), ("a",)], [("a", "b"), ("a",)], [("a", "b"), ("a", "b")]]
    found: Any = label_figures(state_of_names(items))
    a, b = found["labels"]
    assert (a["alpha"]["value"], a["share"]) == (None, 1)
    assert "agree on this label" in a["alpha"]["reason"]
    assert found["alpha"]["exact"] == b["alpha"]["exact"] == "4/9"
    assert found["alpha"]["labels"] == 1


def state_of_names(items: list[Answers]) -> Tally:
    return Tally.total(label_contribution(answers, "any", "nominal", "abc") for answers in items)


def test_no_judgment_is_no_figure_but_a_reason() -> None:
    found: Any = label_figures({})
    assert (found["kind"], found["level"], found["items"], found["labels"]) == (None, None, 0, [])
    for name in ("alpha", "pairwise"):
        assert found[name]["value"] is None
        assert "two judgments" in found[name]["reason"]
    assert found["majority"]["absolute"] == {"items": 0, "share": None}


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([[("a",)], [("b",)]], "two judgments"),
        ([[(), ()], [()]], "agree on every label"),
        ([[("a",), ("a",)]], "agree on every label"),
    ],
)
def test_undefined_means_say_why(items: list[Answers], words: str) -> None:
    found: Any = label_figures(state_of_names(items))["alpha"]
    assert found["value"] is None
    assert words in found["reason"]


def test_one_tally_holds_one_kind() -> None:
    one = label_contribution([("1",), ("2",)], "one", "nominal", ["1", "2"])
    scale = label_contribution([("1",), ("2",)], "scale", "ordinal", ["1", "2"])
    with pytest.raises(ValueError, match="several kinds"):
        label_figures(one + scale)


@pytest.mark.parametrize(
    ("answers", "kind", "level", "words"),
    [
        ([("a",)], "one", "ordinal", "no level"),
        ([("1",)], "scale", "nominal", "no level"),
        ([("a",)], "two", "nominal", "no level"),
        ([("a", "b")], "one", "nominal", "is one label"),
        ([()], "scale", "interval", "is one label"),
        ([("x",)], "any", "nominal", "none of the labels"),
        ([("a", "a")], "any", "nominal", "twice"),
    ],
)
def test_answers_of_other_kinds_fail(answers: Answers, kind: Any, level: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        label_contribution(answers, kind, level, "ab")
    with pytest.raises(ValueError, match=words):
        label_item_summary(answers, kind, level, "ab")


@pytest.mark.long
@each_kind
@given(data=st.data())
def test_weights_are_repeated_items(kind: Kind, level: Level, data: st.DataObject) -> None:
    items = [item for item in data.draw(items_of(kind)) if item]
    items.sort(key=lambda item: sorted(tuple(sorted(answer)) for answer in item))
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(items), max_size=len(items)))
    estimate, units = label_estimator(items, kind, level)
    assert units == len(items)
    if not items:
        return
    drawn = [item for item, times in zip(items, weights, strict=True) for _ in range(times)]
    expected: Any = label_figures(state_of(drawn, kind, level))
    [found] = estimate(np.array([weights], dtype=float))
    names = ("alpha", "pairwise", "nominal") if kind == "scale" else ("alpha", "pairwise")
    assert len(found) == len(names)
    for value, name in zip(found, names, strict=True):
        exact = expected[name]["value"] if name in expected else None
        assert np.isnan(value) if exact is None else value == pytest.approx(exact, abs=1e-9)


def crowd(kind: Kind) -> list[Answers]:
    labels = labels_of(kind)
    random = np.random.default_rng(1)
    items: list[Answers] = []
    for number in range(40):
        base = labels[number % len(labels)]
        other = labels[(number + 1) % len(labels)]
        items.append([(base,) if random.random() < 0.7 else (other,) for _ in range(4)])
    return items


@each_kind
def test_intervals_hold_the_figure_in_any_order(kind: Kind, level: Level) -> None:
    items, plan = crowd(kind), Plan(resamples=200)
    found: Any = bootstrap_labels(items, kind, level, plan)
    figures: Any = label_figures(state_of(items, kind, level))
    for name, interval in found.items():
        assert interval["low"] < figures[name]["value"] < interval["high"]
        assert (interval["over"], interval["resamples"]) == ("items", 200)
    turned = [item[::-1] for item in items[::-1]]
    assert bootstrap_labels(turned, kind, level, plan) == found


@each_kind
def test_too_few_items_have_no_interval(kind: Kind, level: Level) -> None:
    item: Answers = [(labels_of(kind)[0],)] * 2
    for items in ([], [item]):
        for interval in bootstrap_labels(items, kind, level).values():
            assert interval["low"] is None
            assert "at least two" in str(interval["reason"])
    for interval in (bootstrap_labels([item, item], kind, level)["alpha"],):
        assert interval["reason"] == "The figure itself is undefined."
