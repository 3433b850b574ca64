"""Intervals: every resample equals the slow reference's, and known properties of a mean's
interval."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.bootstrap import Floats, Method, Plan, bootstrap
from agreement.sampling import Draws, random_trees
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import POWERS
from agreement.segmentation.figures import contribution, figures
from agreement.segmentation.intervals import (
    PeopleEntailment,
    bootstrap_entailment,
    bootstrap_segmentation,
    with_intervals,
)
from agreement.segmentation.resampling import AnnotatorResampling, TextResampling, group_texts
from agreement.segmentation.vectors import Kind
from agreement.tally import Tally
from tests.agreement import slow, strategies
from tests.agreement.test_alpha import FLATS, KINDS, NESTEDS

PLANS = [Plan(method="bca"), Plan(method="percentile")]
ENDS = ("low", "high")
FEW = Plan(resamples=50)


def figures_of(kind: Kind, campaign: Sequence[Sequence[Vector]]) -> list[Fraction | None]:
    """Return alpha by texts, alpha by annotations and S, for each power, from the definitions."""
    found: list[Fraction | None] = [
        slow.alpha(campaign, k, weights)
        for weights in ("items", "annotations")
        for k in POWERS[kind]
    ]
    return found + [slow.agreement_over_chance(campaign, kind, k)[0] for k in POWERS[kind]]


def equal(row: Any, exact: list[Fraction | None]) -> bool:
    expected = [np.nan if figure is None else float(figure) for figure in exact]
    return np.allclose(row, expected, rtol=1e-11, atol=1e-11, equal_nan=True)


@pytest.mark.long
@settings(max_examples=40)
@given(st.data(), KINDS)
def test_a_resample_is_the_campaign_of_the_texts_drawn(data: st.DataObject, kind: Kind) -> None:
    campaign = data.draw(strategies.campaigns(kind, longest=5, most=4).filter(slow.compared))
    groups, _ = group_texts(campaign)
    texts = [[tuple(v) for v in text] for group in groups for text in group.vectors.tolist()]
    assert sorted(texts) == sorted(sorted(text) for text in slow.compared(campaign))
    draw = st.lists(st.integers(0, len(texts) - 1), min_size=len(texts), max_size=len(texts))
    drawn = data.draw(draw)
    weights = np.bincount(drawn, minlength=len(texts)).astype(float)[None]
    copies = [texts[number] for number in drawn]
    assert equal(TextResampling(kind, groups)(weights)[0], figures_of(kind, copies))


def by_annotators(
    kind: Kind, k: int, texts: list[list[tuple[Vector, int]]], times: Sequence[int]
) -> list[Fraction | None]:
    """Count every pair of annotations as often as both annotators were sampled, and never a pair of
    copies."""
    within, by_count, shares, drawn = Fraction(0), Fraction(0), Fraction(0), 0
    left = 0
    for text in texts:
        pairs = [
            (times[i] * times[j], slow.distance(a, b, k), slow.apart(a, b, k))
            for x, (a, i) in enumerate(text)
            for y, (b, j) in enumerate(text)
            if x != y and times[i] and times[j]
        ]
        if not pairs:
            continue
        n, c, number = len(text[0][0]) + 1, len(text), sum(w for w, _, _ in pairs)
        mean = sum((w * d for w, d, _ in pairs), Fraction(0)) / number / 2
        close = sum((w * slow.p_at_least(kind, n, k, x) for w, _, x in pairs), Fraction(0))
        here = sum(times[i] for _, i in text)
        within, by_count = within + mean, by_count + here * mean
        shares, drawn, left = shares + (1 + (c - 1) * close / number) / c, drawn + here, left + 1
    everything = [entry for text in texts for entry in text]
    total, pairs_drawn = Fraction(0), 0
    for x, (a, i) in enumerate(everything):
        for y, (b, j) in enumerate(everything):
            if x != y:
                total += times[i] * times[j] * slow.distance(a, b, k)
                pairs_drawn += times[i] * times[j]
    if not left:
        return [None] * 3
    total = total / pairs_drawn / 2
    alphas = [1 - within / left / total, 1 - by_count / drawn / total] if total else [None, None]
    return [*alphas, shares / left]


@pytest.mark.long
@settings(max_examples=40)
@given(st.data(), KINDS)
def test_a_resample_of_annotators(data: st.DataObject, kind: Kind) -> None:
    campaign = data.draw(strategies.campaigns(kind, longest=5, most=4).filter(slow.compared))
    people = [data.draw(st.permutations(range(4)))[: len(item)] for item in campaign]
    groups, annotators = group_texts(campaign, people)
    times = data.draw(st.lists(st.integers(0, 2), min_size=annotators, max_size=annotators))
    texts = [
        [(tuple(vector), name) for vector, name in zip(*text, strict=True)]
        for group in groups
        for text in zip(group.vectors.tolist(), group.annotators.tolist(), strict=True)
    ]
    row = AnnotatorResampling(kind, groups, annotators)(np.array([times], dtype=float))[0]
    parts = [by_annotators(kind, k, texts, times) for k in POWERS[kind]]
    assert equal(row, [part[i] for i in range(3) for part in parts])


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize(("kind", "campaign"), [("flat", FLATS), ("nested", NESTEDS)])
def test_intervals_hold_the_figures(kind: Kind, campaign: list[list[Vector]], plan: Plan) -> None:
    items = [*campaign, *(item[::2] for item in campaign), *(item[1::2] for item in campaign)]
    found = bootstrap_segmentation(kind, items, plan=plan)
    whole = figures(kind, Tally.total(contribution(kind, item) for item in items))
    shows: Any = with_intervals(whole, found)
    for name in ("alpha", "alpha_annotations", "S"):
        for figure in shows[name].values():
            interval = figure["interval"]
            assert interval["low"] <= figure["value"] <= interval["high"]
            assert interval["method"] == plan.method
    json.dumps(shows, allow_nan=False)


def test_the_same_whatever_the_order_of_texts_and_annotations() -> None:
    items = [*FLATS, *(item[::2] for item in FLATS)]
    backwards = [item[::-1] for item in items[::-1]]
    people = [list(range(len(item))) for item in items]
    assert bootstrap_segmentation("flat", items) == bootstrap_segmentation("flat", backwards)
    assert bootstrap_segmentation("flat", items, annotators=people) == bootstrap_segmentation(
        "flat", backwards, annotators=[names[::-1] for names in people[::-1]]
    )


def test_another_seed_another_interval() -> None:
    items = [*FLATS, *(item[::2] for item in FLATS)]
    one, other = (bootstrap_segmentation("flat", items, plan=Plan(seed=s)) for s in (1, 2))
    assert one != other


def test_long_texts_take_part() -> None:
    draws = Draws(5)
    items = [[tuple(v) for v in random_trees(n, 3, draws).tolist()] for n in (5, 20, 60, 101)]
    found = bootstrap_segmentation("nested", items, plan=FEW)
    assert found["S"]["d2"]["low"] is not None
    only_longest = bootstrap_segmentation("nested", [items[3], items[3]], plan=FEW)
    assert only_longest["alpha"]["d1"]["low"] is not None
    assert only_longest["S"]["d1"]["reason"] == "The figure itself is undefined."


@pytest.mark.parametrize("items", [[], [[(1, 0)]], [[(), ()]], [[(1, 0), (0, 1)]]])
def test_too_few_texts(items: list[list[Vector]]) -> None:
    for part in bootstrap_segmentation("flat", items).values():
        assert part["d1"]["low"] is part["d1"]["high"] is None
        assert part["d1"]["reason"] == "An interval over texts needs at least two of them."


def test_all_alike_has_no_interval_of_alpha() -> None:
    found = bootstrap_segmentation("flat", [[(1, 0)] * 3] * 4)
    assert found["alpha"]["d1"]["reason"] == "The figure itself is undefined."
    assert (found["S"]["d1"]["low"], found["S"]["d1"]["high"]) == (1, 1)


def test_resamples_without_variance_are_counted() -> None:
    alike, apart = [(1, 0), (1, 0)], [(1, 0), (0, 1)]
    few: Any = bootstrap_segmentation("flat", [alike, alike, apart, apart, apart])["alpha"]["d1"]
    assert 0 < few["undefined"] < 50
    many: Any = bootstrap_segmentation("flat", [alike, alike, alike, apart])["alpha"]["d1"]
    assert many["low"] is None
    assert "1000 resamples" in many["reason"]


@pytest.mark.long
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_nine_of_ten_intervals_of_a_skewed_mean_hold_it(method: Method) -> None:
    """200 samples of 40 from an exponential distribution, whose mean is 1."""
    random, covering = np.random.default_rng(1), 0
    sample = np.zeros(40)

    def mean_of(weights: Floats) -> Floats:
        mean: Floats = weights @ sample / weights.sum(axis=1)
        return mean[:, None]

    for _ in range(200):
        sample[:] = random.exponential(size=40)
        plan = Plan(level=0.9, method=method, resamples=400)
        [mean] = bootstrap(mean_of, 40, plan)
        low, high = mean["low"], mean["high"]
        assert isinstance(low, float)
        assert isinstance(high, float)
        covering += low <= 1 <= high
    assert 165 <= covering <= 193


def test_bca_shifts_where_the_figure_is_skewed() -> None:
    """Efron and Tibshirani, Table 14.2: the variance of 26 spatial test scores, 90 %.

    Percentile (100.8, 233.9), BCa (115.8, 259.6), each from 2,000 resamples.
    """
    scores = [48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41]
    a = np.array([*scores, 24, 26, 30, 41], dtype=float)

    def variance(weights: Any) -> Any:
        mean = weights @ a / weights.sum(axis=1)
        return ((weights @ a**2) / weights.sum(axis=1) - mean**2)[:, None]

    plans = (Plan(0.9, method, 20_000) for method in ("percentile", "bca"))
    ends = [found[end] for [found] in (bootstrap(variance, 26, p) for p in plans) for end in ENDS]
    assert ends == pytest.approx([100.8, 233.9, 115.8, 259.6], rel=0.04)


@pytest.mark.long
@given(st.lists(strategies.shared_texts(longest=5), min_size=2, max_size=5))
def test_entailment_lies_in_its_interval(texts: list[tuple[list[Vector], list[Vector]]]) -> None:
    found = bootstrap_entailment(texts, plan=Plan(method="percentile", resamples=200, level=0.99))
    shares = [
        sum(slow.entails(nested, flat) for flat in flats for nested in nesteds)
        / (len(flats) * len(nesteds))
        for flats, nesteds in texts
    ]
    low, high = found["low"], found["high"]
    assert isinstance(low, float)
    assert isinstance(high, float)
    assert min(shares) - 1e-9 <= low <= high <= max(shares) + 1e-9


@pytest.mark.long
@given(st.data(), st.lists(strategies.shared_texts(longest=5), min_size=1, max_size=4))
def test_entailment_over_annotators(
    data: st.DataObject, texts: list[tuple[list[Vector], list[Vector]]]
) -> None:
    by = [(list(range(len(flats))), list(range(2, 2 + len(nesteds)))) for flats, nesteds in texts]
    resampling = PeopleEntailment(texts, by)
    units = resampling.units
    times = data.draw(st.lists(st.integers(0, 2), min_size=units, max_size=units))
    names = sorted({name for sides in by for side in sides for name in side}, key=str)
    drawn = dict(zip(names, times, strict=True))
    pairs = [
        (drawn[i] * drawn[j], slow.entails(nested, flat))
        for (flats, nesteds), (ones, others) in zip(texts, by, strict=True)
        for flat, i in zip(flats, ones, strict=True)
        for nested, j in zip(nesteds, others, strict=True)
    ]
    number = sum(times for times, _ in pairs)
    expected = sum(times for times, yes in pairs if yes) / number if number else np.nan
    [[found]] = resampling(np.array([times], dtype=float))
    assert found == pytest.approx(expected, nan_ok=True)
    whole = bootstrap_entailment(texts, annotators=by, plan=FEW)
    assert whole["over"] == "annotators"


def test_entailment_of_nothing() -> None:
    assert bootstrap_entailment([([], [])])["reason"]
    assert bootstrap_entailment([([], [])], annotators=[([], [])])["reason"]


def test_annotators_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="one annotator"):
        bootstrap_segmentation("flat", [[(1,), (0,)]], annotators=[[1]])
    with pytest.raises(ValueError, match="one annotator"):
        bootstrap_entailment([([(1,)], [(0,)])], annotators=[(["a", "b"], ["c"])])


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (Plan(level=1.0), "The level is between 0 and 1"),
        (Plan(level=0), "The level is between 0 and 1"),
        (Plan(resamples=0), "There is at least one resample"),
    ],
)
def test_plans_that_are_none(plan: Plan, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        bootstrap_segmentation("flat", FLATS, plan=plan)
