"""Intervals of label figures: each resample's figures equal those of its items, recomputed."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.bootstrap import Plan
from agreement.tally import Tally
from agreement.votes.label_figures import Kind, Level, label_contribution, label_figures
from agreement.votes.label_intervals import bootstrap_labels, label_estimator
from tests.agreement.slow_labels import Answers
from tests.agreement.test_label_figures import each_kind, items_of, labels_of


@pytest.mark.long
@each_kind
@given(data=st.data())
def test_figures_of_weights_are_those_of_repeated_items(
    kind: Kind, level: Level, data: st.DataObject
) -> None:
    items = [item for item in data.draw(items_of(kind)) if item]
    items.sort(key=lambda item: sorted(tuple(sorted(answer)) for answer in item))
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(items), max_size=len(items)))
    estimate, units = label_estimator(items, kind, level)
    assert units == len(items)
    if not items:
        return
    drawn = [item for item, times in zip(items, weights, strict=True) for _ in range(times)]
    state = Tally.total(label_contribution(item, kind, level, labels_of(kind)) for item in drawn)
    expected: Any = label_figures(state)
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
    state = Tally.total(label_contribution(item, kind, level, labels_of(kind)) for item in items)
    figures: Any = label_figures(state)
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
