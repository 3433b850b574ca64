"""Monitor whether a certified reader's ranks become worse.

Under the hypothesis that a worker goes on as before, their ranks p_1, p_2, ... are exchangeable,
whatever their distribution: nothing is assumed about how well they read. So the relative position
of each rank among those made so far,

    v_n = ((p's below p_n) + (p's equal to p_n, itself included) / 2) / n,

is uniform over (0, 1), independently of all earlier v (Vovk, Gammerman, Shafer, Algorithmic
Learning in a Random World, 2nd ed. 2022, ch. 8). The bets are

    B(v) = 1/2 + v,  2 v,  3 v^2,

whose means over 0 to 1 are one. They are convex, so over the middles of n equal parts of (0, 1)
their means are at most one, and ties only lower them. They pay where ranks are worse than before;
k v^(k - 1) grows fastest for a reader of power 1 / k (`agreement.reading.betting`) who begins to
answer from habit.

A change can happen at any task j. For each j there is one purse per bet, staked on all ranks of
tasks from j on. The wealth of the watch is the sum over the tasks ranked so far, averaged over the
bets,

    W = sum over j of the mean over B of (the product of B(v_i) over the ranks i of tasks from j on)

This is the Shiryaev-Roberts e-detector of Shin, Ramdas, Rinaldo (E-detectors: a nonparametric
framework for sequential change detection, The New England Journal of Statistics in Data Science
2(2), 2024). The wealth of each of n tasks is a supermartingale that begins at 1. So W reaches c
within n ranks of a worker who goes on as before with a probability of at most n / c (Ville), and
where ranks are made in the order of the tasks, the first time is c ranks or more on average.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

ALARM = 500.0


class Watch:
    """The watch over one worker. Ranks are added as they are made.

    >>> watch = Watch()
    >>> for task in range(1, 41):
    ...     watch.add(task, 0.01 * (task % 5 + 1) if task <= 20 else 0.1 * (task % 7 + 2))
    ...     if watch.wealth >= ALARM:
    ...         break
    >>> task, watch.worst_since()
    (26, 21)
    """

    def __init__(self) -> None:
        self._ranks: list[float] = []
        self._tasks: list[int] = []
        self._purses: Floats = np.ones((len(payoffs(0.0)), 0))

    @property
    def wealth(self) -> float:
        """Return W; 0 before the first rank."""
        return float(self._purses.sum() / len(self._purses))

    def add(self, task: int, p: float) -> None:
        """Add the rank of a task. Tasks can be ranked in any order, each once."""
        insort(self._ranks, p)
        first = bisect_left(self._ranks, p)
        equal = self._ranks.count(p)
        v = (first + equal / 2) / len(self._ranks)
        at = bisect_left(self._tasks, task)
        self._tasks.insert(at, task)
        # A change at this task or at the next ranked one would have been the same until now.
        new = self._purses[:, at] if at < self._purses.shape[1] else np.ones(len(self._purses))
        self._purses = np.insert(self._purses, at, new, axis=1)
        self._purses[:, : at + 1] *= payoffs(v)[:, None]

    def worst_since(self) -> int:
        """Return the task at which a change fits the ranks best; the first if tied.

        Raises ValueError before the first rank.
        """
        return self._tasks[int(self._purses.sum(axis=0).argmax())]


def payoffs(v: float) -> Floats:
    """Return the payoffs of the bets at a position from 0 to 1.

    >>> payoffs(0.5).tolist()
    [1.0, 1.0, 0.75]
    """
    return np.array([0.5 + v, 2 * v, 3 * v**2])
