"""Jackknife intervals of figures, recomputed without some of the workers.

A bootstrap draws some workers twice, who then agree with themselves. That raises agreement, so
alpha over workers is better estimated by leaving workers out. They are randomly divided into G
groups, one per worker if there are at most `MAXIMUM`. With f(g) the figure without group g, m the
mean of all f(g), and t the quantile of Student's distribution with G - 1 degrees,

    se^2 = (G - 1) / G  sum over g of (f(g) - m)^2        interval: f +- t se

(Efron and Tibshirani, An Introduction to the Bootstrap, chapter 11; Kott 2001 for groups).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NotRequired, TypedDict

import numpy as np

from agreement.machines.alternative import student_below
from agreement.sampling import SEED, Draws

MAXIMUM = 100
LEVEL = 0.95


class Around(TypedDict):
    """An interval; without ends it has a reason. `resamples` is the number of groups left out."""

    low: float | None
    high: float | None
    level: float
    method: str
    resamples: int
    seed: int
    over: str
    reason: NotRequired[str]


def groups_of(units: int, seed: int = SEED) -> list[int]:
    """Return the group of each unit, assigned at random; sizes differ by at most one.

    >>> sorted(groups_of(3)), max(groups_of(1000))
    ([0, 1, 2], 99)
    """
    order = np.argsort(Draws(seed).below(2**32, units), kind="stable")
    found: list[int] = (order % min(units, MAXIMUM)).tolist() if units else []
    return found


def jackknife(
    observed: float | None, left_out: Sequence[float | None], over: str, seed: int = SEED
) -> Around:
    """Return the interval of a figure from its values without each group.

    left_out : the figure without each group, None where it is undefined then
    over : the name of what is left out, shown to people

    Undefined if the figure is, if there are fewer than two groups, or if the figure is undefined
    without one of them.

    >>> found = jackknife(3.0, [3.5, 3.25, 2.75, 2.5], "workers")
    >>> round(found["low"], 3), round(found["high"], 3)
    (0.821, 5.179)
    """
    about: Around = {
        "low": None,
        "high": None,
        "level": LEVEL,
        "method": "jackknife",
        "resamples": len(left_out),
        "seed": seed,
        "over": over,
    }
    known = [one for one in left_out if one is not None]
    if observed is None:
        return {**about, "reason": "The figure itself is undefined."}
    if len(left_out) < 2:
        return {**about, "reason": f"An interval over {over} needs at least two of them."}
    if len(known) < len(left_out):
        return {**about, "reason": f"Without some of the {over} the figure is undefined."}
    groups = len(known)
    mean = sum(known) / groups
    error = sqrt((groups - 1) / groups * sum((one - mean) ** 2 for one in known))
    reach = student_at((1 + LEVEL) / 2, groups - 1) * error
    return {**about, "low": observed - reach, "high": observed + reach}


def student_at(share: float, degrees: int) -> float:
    """Return the quantile of Student's distribution, by bisection, for shares from .5 to .9999.

    >>> round(student_at(0.975, 10), 6), round(student_at(0.975, 1), 4)
    (2.228139, 12.7062)
    """
    low, high = 0.0, 5000.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if student_below(middle, degrees) > share else (middle, high)
    return (low + high) / 2
