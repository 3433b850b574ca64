"""Verdicts from a worker's ranks: certified, no longer, not yet, or fitting other texts better.

There are two martingales of `agreement.reading.betting`, on p and on 1 - p. A worker is certified
once the one on p has reached 20: at most one in twenty of those who answer from habit ever is.

A certificate lasts until the watch ends it (`agreement.reading.watch`): its wealth reaches 500, and
the ranks from the worst task on are not enough to certify by themselves. Then the stake restarts at
1, so that at most one in twenty of those who have stopped reading is certified again. If these
ranks are enough, the worker reads less than before, but reads. In both cases the watch restarts.

Answers that fit other texts better than their own are evidence against a worker, so all W workers
are considered together: the martingale on 1 - p must have reached 20 W. At most one in twenty
campaigns that consist only of habits has any such worker (Ville for each, and Bonferroni).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log, log1p
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from agreement.reading.betting import ODDS, fixed_time_p, log_wealth
from agreement.reading.ranks import Rank
from agreement.reading.watch import ALARM, Watch

BELOW_ONE = 1 - 2.0**-53
State: TypeAlias = Literal["certified", "lost", "open", "other"]


class Loss(NamedTuple):
    """The end of a certificate: the number of ranks when it was detected, and the answer from which
    the ranks became worse."""

    at: int
    since: int


class Course(NamedTuple):
    """The stakes on a worker's ranks, and the ends of certificates.

    stakes, against : the logarithms of both martingales after each rank
    certified_at : the number of ranks at which the first reached 20; None if it never did
    losses : the ends of certificates
    certified : whether the present stake has reached 20
    """

    stakes: list[float]
    against: list[float]
    certified_at: int | None
    losses: list[Loss]
    certified: bool


class Standing(NamedTuple):
    """The verdict on a worker's ranks, in the order in which they were made.

    bets : the number of ranks
    surprise : the sum of - log p
    log_wealth, log_against : the logarithms of both martingales now
    highest, highest_against : their maximum values so far; for the first, since the last loss
    certified_at : the number of ranks at which the first reached 20; None if it never did
    lost : the last end of a certificate; None if there is none, or if the worker is certified again
    p : the p-value for a number of bets fixed beforehand
    course : the history, rank by rank
    """

    bets: int
    surprise: float
    log_wealth: float
    log_against: float
    highest: float
    highest_against: float
    certified_at: int | None
    lost: Loss | None
    p: float
    course: Course

    def state(self, workers: int) -> State:
        """Return the worker's state; `workers` is the number of workers with ranks."""
        if self.highest_against >= log(ODDS * max(workers, 1)):
            return "other"
        if self.certified_at is None:
            return "open"
        return "certified" if self.lost is None else "lost"


def standing_of(ranks: Sequence[Rank], *, watched: bool = True) -> Standing:
    """Return the verdict on one worker's ranks.

    watched : whether certificates can end; False where the order of the answers is not known

    >>> found = standing_of([Rank(number, 0, 0, 19, 0.04) for number in range(6)])
    >>> found.certified_at, round(found.log_wealth, 2), found.state(10)
    (4, 5.17, 'certified')
    >>> standing_of([]).state(1)
    'open'
    """
    course = course_of(ranks, watched=watched)
    surprise = sum(rank.surprise for rank in ranks)
    begins = course.losses[-1].at if course.losses else 0
    return Standing(
        len(ranks),
        surprise,
        course.stakes[-1] if ranks[begins:] else 0.0,
        course.against[-1] if ranks else 0.0,
        max([0.0, *course.stakes[begins:]]),
        max([0.0, *course.against]),
        course.certified_at,
        course.losses[-1] if course.losses and not course.certified else None,
        fixed_time_p(len(ranks), surprise),
        course,
    )


def course_of(ranks: Sequence[Rank], *, watched: bool = True) -> Course:
    """Return the history of the stakes on these ranks. A stake restarts at 1 after its end.

    >>> [round(wealth, 2) for wealth in course_of([Rank(0, 0, 0, 19, 0.05)]).stakes]
    [0.58]
    >>> good = [Rank(task, 0, 0, 99, 0.01 * (task % 5 + 1)) for task in range(1, 21)]
    >>> bad = [Rank(task, 50, 0, 99, 0.1 * (task % 7 + 2)) for task in range(21, 41)]
    >>> found = course_of(good + bad)
    >>> found.certified_at, found.losses, found.stakes[25], found.certified
    (4, [Loss(at=26, since=21)], 0.0, False)
    """
    opposite = np.cumsum([-log1p(-min(rank.p, BELOW_ONE)) for rank in ranks])
    against = log_wealth(np.arange(1, len(ranks) + 1), opposite).tolist()
    stakes: list[float] = []
    certified: list[int] = []
    losses: list[Loss] = []
    while True:
        begins = len(stakes)
        after = _stakes(ranks[begins:])
        reached = next((at for at, one in enumerate(after, begins + 1) if one >= log(ODDS)), None)
        certified += [] if reached is None else [reached]
        lost = _lost(ranks, begins, reached) if watched and reached else None
        if lost is None:
            first = certified[0] if certified else None
            return Course([*stakes, *after], against, first, losses, reached is not None)
        losses.append(lost)
        stakes += [*after[: lost.at - begins - 1], 0.0]


def _lost(ranks: Sequence[Rank], begins: int, certified: int) -> Loss | None:
    """Return where a certificate of the ranks from `begins` on ends."""
    watch, watched = Watch(), begins
    for at, rank in enumerate(ranks[begins:], begins + 1):
        watch.add(rank.answer, rank.p)
        if watch.wealth < ALARM:
            continue
        since = watch.worst_since()
        recent = [one for one in ranks[watched:at] if one.answer >= since]
        if at >= certified and _stakes(recent)[-1] < log(ODDS):
            return Loss(at, since)
        watch, watched = Watch(), at
    return None


def _stakes(ranks: Sequence[Rank]) -> list[float]:
    """Return the logarithm of a stake of 1 after each rank."""
    surprises = np.cumsum([rank.surprise for rank in ranks])
    stakes: list[float] = log_wealth(np.arange(1, len(ranks) + 1), surprises).tolist()
    return stakes


def certified_after(standings: Mapping[int, Standing], share: float) -> int | None:
    """Return the number of bets after which this share of the workers was certified; None if fewer
    are.

    The share is of all workers with a rank. Workers not yet certified may be certified later.

    >>> found = standing_of([Rank(number, 0, 0, 19, 0.04) for number in range(6)])
    >>> certified_after({1: found, 2: standing_of([])}, 1 / 2)
    4
    """
    times = sorted(one.certified_at for one in standings.values() if one.certified_at is not None)
    with_ranks = sum(bool(one.bets) for one in standings.values())
    place = ceil(share * with_ranks)
    return times[place - 1] if 0 < place <= len(times) else None
