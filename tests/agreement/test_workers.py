"""Workers: one annotator against the others and against the majority, from the definitions; and
time against length."""

import csv
from collections import Counter
from fractions import Fraction
from functools import cache
from statistics import correlation as pearson
from statistics import median, quantiles
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.alpha import alpha
from agreement.segmentation.annotators import ALIKE, ALONE, LONG, Standing, count_text, standing
from agreement.segmentation.annotators import standing_figures as figures_of
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.chance import agreement_over_chance
from agreement.segmentation.counting import POWERS, count_item, take_apart
from agreement.segmentation.vectors import Kind
from agreement.steps import MAX_BINS, step_of
from agreement.tally import Tally
from agreement.votes.consensus import majority
from agreement.votes.dawid_skene import dawid_skene
from agreement.votes.effort import effort_figures, ranks
from agreement.votes.workers import agreement, quartiles
from tests.agreement import slow, strategies
from tests.agreement.test_nominal import RTE

Campaign = list[dict[str, Vector]]  # for each text, the vector of each annotator


@st.composite
def campaigns(draw: st.DrawFn, kind: Kind) -> Campaign:
    """Draw campaigns in which any of six annotators may annotate any text."""
    texts = draw(strategies.campaigns(kind, longest=5, most=6))
    order = draw(st.permutations("abcdef"))
    return [dict(zip(draw(st.permutations(order)), text, strict=False)) for text in texts]


def figures_by_annotator(campaign: Campaign, kind: Kind, k: int) -> dict[str, Standing]:
    state = Tally.total(count_item(kind, list(text.values())) for text in campaign)
    own: dict[str, Tally] = {who: Tally() for text in campaign for who in text}
    for text in campaign:
        for who, share in count_text(list(text.values()), list(text), POWERS[kind]).items():
            own[who] += share
    total = alpha(take_apart(state), k).total
    return {who: standing(tally, total, kind, k) for who, tally in own.items()}


@cache
def by_chance(kind: Kind, n: int, k: int) -> Fraction:
    every = slow.all_vectors(kind, n)
    likely = [slow.p_at_least(kind, n, k, slow.apart(a, b, k)) for a in every for b in every]
    return sum(likely, Fraction(0)) / len(likely)


def slow_figures(
    campaign: Campaign, kind: Kind, k: int, who: str
) -> tuple[Fraction | None, Fraction | None, Fraction | None, int, int]:
    """Return α, S, chance, texts and pairs, pair by pair."""
    shared = [text for text in campaign if who in text and len(text) > 1 and text[who]]
    if not shared:
        return None, None, None, 0, 0
    within, s, chance = [], [], []
    for text in shared:
        others = [vector for other, vector in text.items() if other != who]
        mine, n = text[who], len(text[who]) + 1
        apart = [slow.distance(mine, other, k) for other in others]
        likely = [slow.p_at_least(kind, n, k, slow.apart(mine, other, k)) for other in others]
        within.append(sum(apart, Fraction(0)) / len(others))
        s.append(sum(likely, Fraction(0)) / len(others))
        chance.append(by_chance(kind, n, k))
    means = [sum(one, Fraction(0)) / len(shared) for one in (within, s, chance)]
    total = slow.total([list(text.values()) for text in campaign], k)
    pairs = sum(len(text) - 1 for text in shared)
    return 1 - means[0] / 2 / total if total else None, means[1], means[2], len(shared), pairs


@pytest.mark.long
@pytest.mark.parametrize(("kind", "k"), [("flat", 1), ("nested", 1), ("nested", 2)])
@given(data=st.data())
def test_each_stands_as_the_definition_says(data: st.DataObject, kind: Kind, k: int) -> None:
    campaign = data.draw(campaigns(kind))
    for who, found in figures_by_annotator(campaign, kind, k).items():
        assert (found.alpha, found.s, found.chance, found.texts, found.pairs) == slow_figures(
            campaign, kind, k, who
        )
        assert (found.alpha_reason is None) == (found.alpha is not None)
        assert (found.s_reason is None) == (found.s is not None)


