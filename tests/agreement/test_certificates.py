"""Certificates of reading: won by reading, lost by spam; the watch for a change is as defined."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.reading.betting import ODDS, certified_at
from agreement.reading.ranks import Rank
from agreement.reading.status import Loss, certified_after, course_of, standing_of
from agreement.reading.watch import ALARM, Watch, payoffs
from tests.agreement import slow_reading as slow


def ranked(*p: float) -> list[Rank]:
    return [Rank(number, 0, 0, 9, one) for number, one in enumerate(p)]


READS = [0.01 * (task % 5 + 1) for task in range(20)]
SPAMS = [0.1 * (task * 7 % 10) + 0.05 for task in range(30)]


def test_few_bad_answers_end_no_certificate() -> None:
    good = [0.04] * 6
    found = standing_of(ranked(*good, *[0.7] * 8))
    assert found.log_wealth < log(ODDS) < found.highest
    assert (found.certified_at, found.state(1)) == (4, "certified")
    assert certified_at([one.surprise for one in ranked(*good)]) == 4
    assert certified_after({0: found, 1: standing_of(ranked(0.6))}, 0.9) is None


def test_a_reader_who_then_sends_spam_loses_the_certificate() -> None:
    found = standing_of(ranked(*READS, *SPAMS))
    assert found.state(1) == "lost"
    assert found.certified_at == 3
    assert found.lost == Loss(25, 18)  # the 19th and the 20th are the worst readers
    assert found.highest < log(ODDS)
    assert found.course.stakes[24] == 0
    assert found.log_wealth == course_of(ranked(*SPAMS[5:])).stakes[-1]
    assert standing_of(ranked(*READS, *SPAMS), watched=False).state(1) == "certified"
    assert certified_after({0: found}, 1.0) == 3


def test_who_reads_again_is_certified_again() -> None:
    found = standing_of(ranked(*READS, *SPAMS, *READS))
    assert (found.state(1), found.certified_at, found.lost) == ("certified", 3, None)
    assert found.course.losses == [Loss(25, 18)]


def test_who_reads_less_than_before_but_reads_stays_certified() -> None:
    half = [p for pair in zip(READS, SPAMS, strict=False) for p in pair]
    watch = Watch()
    for number, p in enumerate([*READS, *half]):
        watch.add(number, p)
    assert watch.wealth > ALARM
    found = standing_of(ranked(*READS, *half))
    assert (found.state(1), found.course.losses) == ("certified", [])


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8)), unique_by=lambda one: one[0]))
def test_the_watch_is_as_by_its_definition(ranks: list[tuple[int, int]]) -> None:
    watch, made = Watch(), [(task, eighths / 8) for task, eighths in ranks]
    assert watch.wealth == 0
    for (task, p), (wealth, since) in zip(made, slow.watched(made), strict=True):
        watch.add(task, p)
        assert watch.wealth == pytest.approx(float(wealth))
        assert watch.worst_since() == since


@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_no_bet_of_the_watch_pays_more_than_one_on_average(n: int) -> None:
    paid = np.mean([payoffs((place + 0.5) / n) for place in range(n)], axis=0)
    assert (paid <= 1 + 1e-12).all()
    assert (paid > 1 - 1 / n).all()


@pytest.mark.long
@pytest.mark.parametrize("power", [1.0, 0.5, 0.1])
def test_who_goes_on_as_before_is_alarmed_about_as_rarely_as_promised(power: float) -> None:
    """Within n ranks a false alarm occurs in at most n / ALARM of all cases, however well they
    read."""
    random, runs, n, alarms = np.random.default_rng(3), 400, 100, 0
    for _ in range(runs):
        watch = Watch()
        for number, p in enumerate((random.random(n) ** (1 / power)).tolist()):
            watch.add(number, p)
            if watch.wealth >= ALARM:
                alarms += 1
                break
    assert alarms <= runs * n / ALARM
