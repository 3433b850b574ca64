"""Votes as numbers, and the fit of a consensus model with one skill per worker."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.groups import Ints

Floats: TypeAlias = NDArray[np.float64]

TINY = 1e-10  # lowest probability: what no vote supports is unlikely, not impossible


class Votes(NamedTuple):
    """Votes (V,) as numbers from 0, of eight bytes each, and how many items, workers and labels
    there are. Each has a vote."""

    items: Ints
    workers: Ints
    labels: Ints
    n_items: int
    n_workers: int
    n_labels: int

    @property
    def shares(self) -> Floats:
        """Return (I, K): the share of each label among the votes on an item."""
        counts = self.by_label(np.ones(len(self.items)))
        shares: Floats = counts / counts.sum(axis=1, keepdims=True)
        return shares

    def by_label(self, weights: Floats) -> Floats:
        """Return (I, K): the sum of the weights (V,) of the votes for each label of an item."""
        cells = self.items * self.n_labels + self.labels
        sums = summed(cells, weights, self.n_items * self.n_labels)
        return sums.reshape(self.n_items, self.n_labels)

    def by_item(self, weights: Floats) -> Floats:
        return summed(self.items, weights, self.n_items)

    def by_worker(self, weights: Floats) -> Floats:
        return summed(self.workers, weights, self.n_workers)


class SkillFit(NamedTuple):
    """A fitted model with a single skill per worker.

    posterior : (I, K) the probability of each label of an item
    skill : (W,) how far to trust a worker; each model says what it means
    ease : (I,) how easy an item is, for models that estimate it
    rounds, converged : how long the fit took, and whether it stood still at the end
    """

    posterior: Floats
    skill: Floats
    rounds: int
    converged: bool
    ease: Floats | None = None


def votes_of(items: Ints, workers: Ints, labels: Ints) -> Votes:
    """Return votes as numbers. Raises ValueError if there is none, or if a number is skipped."""
    items, workers, labels = (
        np.asarray(column, dtype=np.int64) for column in (items, workers, labels)
    )
    sizes = []
    for column in (items, workers, labels):
        if not len(column) or np.bincount(column).min() < 1:
            raise ValueError("Each item, worker and label, numbered from 0, needs a vote.")
        sizes.append(int(column.max()) + 1)
    return Votes(items, workers, labels, *sizes)


def normalised(logs: Floats) -> Floats:
    """Return rows of probabilities from rows of their logarithms up to a constant.

    >>> normalised(np.log([[1.0, 3.0]])).round(6).tolist()
    [[0.25, 0.75]]
    """
    likely = np.exp(logs - logs.max(axis=1, keepdims=True))
    shares: Floats = likely / likely.sum(axis=1, keepdims=True)
    return shares


def summed(index: Ints, weights: Floats, size: int) -> Floats:
    """Return (size,) the sum of the weights of each index."""
    return np.bincount(index, weights, size).astype(np.float64, copy=False)