@pytest.mark.long
@given(
    st.integers(2, 5).flatmap(
        lambda c: st.lists(
            st.integers(2, 6).flatmap(
                lambda n: st.lists(strategies.flat(n), min_size=c, max_size=c)
            ),
            min_size=1,
            max_size=5,
        )
    ),
    st.randoms(use_true_random=False),
)
def test_together_they_are_the_campaign(texts: list[list[Vector]], luck: object) -> None:
    """If all texts have equally many annotations, the means weighted by texts are α and S."""
    people = "abcdefg"
    campaign = [
        dict(zip(luck.sample(people, len(text)), text, strict=True))  # type: ignore[attr-defined]
        for text in texts
    ]
    found = figures_by_annotator(campaign, "flat", 1).values()
    counts = take_apart(Tally.total(count_item("flat", text) for text in texts))
    judged = sum(one.texts for one in found)
    s = sum(((one.s or 0) * one.texts for one in found), Fraction(0)) / judged
    assert s == agreement_over_chance(counts, "flat").distinct
    if (whole := alpha(counts).value) is not None:
        assert sum(((one.alpha or 0) * one.texts for one in found), Fraction(0)) / judged == whole


def test_undefined_figures_say_why() -> None:
    alone = figures_of(standing(Tally(), Fraction(1, 3), "flat"))
    assert (alone["alpha"], alone["texts"]) == ({"value": None, "reason": ALONE}, 0)
    own = count_text([(1, 0), (1, 0)], ["a", "b"])["a"]
    alike = standing(own, Fraction(0), "flat")
    assert (alike.alpha, alike.alpha_reason, alike.s_reason) == (None, ALIKE, None)
    tall = tuple(range(100))
    long = standing(count_text([tall, tall[::-1]], ["a", "b"])["a"], Fraction(1, 3), "nested")
    assert (long.s, long.s_reason, long.texts, long.s_texts) == (None, LONG, 1, 0)
    assert long.alpha is not None


def test_annotators_that_do_not_fit_are_refused() -> None:
    for annotators in (["a"], ["a", "a"], ["a", "b", "c"]):
        with pytest.raises(ValueError, match="not one annotator for each"):
            count_text([(1, 0), (0, 1)], annotators)
    assert count_text([(1, 0)], ["a"]) == {}
    assert count_text([(), ()], ["a", "b"]) == {}


Vote = tuple[int, str, str]
VOTES = st.dictionaries(
    st.tuples(st.integers(0, 5), st.sampled_from("abcd")), st.sampled_from("xyz")
).map(lambda votes: [(item, worker, label) for (item, worker), label in votes.items()])


def slow_share(votes: list[Vote], worker: str, own: bool) -> tuple[int, int]:
    agreeing = items = 0
    for item, who, label in votes:
        if who == worker:
            others = [v for i, w, v in votes if i == item and (own or w != worker)]
            winner = majority(others).winner
            items += winner is not None
            agreeing += winner == label
    return agreeing, items


@given(VOTES, st.integers(1, 4))
def test_it_equals_its_slow_twin(votes: list[Vote], least: int) -> None:
    found = agreement(votes, least)
    judged = Counter(worker for _, worker, _ in votes)
    assert set(found.records) == {worker for worker, n in judged.items() if n >= least}
    assert found.left_out == len(judged) - len(found.records)
    assert bool(found.reason) == (not found.records)
    for worker, record in found.records.items():
        assert record.judged == judged[worker]
        assert record.agreement == slow_share(votes, worker, own=True)
        assert record.with_others == slow_share(votes, worker, own=False)


def test_one_s_own_vote_flatters() -> None:
    votes = [(i, who, "x" if who == "a" else "y") for i in range(10) for who in "abc"]
    found = agreement([*votes, *((i, "d", "x") for i in range(10))])
    assert found.records["a"].agreement.value is None  # two against two
    assert found.records["a"].with_others.value == 0
    assert found.quartiles == ()
    assert set(found.quartiles_with_others) == {Fraction(0)}


