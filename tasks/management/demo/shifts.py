"""The times at which the demo's simulated workers worked: a few sessions each, within two days."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from random import Random

# The standard deviations of the logarithms of each worker's pace and of single times.
PACE_SPREAD, TIME_SPREAD = 0.2, 0.4
# How much longer the first task takes, and after how many tasks that has mostly gone.
FIRST_SLOWER, TASKS_TO_LEARN = 0.8, 3
# The mean of the factors above is about this.
MEAN = 1.2
# A browser counts this share of a task's time as active, and the first action comes in this share.
ACTIVE, FIRST_ACTION = (0.88, 0.99), (0.08, 0.35)
# Times lie between these shares of the expected and of the allotted time.
SHORTEST, LONGEST = 0.25, 0.8
TASKS_PER_SESSION, MAX_SESSIONS = 8, 7
# The share of workers who are at work until the end.
AT_WORK = 0.25
# A long text takes longer, by the root of its relative length within these bounds.
RELATIVE = (0.6, 1.7)


@dataclass(frozen=True)
class Times:
    """Times of one HIT: when a worker took and submitted it, and what their browser measured."""

    began_at: datetime
    ended_at: datetime
    active_ms: int
    first_action_ms: int


def divide(draw: Random, judgments: int, workers: int, most: int) -> list[int]:
    """Divide judgments unevenly among workers, each of whom can make at most `most`.

    >>> divide(Random(7), 20, 3, 10), divide(Random(7), 30, 3, 10)
    ([6, 7, 7], [10, 10, 10])
    """
    weights = [draw.lognormvariate(0, 0.35) for _ in range(workers)]
    shares = [0] * workers
    left = min(judgments, workers * most)
    while left:
        able = [one for one in range(workers) if shares[one] < most]
        total, portion = sum(weights[one] for one in able), left
        for one in able:
            wanted = max(round(portion * weights[one] / total), 1)
            given = min(wanted, most - shares[one], left)
            shares[one] += given
            left -= given
    return shares


def plan_times(
    draw: Random,
    lengths: Sequence[int],
    *,
    seconds: float,
    allotted: float,
    begin: datetime,
    end: datetime,
) -> list[Times]:
    """Return the times of one worker's tasks, in order, given the lengths of their texts. They take
    about so many `seconds` on average."""
    active = _durations(draw, lengths, seconds, LONGEST * allotted)
    elapsed = [one / draw.uniform(*ACTIVE) for one in active]
    joined = begin + (end - begin) * draw.uniform(0, 0.4)
    starts = _starts(draw, elapsed, joined, end)
    return [
        Times(
            began_at=start,
            ended_at=start + timedelta(seconds=took),
            active_ms=int(busy * 1000),
            first_action_ms=int(busy * 1000 * draw.uniform(*FIRST_ACTION)),
        )
        for start, took, busy in zip(starts, elapsed, active, strict=True)
    ]


def _durations(draw: Random, lengths: Sequence[int], seconds: float, longest: float) -> list[float]:
    own_pace = draw.lognormvariate(0, PACE_SPREAD)
    usual = sum(lengths) / max(len(lengths), 1) or 1
    found = []
    for number, length in enumerate(lengths):
        relative = min(max(math.sqrt(length / usual), RELATIVE[0]), RELATIVE[1])
        learning = 1 + FIRST_SLOWER * math.exp(-number / TASKS_TO_LEARN)
        usual_time = seconds * own_pace * relative * learning / MEAN
        drawn = usual_time * draw.lognormvariate(0, TIME_SPREAD)
        found.append(min(max(drawn, SHORTEST * seconds), longest))
    return found


def _starts(
    draw: Random, elapsed: Sequence[float], begin: datetime, end: datetime
) -> list[datetime]:
    """Return when each task began. Each session lies at random in its part of the time; the last
    one may go on until the end."""
    sessions = min(1 + len(elapsed) // TASKS_PER_SESSION, MAX_SESSIONS)
    size = -(-len(elapsed) // sessions)
    room, starts = (end - begin) / sessions, []
    for number in range(sessions):
        mine = elapsed[number * size : (number + 1) * size]
        spare = room - timedelta(seconds=sum(mine))
        last = number == sessions - 1
        place = 1.0 if last and draw.random() < AT_WORK else draw.random()
        first = begin + room * number + max(spare, timedelta(0)) * place
        passed = accumulate(mine[:-1], initial=0.0) if mine else ()
        starts += [first + timedelta(seconds=one) for one in passed]
    return starts
