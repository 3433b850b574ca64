"""Exact upper tails of the binomial and hypergeometric distributions."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


def binomial_tails(n: Ints, p: Floats, least: Ints) -> Floats:
    """Return P(X >= least) of each binomial (n, p), 0 < p < 1.

    >>> binomial_tails(np.array([4, 4]), np.array([0.5, 0.5]), np.array([4, 0])).tolist()
    [0.0625, 1.0]
    """
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n.max(initial=0) + 1)))])
    terms = np.exp(
        logs[n] - logs[least] - logs[n - least] + least * np.log(p) + (n - least) * np.log1p(-p)
    )
    tails, at, odds = terms.copy(), least.copy(), p / (1 - p)
    while (going := (at < n) & (terms > tails * 1e-17)).any():
        terms = np.where(going, terms * (n - at) / (at + 1) * odds, 0.0)
        tails, at = tails + terms, at + 1
    return np.asarray(np.minimum(tails, 1.0))


def hypergeometric(total: int, marked: int, drawn: int) -> Floats:
    """Return P(X = x) for x = 0 to `drawn`, the number of marked items among those drawn.

    >>> hypergeometric(4, 2, 1).tolist()
    [0.5, 0.5]
    """
    every = comb(total, drawn)
    return np.array(
        [comb(marked, x) * comb(total - marked, drawn - x) / every for x in range(drawn + 1)]
    )


def sum_tail(counts: Iterable[tuple[Ints, Floats]], least: int) -> float:
    """Return P(sum >= least) of independent variables, each with its values and probabilities.

    >>> sum_tail([(np.array([-1, 1]), np.array([0.5, 0.5]))] * 3, 3)
    0.125
    """
    whole, lowest = np.ones(1), 0
    for values, p in counts:
        whole = np.convolve(whole, np.bincount(values - values.min(), p))
        lowest += int(values.min())
    return min(1.0, float(whole[max(least - lowest, 0) :].sum()))