def test_few_judgments_are_left_out_and_said() -> None:
    found = agreement([(i, "a", "x") for i in range(9)])
    assert (found.records, found.left_out) == ({}, 1)
    assert found.reason == "No worker judged 10 items or more."


@pytest.mark.long
@given(st.lists(st.fractions(0, 1), min_size=2, max_size=9))
def test_quartiles_equal_the_standard_library_s(shares: list[Fraction]) -> None:
    assert list(quartiles(shares)) == quantiles(shares, n=4, method="inclusive")


@pytest.mark.long
@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
def test_real_judgments() -> None:
    """Single judgments are correct on .7291; weighting workers beats the majority's .8969."""
    with RTE.open() as file:
        rows = list(csv.DictReader(file))
    assert sum(row["answer"] == row["gold"] for row in rows) / len(rows) == pytest.approx(
        0.7291, abs=5e-5
    )
    votes = [(row["pair"], row["worker"], row["answer"]) for row in rows]
    found = agreement(votes)
    assert len(found.records) + found.left_out == 164
    first, median, third = map(float, found.quartiles)
    assert 0.5 < first < median < third < 1
    assert all(
        with_others < own
        for own, with_others in zip(found.quartiles, found.quartiles_with_others, strict=True)
    )
    gold = {row["pair"]: row["gold"] for row in rows}
    labels = dawid_skene(votes).labels
    assert sum(labels[pair] == right for pair, right in gold.items()) / 800 > 0.92


ROWS = st.lists(st.tuples(st.integers(1, 400), st.integers(0, 600_000)), min_size=1, max_size=30)


@given(ROWS)
def test_bins_hold_each_judgment_once(rows: list[tuple[int, int]]) -> None:
    found: Any = effort_figures(rows)
    assert found["judgments"] == len(rows)
    assert found["median"] == pytest.approx(median(time / 1000 for _, time in rows))
    assert len(found["bins"]) <= MAX_BINS
    assert sum(one["judgments"] for one in found["bins"]) == len(rows)
    for one in found["bins"]:
        inside = [time / 1000 for words, time in rows if one["from"] <= words <= one["to"]]
        assert one["judgments"] == len(inside)
        assert one["quartiles"][1] == pytest.approx(median(inside))


@given(ROWS)
def test_correlations_equal_the_standard_library_s(rows: list[tuple[int, int]]) -> None:
    found: Any = effort_figures(rows)
    words, times = [list(column) for column in zip(*rows, strict=True)]
    for name, method in (("pearson", "linear"), ("spearman", "ranked")):
        if len(set(words)) < 2 or len(set(times)) < 2:
            assert found[name]["value"] is None
            assert found[name]["reason"]
        else:
            mine = (words, times) if method == "linear" else (ranks(words), ranks(times))
            assert found[name]["value"] == pytest.approx(pearson(*mine), abs=1e-9)


@pytest.mark.long
@given(st.lists(st.integers(0, 9), max_size=12))
def test_ranks_are_the_mean_places(values: list[int]) -> None:
    ordered = sorted(values)
    for value, doubled in zip(values, ranks(values), strict=True):
        places = [place for place, other in enumerate(ordered, 1) if other == value]
        assert doubled * len(places) == 2 * sum(places)


@given(st.integers(1, 10**6))
def test_steps_are_round_and_wide_enough(longest: int) -> None:
    step = step_of(longest)
    assert step * MAX_BINS >= longest
    assert str(step).rstrip("0") in {"1", "2", "5"}


def test_no_time_is_named() -> None:
    found: Any = effort_figures([])
    assert found["median"] is None
    assert found["pearson"]["reason"] == "No judgment has both a time and a length."


def test_sums_of_long_times_are_exact() -> None:
    """Squares of these times do not fit in 64 bits."""
    rows = [(number, 2**40 + number * 2**33) for number in range(1, 6)]
    found: Any = effort_figures(rows)
    assert found["pearson"]["value"] == 1.0
