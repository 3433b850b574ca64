"""Paired intervals and exact tests of two sides, each against its slow reference: resampled lists
of items, and all sign assignments of the differences."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.segmentation import figures as segmentation
from agreement.segmentation.compare import Sides, alpha_between
from agreement.segmentation.counting import POWERS
from agreement.segmentation.side_resampling import SideResampling
from agreement.segmentation.vectors import Kind
from agreement.sides.answer_resampling import resample_labels, resample_marks
from agreement.sides.between import alpha_between as votes_between
from agreement.sides.between import interval_apart, mean_between, ordinal_apart
from agreement.sides.paired import MAX_SUM, all_signs, paired, sign_test
from agreement.tally import Tally
from agreement.votes.label_figures import label_contribution, label_figures
from agreement.votes.nominal import count_unit, nominal_alpha
from tests.agreement import strategies
from tests.helpers.tiers import by_tier

DIFFERENCES = st.lists(
    st.fractions(min_value=-3, max_value=3, max_denominator=6), min_size=1, max_size=9
)


def near(found: Any, wanted: Any) -> None:
    want = [np.nan if value is None else float(value) for value in wanted]
    assert found == pytest.approx(want, abs=1e-9, nan_ok=True)


@given(DIFFERENCES)
def test_all_signs_are_gone_through(apart: list[Fraction]) -> None:
    moved = [one for one in apart if one]
    found = paired(apart, [Fraction(0)] * len(apart))
    if not moved:
        assert found.p_all_signs is None
        return
    sums = [
        sum((sign * one for sign, one in zip(signs, moved, strict=True)), Fraction(0))
        for signs in product((1, -1), repeat=len(moved))
    ]
    far = sum(abs(one) >= abs(sum(moved, Fraction(0))) for one in sums)
    assert found.p_all_signs == pytest.approx(far / len(sums))


@pytest.mark.long
@given(st.integers(0, 9), st.integers(0, 9))
def test_fair_coins_are_thrown(higher: int, lower: int) -> None:
    n = higher + lower
    heads = [sum(coins) for coins in product((0, 1), repeat=n)]
    tails = [sum(h >= higher for h in heads), sum(h <= higher for h in heads)]
    assert sign_test(higher, lower) == pytest.approx(min(1, 2 * min(tails) / len(heads)))


def test_of_yes_and_no_both_tests_are_mcnemars() -> None:
    ones, others = [Fraction(1)] * 9 + [Fraction(0)] * 3, [Fraction(0)] * 7 + [Fraction(1)] * 5
    found = paired(ones, others)
    assert found.binary
    assert (found.higher, found.lower) == (7, 3)
    assert found.p_sign == pytest.approx(found.p_all_signs) == 0.34375


def test_too_much_work_is_not_begun() -> None:
    assert all_signs([Fraction(MAX_SUM), Fraction(1)]) is None
    huge = [Fraction(10**9 + step, 7) for step in range(50)]
    assert all_signs(huge) is None
    assert "too many decimals" in str(paired(huge, [Fraction(0)] * 50).reason)


@st.composite
def drawn_texts(draw: st.DrawFn) -> tuple[Kind, list[Sides], list[int]]:
    kind: Kind = draw(st.sampled_from(["flat", "nested"]))
    lengths = draw(st.lists(st.integers(2, 5), min_size=1, max_size=5))
    side = [st.lists(strategies.vectors(kind, n), min_size=1, max_size=3) for n in lengths]
    texts: list[Sides] = [(draw(one), draw(one)) for one in side]
    weights = draw(st.lists(st.integers(0, 2), min_size=len(texts), max_size=len(texts)))
    return kind, texts, weights if any(weights) else [1] * len(texts)


@settings(max_examples=by_tier(quick=50, long=60))
@given(drawn_texts())
def test_segmentations_drawn_twice_count_twice(drawn: tuple[Kind, list[Sides], list[int]]) -> None:
    kind, texts, weights = drawn
    found = SideResampling(kind, texts)(np.array([weights], dtype=np.float64))[0]
    resample = [text for text, times in zip(texts, weights, strict=True) for _ in range(times)]

    def alphas(items: Sequence[Any]) -> list[float | None]:
        state = Tally.total(segmentation.contribution(kind, item) for item in items)
        made = segmentation.figures(kind, state)["alpha"]
        return [made[f"d{k}"]["value"] for k in POWERS[kind]]

    crowd, gold = (alphas(side) for side in zip(*resample, strict=True))
    wanted: list[Any] = [*crowd, *gold, *alphas([[*a, *b] for a, b in resample])]
    wanted += [alpha_between(resample, k).value for k in POWERS[kind]]
    wanted += [None if a is None or b is None else a - b for a, b in zip(crowd, gold, strict=True)]
    near(found, wanted)


ANSWERS: dict[str, st.SearchStrategy[tuple[str, ...]]] = {
    "one": st.tuples(st.sampled_from("123")),
    "scale": st.tuples(st.sampled_from("123")),
    "any": st.lists(st.sampled_from("123"), unique=True).map(lambda one: tuple(sorted(one))),
}
KINDS = [("one", "nominal"), ("any", "nominal"), ("scale", "ordinal"), ("scale", "interval")]


@pytest.mark.long
@settings(max_examples=by_tier(quick=50, long=100))
@given(st.data(), st.sampled_from(KINDS))
def test_labels_that_are_drawn_twice_are_there_twice(data: Any, which: tuple[Any, Any]) -> None:
    kind, level = which
    side = st.lists(ANSWERS[kind], min_size=1, max_size=3)
    items = data.draw(st.lists(st.tuples(side, side), min_size=1, max_size=4))
    weights = data.draw(st.lists(st.integers(1, 2), min_size=len(items), max_size=len(items)))
    ones, others = (list(each) for each in zip(*items, strict=True))
    estimate = resample_labels(ones, others, kind, level, "123")
    found = estimate(np.array([weights], dtype=np.float64))[0]
    resample = [item for item, times in zip(items, weights, strict=True) for _ in range(times)]
    crowd, gold = (list(each) for each in zip(*resample, strict=True))

    def alpha(answers: Sequence[Any]) -> float | None:
        state = Tally.total(label_contribution(item, kind, level, "123") for item in answers)
        value: float | None = label_figures(state)["alpha"]["value"]
        return value

    together = [[*a, *b] for a, b in resample]
    near(found, [alpha(crowd), alpha(gold), alpha(together), slow_between(resample, kind, level)])


def slow_between(items: Sequence[Any], kind: str, level: str) -> Fraction | None:
    if kind == "any":
        return mean_between(items, "123").value
    units = [(Counter(a[0] for a in one), Counter(b[0] for b in other), 1) for one, other in items]
    if kind == "one":
        return votes_between(units).value
    apart: Callable[[str, str], Fraction] = (
        interval_apart if level == "interval" else ordinal_apart(units)
    )
    return votes_between(units, apart).value


MARKS = st.tuples(st.integers(0, 3), st.integers(0, 2))


@pytest.mark.long
@given(st.lists(st.lists(MARKS, min_size=1, max_size=4), min_size=1, max_size=3), st.data())
def test_documents_that_are_drawn_twice_are_there_twice(documents: Any, data: Any) -> None:
    """One side has three annotators, the other two."""
    weights = [data.draw(st.integers(1, 2)) for _ in documents]
    rows = [(*marks, at) for at, sentences in enumerate(documents) for marks in sentences]
    ones = np.array([(a, 3) for a, _, _ in rows], dtype=np.float64)
    others = np.array([(b, 2) for _, b, _ in rows], dtype=np.float64)
    estimate = resample_marks(ones, others, [at for *_, at in rows])
    found = estimate(np.array([weights], dtype=np.float64))[0]
    resample = [row for row in rows for _ in range(weights[row[2]])]

    def alpha(counts: Sequence[tuple[int, int]]) -> Fraction | None:
        units = (count_unit(["yes"] * yes + ["no"] * (n - yes)) for yes, n in counts)
        return nominal_alpha(Tally.total(units)).value

    between = votes_between(
        ({"yes": a, "no": 3 - a}, {"yes": b, "no": 2 - b}, 1) for a, b, _ in resample
    )
    near(
        found,
        [
            alpha([(a, 3) for a, _, _ in resample]),
            alpha([(b, 2) for _, b, _ in resample]),
            alpha([(a + b, 5) for a, b, _ in resample]),
            between.value,
        ],
    )
