"""Measures as functions of weights of items, from which intervals are computed.

An estimate takes weights (rows, items) and returns figures (rows, 1), NaN where undefined. Items
are sorted by their judgments, so that their order does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np

from agreement.bootstrap import Estimate, Floats
from agreement.groups import Ints
from agreement.library.result import Estimator
from agreement.votes.ballots import AnyBallots
from agreement.votes.kappa import of_both
from agreement.votes.label_intervals import defined, nominal_estimate, scale_estimate
from agreement.weighted.distance_alpha import Distance

Figure: TypeAlias = Callable[[Floats], Floats]  # weights (rows, items) -> (rows,)


def alpha_estimator(
    ballots: AnyBallots,
    numbers: Floats | Literal["ranks"] | None = None,
    distance: Distance | None = None,
) -> Estimator:
    """Return nominal alpha, alpha of numbers (interval) or of their ranks (ordinal), or alpha of a
    distance."""

    def estimator() -> tuple[Estimate, int]:
        times, m = _table(ballots)
        together = m > 1
        times[~together] = 0
        m = m * together
        if distance is not None:
            figure = _distance_alpha(times, m, _matrix(len(ballots.label_names), distance))
        elif numbers is None:
            figure = nominal_estimate(times, m)
        else:
            figure = scale_estimate(times, m, None if isinstance(numbers, str) else numbers)
        return _column(figure), len(m)

    return estimator


def text_estimator(units: Ints, labels: Ints, distance: Distance, power: int) -> Estimator:
    """Return alpha of segmentations under a distance. Texts weigh equally with the power 1, and by
    their annotations with 0."""

    def estimator() -> tuple[Estimate, int]:
        size, k = int(units.max()) + 1, int(labels.max()) + 1
        times = np.bincount(units * k + labels, minlength=size * k).reshape(size, k)
        m = times.sum(axis=1).astype(np.float64)
        between = times @ _matrix(k, distance) @ times.T
        own = np.diag(between) / (2 * (m - 1) * m**power)

        def alpha(weights: Floats) -> Floats:
            n = weights @ m
            within = weights @ own / (weights.sum(axis=1) if power else n)
            return _over(within, (weights @ between * weights).sum(axis=1) / (2 * n * (n - 1)))

        return _column(alpha), size

    return estimator


def cohen_estimator(ballots: AnyBallots, distance: Distance) -> Estimator:
    """Return Cohen's kappa, over the items that both workers labelled."""

    def estimator() -> tuple[Estimate, int]:
        k = len(ballots.label_names)
        both = of_both(ballots)
        one, other = both[:, np.lexsort(both)]
        d = _matrix(k, distance)
        apart = d[one, other]
        mine, theirs = np.eye(k)[one], np.eye(k)[other]

        def kappa(weights: Floats) -> Floats:
            n = weights.sum(axis=1)
            expected = np.einsum("rk,kl,rl->r", weights @ mine, d, weights @ theirs) / n**2
            return _over(weights @ apart / n, expected)

        return _column(kappa), len(one)

    return estimator


def fleiss_estimator(ballots: AnyBallots, distance: Distance) -> Estimator:
    """Return Fleiss' kappa of items with equally many labels."""

    def estimator() -> tuple[Estimate, int]:
        times, m = _table(ballots)
        d = _matrix(times.shape[1], distance)
        apart = np.einsum("ik,kl,il->i", times, d, times) / (m * (m - 1))

        def kappa(weights: Floats) -> Floats:
            n = weights.sum(axis=1)
            shares = weights @ times / (n * m[0])[:, None]
            return _over(weights @ apart / n, np.einsum("rk,kl,rl->r", shares, d, shares))

        return _column(kappa), len(m)

    return estimator


def gwet_estimator(ballots: AnyBallots, k: int, distance: Distance) -> Estimator:
    """Return AC1 or AC2; k is the number of labels that can be given."""

    def estimator() -> tuple[Estimate, int]:
        times, m = _table(ballots, k)
        d = _matrix(k, distance)
        together = (m > 1).astype(np.float64)
        unlike = np.einsum("ik,kl,il->i", times, d, times) / np.maximum(m * (m - 1), 1)
        shares = times / m[:, None]
        factor = (k * k - d.sum()) / (k * (k - 1))

        def coefficient(weights: Floats) -> Floats:
            observed = 1 - weights @ unlike / (weights @ together)
            p = weights @ shares / weights.sum(axis=1, keepdims=True)
            expected = factor * (p * (1 - p)).sum(axis=1)
            return _over(1 - observed, 1 - expected)

        return _column(coefficient), len(m)

    return estimator


def pairwise_estimator(ballots: AnyBallots) -> Estimator:
    """Return the mean over items of the share of pairs of judgments that agree."""

    def estimator() -> tuple[Estimate, int]:
        times, m = _table(ballots)
        together = (m > 1).astype(np.float64)
        alike = (times * (times - 1)).sum(axis=1) / np.maximum(m * (m - 1), 1)
        return _column(lambda weights: weights @ alike / (weights @ together)), len(m)

    return estimator


def _table(ballots: AnyBallots, k: int | None = None) -> tuple[Floats, Floats]:
    """Return how often each label was given (items, labels), and the number of judgments."""
    size, k = len(ballots.item_names), k or len(ballots.label_names)
    cells: Ints = ballots.items * k + ballots.labels
    times = np.bincount(cells, minlength=size * k).reshape(size, k).astype(np.float64)
    times = times[np.lexsort(times.T)] if size else times
    return times, times.sum(axis=1)


def _matrix(k: int, distance: Distance) -> Floats:
    matrix = np.zeros((k, k))
    for a in range(k):
        for b in range(a):
            matrix[a, b] = matrix[b, a] = float(distance(a, b))
    return matrix


def _distance_alpha(times: Floats, m: Floats, d: Floats) -> Figure:
    unlike = np.einsum("ik,kl,il->i", times, d, times) / np.maximum(m - 1, 1)

    def alpha(weights: Floats) -> Floats:
        n, totals = weights @ m, weights @ times
        expected = np.einsum("rk,kl,rl->r", totals, d, totals) / (n - 1)
        return defined(_over(weights @ unlike, expected), totals)

    return alpha


def _over(observed: Floats, expected: Floats) -> Floats:
    """Return 1 - observed / expected, NaN where expected is 0."""
    found: Floats = np.where(np.abs(expected) > 1e-12, 1 - observed / expected, np.nan)
    return found


def _column(figure: Figure) -> Estimate:
    def estimate(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return figure(weights)[:, None]

    return estimate
