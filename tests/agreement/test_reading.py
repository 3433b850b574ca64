"""The reading test: its ranks, its bets, and that habits are certified at most once in twenty."""

from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.reading.betting import ODDS, fixed_time_p, log_wealth
from agreement.reading.coordinates import SPAN, of_nested
from agreement.reading.ranks import (
    Answers,
    Plan,
    Rank,
    ranks_as_they_came,
    ranks_of_all,
    ranks_of_twins,
)
from agreement.reading.status import course_of, standing_of
from agreement.reading.trial import Crowd, from_elsewhere, reader, trial
from agreement.segmentation.boundaries import parse_nested
from tests.agreement import slow_reading as slow
from tests.agreement.strategies import nested

surprises = st.fractions(0, 60, max_denominator=50)


@st.composite
def works(draw: st.DrawFn) -> Answers:
    """Draw answers of some workers to texts of two strata, in any order, without repeats."""
    strata = draw(st.lists(st.sampled_from("ab"), min_size=1, max_size=7))
    cells = [(text, who) for text in range(len(strata)) for who in range(5)]
    order = draw(st.permutations(cells))[: draw(st.integers(0, len(cells)))]
    answers = [
        draw(st.tuples(*[st.integers(0, 1)] * (2 + (strata[text] == "a")))) for text, _ in order
    ]
    return Answers(
        [text for text, _ in order],
        [who for _, who in order],
        answers,
        strata,
        strata_names(strata),
    )


def strata_names(strata: list[str]) -> list[str]:
    return [f"text {number} of {stratum}" for number, stratum in enumerate(strata)]


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    answers = draw(st.integers(2, 5))
    return Plan(
        answers,
        draw(st.integers(1, answers - 1)),
        draw(st.integers(1, 6)),
        draw(st.integers(0, 99)),
        draw(st.integers(0, 4)),
    )


@pytest.mark.long
@given(st.integers(0, 60), surprises)
def test_wealth_is_its_series(bets: int, surprise: Fraction) -> None:
    exact = slow.wealth(bets, surprise)
    assert float(log_wealth(bets, float(surprise))) == pytest.approx(log(exact), abs=1e-9)


@pytest.mark.parametrize("bets", [0, 1, 7, 400, 30_000])
@pytest.mark.parametrize("surprise", [0.0, 1e-9, 1.0, 400.5, 30_001.5, 90_000.0])
def test_wealth_of_much_work_is_close_to_the_best_purse(bets: int, surprise: float) -> None:
    found = float(log_wealth(bets, surprise))
    best = max(
        bets * log(power) + surprise * (1 - power)
        for power in np.linspace(1e-4, 1, 10_001).tolist()
    )
    assert best - log(bets + 2) - log(surprise + 2) - 1 <= found <= best + 1e-6


@pytest.mark.long
@given(st.integers(2, 30), st.floats(0.0, 20.0))
def test_the_mean_of_the_next_stake_is_the_stake_now(bets: int, surprise: float) -> None:
    """A martingale: the mean over a uniform next p, by the midpoints of a fine grid in -log p."""
    at = (np.arange(200_000) + 0.5) / 1_000
    next_one = np.exp(log_wealth(bets + 1, surprise + at) - at - log_wealth(bets, surprise))
    assert next_one.sum() / 1_000 == pytest.approx(1, rel=0.02)


@given(st.integers(1, 20), st.fractions(0, 30, max_denominator=9))
def test_the_fixed_time_p_is_fishers(bets: int, surprise: Fraction) -> None:
    s = float(surprise)
    terms, term = 0.0, 1.0
    for i in range(bets):
        terms, term = terms + term, term * s / (i + 1)
    assert fixed_time_p(bets, s) == pytest.approx(min(1.0, exp(-s) * terms), rel=1e-9)


