"""Comparison of answers with decisions: mean similarity and share of equal ones.

Each item has one value from 0 to 1: the similarity of the answer to the decision. The likeness is
the mean of the values, which is the accuracy where a value is 0 or 1, and mean F1 where values are
F1 of two sets. The share of equal ones counts the values that are 1. Both intervals resample items.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypedDict

import numpy as np

from agreement.bootstrap import USUAL, Floats, Plan, bootstrap


class Held(TypedDict):
    decided: int
    likeness: float | None
    likeness_interval: Any
    same: float | None
    same_interval: Any


def held_against(values: Sequence[Fraction], over: str = "texts", plan: Plan = USUAL) -> Held:
    """Return the mean of the values and the share of those that are 1, with their intervals.

    values : for each item, the similarity of its answer to its decision, from 0 to 1
    over : the name of the items, shown to people

    Without items both are None, and their intervals have a reason.

    >>> found = held_against([Fraction(1), Fraction(1), Fraction(1, 2), Fraction(0)])
    >>> found["decided"], found["likeness"], found["same"]
    (4, 0.625, 0.5)
    >>> held_against([])["likeness"] is None
    True
    """
    rows = np.array([[float(one), float(one == 1)] for one in values]).reshape(-1, 2)

    def means(weights: Floats) -> Floats:
        if not len(rows):
            return np.full((len(weights), 2), np.nan)
        found: Floats = weights @ rows / weights.sum(axis=1, keepdims=True)
        return found

    intervals = bootstrap(means, len(rows), plan, over)
    n = len(values)
    return {
        "decided": n,
        "likeness": float(sum(values, Fraction(0)) / n) if n else None,
        "likeness_interval": intervals[0],
        "same": sum(one == 1 for one in values) / n if n else None,
        "same_interval": intervals[-1],
    }
