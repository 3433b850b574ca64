"""Figures of spans equal published ones and those of a slow reference, and their state is
additive."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.spans.consensus import span_votes, word_spans
from agreement.spans.counting import Answer, span_contribution
from agreement.spans.figures import span_figures, span_item_summary
from agreement.spans.intervals import NAMES, bootstrap_spans, span_estimator
from agreement.spans.unitizing import Continuum, Unit, counted, expected_of, observed_of, unit_alpha
from agreement.spans.workers import workers_of
from agreement.tally import Tally
from tests.agreement import slow_spans as slow
from tests.agreement.strategies import LABELS, answers_to
from tests.helpers.tiers import by_tier


@st.composite
def texts(draw: st.DrawFn) -> tuple[list[Answer], int]:
    length = draw(st.integers(1, 9))
    return draw(st.lists(answers_to(length), min_size=1, max_size=4)), length


def state_of(many: Sequence[tuple[list[Answer], int]]) -> Tally:
    return Tally.total(span_contribution(answers, length) for answers, length in many)


@pytest.mark.parametrize(
    ("units", "printed"),
    [
        ([[(2, 10), (14, 20)], [(4, 8), (15, 17)]], "0.03125"),
        ([[(0, 18)], [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 9), (9, 10)]], "2.26736"),
        (
            [
                [(2, 8), (10, 12), (14, 18), (20, 22)],
                [(0, 2), (4, 8), (10, 14), (16, 18), (20, 22)],
            ],
            "0.02778",
        ),
        (
            [
                [(0, 2), (2, 10), (10, 14), (14, 20), (20, 24)],
                [(0, 4), (4, 8), (8, 15), (15, 17), (17, 24)],
            ],
            "0.38715",
        ),
    ],
)
def test_observed_disagreements_of_krippendorff_1995(units: list[list[Unit]], printed: str) -> None:
    """Page 57: A to D, each marked by two observers on 24 positions; .02778 is printed as .0277."""
    found = observed_of(counted(units, 24), Continuum(24, 48))
    assert f"{float(found):.5f}" == printed


def test_the_example_of_krippendorff_2004() -> None:
    """Pages 254 to 256: printed to four places."""
    c = counted([[(75, 145), (220, 250)], [(70, 150), (205, 225), (250, 270)]], 300)
    k = counted([[(30, 90), (150, 200)], [(30, 90), (150, 200)]], 300)
    whole = Continuum(300, 600)
    observed = [observed_of(one, whole) for one in (c, k)]
    expected = [expected_of(one, whole) for one in (c, k)]
    assert observed == [Fraction(2600, 2 * 300**2), 0]
    assert [f"{float(one):.4f}" for one in expected] == ["0.0532", "0.0490"]
    assert unit_alpha([c, k], whole).value == 1 - sum(observed) / sum(expected)


def test_more_of_the_same_texts_change_nothing_that_is_observed() -> None:
    """Alpha approaches a limit, as pairs of a unit with itself weigh less."""
    one: list[Answer] = [((0, 2, "a"),), ((1, 3, "a"), (5, 6, "b"))]
    found = [span_figures(state_of([(one, 8)] * times)) for times in (1, 10, 100)]
    assert len({figures["exact"]["exact"] for figures in found}) == 1
    alphas = [figures["alpha"]["value"] or 0 for figures in found]
    assert abs(alphas[2] - alphas[1]) < abs(alphas[1] - alphas[0])


@settings(max_examples=by_tier(quick=50, long=200))
@given(st.lists(texts(), max_size=4))
def test_the_figures_are_those_of_the_slow_twin(many: list[tuple[list[Answer], int]]) -> None:
    found = span_figures(state_of(many))
    for name, twin in (
        ("alpha", slow.alpha(many, LABELS)),
        ("coincidence", slow.of_places(many, stretched=True)),
        ("places", slow.of_places(many, stretched=False)),
        ("exact", slow.shared(many, exactly=True)),
        ("partial", slow.shared(many, exactly=False)),
    ):
        exact = found[name]["exact"]  # type: ignore[literal-required]
        assert (None if exact is None else Fraction(exact)) == twin, name
        assert (exact is None) == bool(found[name].get("reason")), name  # type: ignore[literal-required]
    for one in found["labels"]:
        exact = one["alpha"]["exact"]
        assert (None if exact is None else Fraction(exact)) == slow.alpha(many, [one["label"]])


@pytest.mark.long
@given(texts())
def test_consensus_is_that_of_the_slow_twin(text: tuple[list[Answer], int]) -> None:
    answers, length = text
    assert word_spans(answers) == slow.word_spans(answers, length)
    assert span_votes(answers).chosen == slow.votes(answers)
    summary = span_item_summary(answers, length)
    assert [tuple(span) for span in summary["words"]] == word_spans(answers)


@pytest.mark.long
@given(st.lists(texts(), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_the_state_is_the_same_in_any_order_and_forgets_what_is_withdrawn(
    many: list[tuple[list[Answer], int]], luck: Random
) -> None:
    whole = state_of(many)
    shuffled = [(luck.sample(answers, len(answers)), length) for answers, length in many]
    luck.shuffle(shuffled)
    assert state_of(shuffled) == whole
    assert all(isinstance(count, int) and count for count in whole.values())
    (answers, length), *others = many
    without = whole - span_contribution(answers, length) + span_contribution(answers[1:], length)
    assert without == state_of([(answers[1:], length), *others])
    assert whole - state_of(many) == {}


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        (((0, 6, "a"),), "is not a span of 5 places"),
        (((2, 2, "a"),), "is not a span of 5 places"),
        (((-1, 2, "a"),), "is not a span of 5 places"),
        (((0, 1, "a|b"),), "contains a bar"),
        (((0, 1, "a"), (0, 1, "a")), "a span twice"),
    ],
)
def test_what_is_no_answer_is_refused(spans: Answer, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        span_contribution([spans], 5)


def test_undefined_figures_say_why() -> None:
    nothing = span_figures(Tally())
    assert nothing["alpha"]["value"] is None
    assert nothing["alpha"].get("reason") == "No text has two judgments."
    empty = span_figures(state_of([([(), ()], 5)]))
    for name in ("alpha", "coincidence", "places", "exact", "partial"):
        assert "Nobody marked anything" in str(empty[name].get("reason"))
    assert empty["pairwise"]["exact"] == "1/1"
    every: Answer = tuple((place, place + 1, "a") for place in range(4))
    alike = span_figures(state_of([([every, every], 4)]))
    assert "no variety" in str(alike["alpha"].get("reason"))
    alone = span_figures(state_of([([every], 4)]))
    assert (alone["one_judgment"], alone["given"]["spans"]) == (1, 4)
    assert alone["labels"][0]["alpha"].get("reason") == "No text has two judgments."


@pytest.mark.long
@settings(max_examples=50)
@given(st.lists(texts(), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_the_weighed_figures_are_those_of_texts_given_as_often(
    many: list[tuple[list[Answer], int]], luck: Random
) -> None:
    """Check what the bootstrap resamples: each text as many times as its weight says."""
    states = [span_contribution(answers, length) for answers, length in many]
    order = sorted(range(len(many)), key=lambda at: sorted(states[at].items()))
    weights = [luck.randint(0, 3) for _ in many]
    estimate, count = span_estimator(states)
    assert count == len(many)
    [found] = estimate(np.array([[weights[at] for at in order]], dtype=np.float64))
    repeated = [text for text, times in zip(many, weights, strict=True) for _ in range(times)]
    figures = span_figures(state_of(repeated))
    for name, value in zip(NAMES, found.tolist(), strict=True):
        wanted = figures[name]["value"]  # type: ignore[literal-required]
        assert np.isnan(value) if wanted is None else value == pytest.approx(wanted), name


def test_intervals_need_two_texts_and_hold_their_figure() -> None:
    one: list[Answer] = [((0, 2, "a"),), ((0, 2, "a"),), ((1, 2, "a"),)]
    other: list[Answer] = [((0, 1, "b"),), (), ((0, 1, "b"),)]
    few = bootstrap_spans([span_contribution(one, 6)])
    assert set(few) == set(NAMES)
    assert "needs at least two" in str(few["alpha"]["reason"])
    many = [span_contribution(answers, 6) for answers in [one, other] * 12]
    found, value = bootstrap_spans(many), span_figures(Tally.total(many))["alpha"]["value"]
    assert found == bootstrap_spans(list(reversed(many)))
    low, high = found["alpha"]["low"], found["alpha"]["high"]
    assert isinstance(low, float)
    assert isinstance(high, float)
    assert low < (value or 0) < high


def test_a_worker_is_compared_with_others_and_with_what_is_known() -> None:
    votes: list[tuple[str, str, Answer]] = [
        ("t", "v", ((0, 2, "a"),)),
        ("t", "w", ((0, 3, "a"), (4, 5, "b"))),
        ("t", "x", ()),
        ("u", "v", ()),
    ]
    v, w, x = workers_of(votes, {"t": ((0, 2, "a"),)})
    assert [one["worker"] for one in (v, w, x)] == ["v", "w", "x"]
    assert [one["judged"] for one in (v, w, x)] == [2, 1, 1]
    assert (v["exact"]["exact"], v["partial"]["exact"]) == ("0/1", "1/2")
    assert (w["exact"]["exact"], w["partial"]["exact"]) == ("0/1", "2/5")
    assert (v["gold_exact"]["exact"], w["gold_exact"]["exact"]) == ("1/1", "0/1")
    [alone] = workers_of([("t", "v", ())], {})
    assert "No other worker" in str(alone["exact"].get("reason"))
