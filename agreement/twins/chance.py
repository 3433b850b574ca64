"""The chance that two workers give the same text the same answer, independently of each other.

It depends on the text, because some texts have one obvious answer, and on both workers, because
some give the usual answer more often than others:

    logit p(i, j, t) = logit q_t + b_i + b_j
    q_t = (identical pairs of t + k q) / (pairs of t + k)

q is the share of identical pairs among all pairs, and k = 5 the weight of this share: texts with
two answers say little about themselves. Each b is fitted, with a normal prior of variance 1, so
that a worker's expected number of identical answers is the observed one. So workers who are better
or worse than the others are no twins for that reason: only what is particular to a pair is left.
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
NEAREST = 1e-6  # to 0 and 1


def chances(pairs: Pairs, counted: Bools) -> Floats:
    """Return p of each pair of answers, fitted to those that count.

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
        # Twice the diagonal bounds the whole Hessian, so no step goes too far.
        step = slope / (2 * _per_worker(pairs, weights * p * (1 - p)) + 1)
        own += step
        if np.abs(step).max(initial=0.0) < SMALLEST_STEP:
            break
    return _expit(offsets + own[pairs.earlier] + own[pairs.later])


def _rates(pairs: Pairs, weights: Floats) -> Floats:
    same = np.bincount(pairs.text, weights * pairs.same, pairs.texts)
    every = np.bincount(pairs.text, weights, pairs.texts)
    usual = same.sum() / every.sum() if every.sum() else 0.5
    return np.asarray((same + SHRINKAGE * usual) / (every + SHRINKAGE))


def _per_worker(pairs: Pairs, values: Floats) -> Floats:
    return np.asarray(
        np.bincount(pairs.earlier, values, pairs.workers)
        + np.bincount(pairs.later, values, pairs.workers)
    )


def _logit(p: Floats) -> Floats:
    p = np.clip(p, NEAREST, 1 - NEAREST)
    return np.asarray(np.log(p / (1 - p)))


def _expit(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)))