def test_numbers_out_of_range_are_refused() -> None:
    for bets, surprise in ((-1, 0.0), (1, -0.1), (1, float("nan")), (1, float("inf"))):
        with pytest.raises(ValueError, match=r"finite|below zero"):
            log_wealth(bets, surprise)
    with pytest.raises(ValueError, match="negative"):
        fixed_time_p(-1, 1.0)
    for plan in (Plan(2, 2), Plan(2, 0), Plan(3, 1, 0)):
        with pytest.raises(ValueError, match="text"):
            ranks_as_they_came(Answers([], [], [], [], []), plan)
    twice = Answers([0, 0], [1, 1], [(0,), (1,)], ["a"], ["text"])
    for ranks in (ranks_as_they_came, ranks_of_all):
        with pytest.raises(ValueError, match="twice"):
            ranks(twice, Plan(2, 1))


@given(works(), plans())
def test_ranks_equal_those_of_the_definition(work: Answers, plan: Plan) -> None:
    assert [tuple(one) for one in ranks_as_they_came(work, plan)] == slow.ranks_as_they_came(
        work, plan
    )
    assert [tuple(one) for one in ranks_of_all(work, plan)] == slow.ranks_of_all(work, plan)


@given(works(), plans(), st.sets(st.integers(0, 4), min_size=1), st.integers(0, 4))
def test_twins_are_ranked_by_others(work: Answers, plan: Plan, twins: set[int], one: int) -> None:
    """A worker without twins is ranked as before; twins are not compared with one another."""
    own = [rank for rank in ranks_as_they_came(work, plan) if work.workers[rank.answer] == one]
    assert ranks_of_twins(work, plan, {one}) == own
    twins |= {one}
    other = [
        [1 - value for value in answer] if who in twins - {one} else answer
        for answer, who in zip(work.coordinates, work.workers, strict=True)
    ]
    found, same = (
        [rank for rank in ranks_of_twins(each, plan, twins) if work.workers[rank.answer] == one]
        for each in (work, work._replace(coordinates=other))
    )
    assert found == same
    assert {work.workers[rank.answer] for rank in ranks_of_twins(work, plan, twins)} <= twins


@pytest.mark.long
@given(works(), plans(), st.integers(0, 40))
def test_what_comes_later_changes_no_rank(work: Answers, plan: Plan, until: int) -> None:
    first = work._replace(
        texts=work.texts[:until], workers=work.workers[:until], coordinates=work.coordinates[:until]
    )
    made = ranks_as_they_came(first, plan)
    assert ranks_as_they_came(work, plan)[: len(made)] == made


@given(st.integers(2, 9).flatmap(nested))
def test_trees_are_as_many_groups(heights: tuple[int, ...]) -> None:
    groups = [divmod(group, SPAN) for group in of_nested(heights)]
    assert len(set(groups)) == len(heights)
    assert (0, len(heights)) in groups
    for boundary, (first, last) in enumerate(groups):
        assert first <= boundary < last
        assert heights[boundary] == max(heights[first:last])


def test_groups_of_a_printed_tree() -> None:
    groups = of_nested(parse_nested("((apply first) ((aid course) (on line)))"))
    assert [divmod(group, SPAN) for group in groups] == [(0, 1), (0, 5), (2, 3), (2, 5), (4, 5)]


def test_both_sides_are_the_same_bet_turned_round() -> None:
    ranks = [Rank(number, 0, 0, 9, p) for number, p in enumerate((0.1, 0.4, 0.8))]
    turned = [one._replace(p=1 - one.p) for one in ranks]
    assert course_of(ranks).against == pytest.approx(course_of(turned).stakes)
    assert standing_of([Rank(0, 9, 0, 9, 1.0)]).log_against < 100


def test_more_workers_take_more_to_be_distinguished_from() -> None:
    against = [Rank(number, 9, 0, 9, 0.96) for number in range(5)]
    found = standing_of(against)
    assert log(ODDS) < found.highest_against < log(ODDS * 20)
    assert (found.state(1), found.state(20)) == ("other", "open")


