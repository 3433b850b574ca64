"""Intervals of means over items that both sides answered, resampled together."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from agreement.bootstrap import Floats, Plan, bootstrap

Figure = dict[str, object]


def bootstrap_mean(
    values: Sequence[float], units: Sequence[Hashable], plan: Plan, over: str
) -> Figure:
    """Return the interval of a mean over items; for differences, it is the paired interval.

    units : the unit of each item; items of one unit, such as questions on one document, are drawn
        together

    >>> bootstrap_mean([0.5, 0.5, 0.5], "aab", Plan(), "items")["low"]
    0.5
    """
    numbers = {unit: number for number, unit in enumerate(dict.fromkeys(units))}
    of = np.array([numbers[unit] for unit in units], dtype=np.int64)
    sums = np.bincount(of, weights=np.array(values, dtype=np.float64), minlength=len(numbers))
    sizes = np.bincount(of, minlength=len(numbers)).astype(np.float64)

    def estimate(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore"):
            means: Floats = (weights @ sums) / (weights @ sizes)
        return means[:, None]

    return bootstrap(estimate, len(numbers), plan, over)[0] if numbers else nothing(plan, over)


def nothing(plan: Plan, over: str) -> Figure:
    return bootstrap(lambda weights: np.full((len(weights), 1), np.nan), 0, plan, over)[0]
