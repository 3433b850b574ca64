"""Verdicts from a worker's ranks: certified, not yet, or fitting other texts better.

On either side stands a martingale of `agreement.reading.betting`, on p and on 1 - p. Somebody is
certified once theirs on p has reached 20 at any time: of those who answer from habit at most one in
twenty ever is. That answers fit other texts better than their own is told against somebody, so all
W workers are looked at together: the one on 1 - p must have reached 20 W, and of campaigns of
habits alone at most one in twenty has it told of anybody (Ville for each, and Bonferroni).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log, log1p
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from agreement.reading.betting import ODDS, fixed_time_p, log_wealth
from agreement.reading.ranks import Rank

BELOW_ONE = 1 - 2.0**-53
State: TypeAlias = Literal["certified", "open", "other"]


class Standing(NamedTuple):
    """The verdict of a worker's ranks, in the order in which they were made.

    bets : how many ranks there are
    surprise : the sum of - log p
    log_wealth, log_against : the logarithms of both martingales now
    highest, highest_against : and the highest that they ever were
    certified_at : the number of bets at which the first reached 20; None if it never did
    p : at a number of bets fixed beforehand
    """

    bets: int
    surprise: float
    log_wealth: float
    log_against: float
    highest: float
    highest_against: float
    certified_at: int | None
    p: float

    def state(self, workers: int) -> State:
        """Return the state of this one of so many workers with ranks."""
        if self.highest_against >= log(ODDS * max(workers, 1)):
            return "other"
        return "open" if self.certified_at is None else "certified"


def standing_of(ranks: Sequence[Rank]) -> Standing:
    """Return what these ranks of one worker say.

    >>> found = standing_of([Rank(number, 0, 0, 19, 0.04) for number in range(6)])
    >>> found.certified_at, round(found.log_wealth, 2), found.state(10)
    (4, 5.17, 'certified')
    >>> standing_of([]).state(1)
    'open'
    """
    for_reading, against = courses(ranks)
    reached = [at for at, wealth in enumerate(for_reading, 1) if wealth >= log(ODDS)]
    surprise = sum(rank.surprise for rank in ranks)
    return Standing(
        len(ranks),
        surprise,
        for_reading[-1] if ranks else 0.0,
        against[-1] if ranks else 0.0,
        max([0.0, *for_reading]),
        max([0.0, *against]),
        reached[0] if reached else None,
        fixed_time_p(len(ranks), surprise),
    )


def courses(ranks: Sequence[Rank]) -> tuple[list[float], list[float]]:
    """Return the logarithms of both martingales after each rank.

    >>> [round(wealth, 2) for wealth in courses([Rank(0, 0, 0, 19, 0.05)])[0]]
    [0.58]
    """
    bets = np.arange(1, len(ranks) + 1)
    surprises = np.cumsum([rank.surprise for rank in ranks])
    opposite = np.cumsum([-log1p(-min(rank.p, BELOW_ONE)) for rank in ranks])
    return log_wealth(bets, surprises).tolist(), log_wealth(bets, opposite).tolist()


def certified_after(standings: Mapping[int, Standing], share: float) -> int | None:
    """Return after how many bets this share of the workers were certified; None if fewer are.

    Everybody with a rank counts. Somebody who is not certified yet may be later, so the number is
    exact where it is there.

    >>> found = standing_of([Rank(number, 0, 0, 19, 0.04) for number in range(6)])
    >>> certified_after({1: found, 2: standing_of([])}, 1 / 2)
    4
    """
    times = sorted(one.certified_at for one in standings.values() if one.certified_at is not None)
    with_ranks = sum(bool(one.bets) for one in standings.values())
    place = ceil(share * with_ranks)
    return times[place - 1] if 0 < place <= len(times) else None
