"""The chance that two workers give the same text the same answer, independently of each other.

It depends on the text, because some texts have an obvious answer, and on both workers, because some
workers give the usual answer more often than others:

    logit p(i, j, t) = logit q_t + b_i + b_j
    q_t = (identical pairs of t + k q) / (pairs of t + k)

q is the share of identical pairs among all pairs, and k = 5 is the weight of this share, because a
text with two answers says little about itself. Each b has a normal prior of variance 1 and is
fitted so that a worker's expected number of identical answers equals the observed number. Workers
are therefore not twins just because they are better or worse than the others: only agreement that
is specific to a pair remains.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.twins.pairs import Bools, Pairs

Floats: TypeAlias = NDArray[np.float64]

SHRINKAGE = 5.0
MAX_STEPS = 40
SMALLEST_STEP = 1e-4
MIN_CHANCE = 1e-6  # smallest chance; the largest is 1 minus this


def chances(pairs: Pairs, counted: Bools) -> Floats:
    """Return p of each pair of answers, fitted to the pairs that are counted.

    counted : (P,) whether a pair of answers is used for the fit

    >>> from agreement.twins.pairs import Given, pairs_of
    >>> pairs = pairs_of(Given([0, 0, 0, 1, 1, 1], [0, 1, 2] * 2, [1, 1, 1, 1, 2, 3], [0] * 6))
    >>> chances(pairs, np.ones(6, bool)).round(2).tolist()  # alike on the first text
    [0.69, 0.69, 0.69, 0.31, 0.31, 0.31]
    """
    weights = counted.astype(float)
    offsets = _logit(_rates(pairs, weights))[pairs.text]
    own = np.zeros(pairs.workers)
    for _ in range(MAX_STEPS):
        p = _expit(offsets + own[pairs.earlier] + own[pairs.later])
        slope = _per_worker(pairs, weights * (pairs.same - p)) - own
        # Twice the diagonal bounds the Hessian, so no step is too long.
        step = slope / (2 * _per_worker(pairs, weights * p * (1 - p)) + 1)
        own += step
        if np.abs(step).max(initial=0.0) < SMALLEST_STEP:
            break
    return _expit(offsets + own[pairs.earlier] + own[pairs.later])


def _rates(pairs: Pairs, weights: Floats) -> Floats:
    same = np.bincount(pairs.text, weights * pairs.same, pairs.texts)
    every = np.bincount(pairs.text, weights, pairs.texts)
    share = same.sum() / every.sum() if every.sum() else 0.5
    return np.asarray((same + SHRINKAGE * share) / (every + SHRINKAGE))


def _per_worker(pairs: Pairs, values: Floats) -> Floats:
    return np.asarray(
        np.bincount(pairs.earlier, values, pairs.workers)
        + np.bincount(pairs.later, values, pairs.workers)
    )


def _logit(p: Floats) -> Floats:
    p = np.clip(p, MIN_CHANCE, 1 - MIN_CHANCE)
    return np.asarray(np.log(p / (1 - p)))


def _expit(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)))
