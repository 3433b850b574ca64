"""Distribution of judgments over workers: the Lorenz curve and the Gini coefficient.

With the workers' numbers of judgments in order, x_1 <= ... <= x_n, and their sum N, the Gini
coefficient is

    G = sum_i (2 i - n - 1) x_i / (n N)

It is 0 if all workers did the same, and approaches 1 if one did everything. The Lorenz curve is the
share of all judgments that the least active share of the workers did, linear between workers. G is
twice the area between this curve and the diagonal. (C. Gini, "Variabilità e mutabilità", 1912;
M. O. Lorenz, 1905. ACL 2013, section 4, reports 128 workers, 31 of them with fewer than five.)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from typing import TypedDict

from agreement.figure import ExactFigure, figure_of

FEW = 5
STEPS = 10
NONE = "No worker has judged anything."


class Point(TypedDict):
    """The least active share of the workers, and the share of all judgments that they did."""

    workers: float
    judgments: float


class Workload(TypedDict):
    """The distribution of judgments over the workers who did any.

    few, below : how many workers did fewer than this number
    most : the judgments of the most active worker
    lorenz : the Lorenz curve at every tenth; empty without judgments
    """

    workers: int
    judgments: int
    few: int
    below: int
    most: int
    gini: ExactFigure
    lorenz: list[Point]


def gini(counts: Iterable[int]) -> Fraction | None:
    """Return the Gini coefficient of workers' numbers of judgments; None without judgments.

    Workers without judgments are left out.

    >>> gini([1, 1, 1]), gini([1, 3]), gini([0])
    (Fraction(0, 1), Fraction(1, 4), None)
    """
    done = sorted(filter(None, counts))
    if not done:
        return None
    n = len(done)
    weighted = sum((2 * place - n - 1) * count for place, count in enumerate(done, 1))
    return Fraction(weighted, n * sum(done))


def lorenz(counts: Iterable[int], steps: int = STEPS) -> list[tuple[Fraction, Fraction]]:
    """Return points of the Lorenz curve, from (0, 0) to (1, 1), in equal steps of workers.

    >>> [str(share) for _, share in lorenz([1, 3], 4)]
    ['0', '1/8', '1/4', '5/8', '1']
    """
    done = sorted(filter(None, counts))
    if not done:
        return []
    sums = [0, *accumulate(done)]
    points = []
    for step in range(steps + 1):
        whole, part = divmod(step * len(done), steps)
        reached = sums[whole] + (Fraction(part, steps) * done[whole] if part else 0)
        points.append((Fraction(step, steps), Fraction(reached) / sums[-1]))
    return points


def workload_figures(counts: Iterable[int]) -> Workload:
    """Return all figures of workers' numbers of judgments, ready for JSON.

    >>> found = workload_figures([12, 4, 0, 40])
    >>> found["workers"], found["few"], found["gini"]["exact"]
    (3, 1, '3/7')
    """
    done = list(filter(None, counts))
    return {
        "workers": len(done),
        "judgments": sum(done),
        "few": sum(count < FEW for count in done),
        "below": FEW,
        "most": max(done, default=0),
        "gini": figure_of(gini(done), NONE),
        "lorenz": [
            {"workers": float(share), "judgments": float(judged)} for share, judged in lorenz(done)
        ],
    }