def some_crowd(texts: int, width: int, seed: int) -> list[list[list[int]]]:
    """Return readers' answers: each boundary of a text has its own probability."""
    random = np.random.default_rng(seed)
    chances = random.choice([0.1, 0.5, 0.9], size=(texts, 4))
    drawn = random.random((texts, width, 4)) < chances[:, None]
    answers: list[list[list[int]]] = drawn.astype(int).tolist()
    return answers


@pytest.mark.long
def test_readers_are_certified_and_habits_are_not() -> None:
    crowd = Crowd([np.asarray(some_crowd(300, 6, 1), dtype=np.int32)])
    readers, habits = (
        trial(crowd, worker, runs=200, texts=40, compared=39, seed=5)
        for worker in (reader, from_elsewhere)
    )
    assert readers.share_by(40) > 0.95
    assert habits.share_by(40) <= 0.05 + 2.6 * (0.05 * 0.95 / 200) ** 0.5
    assert habits.told_by(40) <= 0.05 + 2.6 * (0.05 * 0.95 / 200) ** 0.5
    assert readers.told_by(40) == 0
    with pytest.raises(ValueError, match="fewer than the"):
        trial(crowd, reader, runs=1, texts=301, compared=9, seed=1)


def live_work(seed: int, texts: int = 60) -> tuple[Answers, set[int]]:
    """Simulate a running campaign. Workers go through one shuffled order, join late, and return
    some tasks; workers 0 to 4 answer from habits, the others read."""
    random = np.random.default_rng(seed)
    crowd = random.permutation(np.asarray(some_crowd(texts, 14, seed)))
    starts = np.sort(np.concatenate([[0, 0, 0], random.integers(0, texts, 11)]))
    who = random.permutation(14)
    order = [
        (text + random.random() * 3, text, worker)
        for place, worker in enumerate(who.tolist())
        for text in range(int(starts[place]), texts)
        if random.random() > 0.3
    ]
    habits = (
        lambda text: crowd[(text + 7) % texts, 0],
        lambda text: np.zeros(4),
        lambda text: random.integers(2, size=4),
        lambda text: np.array([1, 0, 1, 0]) if text % 2 else np.array([0, 0, 0, 1]),
        lambda text: np.array([0, 1, 0, 0]) if text < texts / 2 else np.array([1, 1, 1, 1]),
    )
    rows = [(text, worker) for _, text, worker in sorted(order)]
    answers = [
        (habits[worker](text) if worker < 5 else crowd[text, worker]).astype(int).tolist()
        for text, worker in rows
    ]
    names = [f"{seed} {text}" for text in range(texts)]
    return Answers([t for t, _ in rows], [w for _, w in rows], answers, [""] * texts, names), set(
        range(5)
    )


@pytest.mark.long
def test_p_values_of_habits_are_uniform_while_work_comes_in() -> None:
    """This also applies if others join late, texts are returned or a habit drifts with time:
    p-values are checked by tenths, and in sequence."""
    p: list[float] = []
    certified = workers = 0
    for seed in range(40):
        work, habits = live_work(seed)
        own: dict[int, list[Rank]] = {worker: [] for worker in habits}
        for rank in ranks_as_they_came(work, Plan(7, 4, 19, seed)):
            if work.workers[rank.answer] in habits:
                own[work.workers[rank.answer]].append(rank)
        p += [rank.p for ranks in own.values() for rank in ranks]
        found = [standing_of(ranks) for ranks in own.values()]
        certified += sum(one.certified_at is not None for one in found)
        workers += len(found)
    tenths = np.histogram(p, bins=10, range=(0, 1))[0]
    expected = len(p) / 10
    assert len(p) > 3_000
    assert ((tenths - expected) ** 2 / expected).sum() < 27.9  # one in a thousand, 9 d.f.
    assert abs(np.corrcoef(p[1:], p[:-1])[0, 1]) < 3.3 / len(p) ** 0.5
    assert certified <= 0.05 * workers + 2.6 * (0.05 * 0.95 * workers) ** 0.5
