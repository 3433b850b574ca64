"""Bets on ranks: a test that may be looked at after every judgment (the reading test).

Under the hypothesis of a habit the p-values p_1, p_2, ... of a worker's judgments are independent
and uniform (see `agreement.reading.ranks`). A bet of power e pays e p^(e - 1), whose mean is one
for uniform p. All powers between 0 and 1 are bet on equally, each with its own wealth, all of which
is staked each time. After n judgments with S = - log p_1 - ... - log p_n the total wealth is

    M(n, S) = integral over e from 0 to 1 of  e^n exp(S (1 - e))
            = sum over j >= 0 of  S^j n! / (n + 1 + j)!

So M depends only on n and S. It is a martingale with M(0, 0) = 1, and by Ville's inequality the
probability that it ever reaches 1 / a is at most a, however often it is checked (Vovk, Gammerman,
Shafer, Algorithmic Learning in a Random World, 2nd ed. 2022; the mixture is their simple mixture
martingale). Betting on 1 - p in the same way finds answers that fit other texts better than their
own.

M is at most (n! / S^(n + 1)) e^S, and log M / n tends to the growth of the best single power, so
not knowing the power costs about half a logarithm of n.
"""

from __future__ import annotations

from math import log
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]

ODDS = 20  # at most one habit in this many ever reaches this wealth
NEGLIGIBLE = 1e-17


def log_wealth(bets: ArrayLike, surprise: ArrayLike) -> Floats:
    """Return log M(n, S), element by element.

    bets : n, whole numbers of 0 or more
    surprise : S, 0 or more, with a shape that broadcasts with `bets`

    Raises ValueError if a number is negative or not finite.

    >>> print(log_wealth(0, 0))
    0.0
    >>> np.exp(log_wealth(1, log(20))).round(3).tolist()  # (20 - 1 - log 20) / log(20)^2
    1.783
    >>> round(float(np.exp(log_wealth(3, 9.0))), 2)  # three p-values of 1 in 20
    7.25
    """
    n, s = np.broadcast_arrays(
        np.asarray(bets, dtype=np.float64), np.asarray(surprise, dtype=np.float64)
    )
    if not (np.isfinite(n).all() and np.isfinite(s).all()) or n.min(initial=0) < 0:
        raise ValueError("The numbers of bets and their surprise are finite, and not negative.")
    if s.min(initial=0) < 0:
        raise ValueError("No p-value is above one, so no surprise is below zero.")
    result = np.empty(n.shape)
    small = s < n + 1
    result[small] = _ascending(n[small], s[small])
    result[~small] = _descending(n[~small], s[~small])
    return result


def certified_at(surprises: ArrayLike, odds: float = ODDS) -> int | None:
    """Return the number of bets after which M first reached the odds; None if it never did.

    surprises : (n,) - log p of each judgment, in their order

    >>> certified_at([3.0] * 10), certified_at([0.5] * 10)
    (5, None)
    """
    steps = np.asarray(surprises, dtype=np.float64)
    reached = log_wealth(np.arange(1, len(steps) + 1), np.cumsum(steps)) >= log(odds)
    return int(reached.argmax()) + 1 if reached.any() else None


def fixed_time_p(bets: int, surprise: float) -> float:
    """Return the p-value of n p-values together (Fisher, Statistical Methods, 1932, section 21.1).

    P(G >= S) for the sum G of n standard exponentials: exp(-S) times the sum over i < n of
    S^i / i!. It is valid for one look, at a number of judgments that was fixed beforehand. 1
    without bets. Raises ValueError if a number is negative.

    >>> fixed_time_p(0, 0.0), round(fixed_time_p(1, log(20)), 6), round(fixed_time_p(2, 6.0), 5)
    (1.0, 0.05, 0.01735)
    """
    if bets < 0 or not surprise >= 0:
        raise ValueError("The number of bets and their surprise are not negative.")
    if not bets or not surprise:
        return 1.0
    steps = np.log(surprise) - np.log(np.arange(1, bets))
    terms = np.concatenate([[0.0], np.cumsum(steps)])
    top = float(terms.max())
    return min(1.0, float(np.exp(top - surprise + log(np.exp(terms - top).sum()))))


def _ascending(n: Floats, s: Floats) -> Floats:
    """Return the logarithm of the sum over j of S^j n! / (n + 1 + j)!, where S < n + 1."""
    term = 1 / (n + 1)
    total, j = term.copy(), 0
    while term.size and (term > NEGLIGIBLE * total).any():
        j += 1
        term = term * s / (n + 1 + j)
        total += term
    return np.log(total)


def _descending(n: Floats, s: Floats) -> Floats:
    """Return log(e^S n! / S^(n + 1) - the sum over i of n! / ((n - i)! S^(i + 1))) for S >= n + 1.

    The sum has n + 1 terms, which fall from 1 / S on.
    """
    term = 1 / s if s.size else s
    total, i = term.copy(), 0
    while term.size and (term > NEGLIGIBLE * total).any():
        term = term * np.maximum(n - i, 0) / s
        total += term
        i += 1
    whole = s + _log_factorial(n) - (n + 1) * np.log(s)
    return whole + np.log1p(-np.exp(np.log(total) - whole)) if s.size else s


def _log_factorial(n: Floats) -> Floats:
    most = int(n.max(initial=0))
    table = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])
    return table[n.astype(np.int64)]
