"""Alignment by a hidden Markov model: a start, iterations, the best path of states."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.bags import Bags
from corpus.chains import Chains, Counts, Floats
from corpus.estimates import Allowed, Estimate, Maximum, Variational, allowed_moves

MOST_ITERATIONS = 100
LEAST_CHANGE = 1e-4
SMOOTHING = 0.1
SEEDS, SEEDS_FORWARD, MIX = 1, 10, 0.1

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Fit:
    """`labels`: the state of each segment. `objectives` before the first iteration and after each;
    `weights` (K × V): the probability of each term in each state."""

    labels: NDArray[np.int64]
    objectives: list[float]
    iterations: int
    converged: bool
    weights: Floats


def estimate_of(name: str, smoothing: float = SMOOTHING) -> Estimate:
    return Variational() if name == "vb" else Maximum(smoothing)


def fit(
    bags: Bags,
    groups: int,
    topology: str,
    estimate: Estimate,
    rng: np.random.Generator,
    progress: Progress = lambda done, total: None,
) -> Fit:
    """At most 100 iterations; fewer where one changes the objective by less than 10^-4 of its value
    (COLING 2014 §3.3). `progress` is told after each; to stop, it raises."""
    chains, allowed = Chains(bags), allowed_moves(topology, groups)
    weights, apart = estimate.weights(start(bags, allowed, rng), allowed)
    counts = chains.expect(weights)
    objectives = [counts.likelihood + apart]
    converged = False
    while not converged and len(objectives) <= MOST_ITERATIONS:
        weights, apart = estimate.weights(counts, allowed)
        shown = estimate.words(counts)
        counts = chains.expect(weights)
        objectives.append(counts.likelihood + apart)
        converged = abs(objectives[-1] - objectives[-2]) < LEAST_CHANGE * abs(objectives[-2])
        progress(len(objectives) - 1, MOST_ITERATIONS)
    return Fit(chains.best_paths(weights), objectives, len(objectives) - 1, converged, shown)


def start(bags: Bags, allowed: Allowed, rng: np.random.Generator) -> Counts:
    """Counts to begin with."""
    groups, rows = len(allowed), bags.counts.shape[0]
    lengths = np.diff(bags.starts)
    documents = np.count_nonzero(lengths)
    forward = not allowed[:, :-1].all()
    each = min(SEEDS_FORWARD if forward else SEEDS, rows)
    drawn = np.stack([rng.choice(rows, each, replace=False) for _ in range(groups)])
    if forward:
        place = np.concatenate([(np.arange(length) + 0.5) / length for length in lengths])
        drawn = np.sort(place.argsort(kind="stable").argsort()[drawn], axis=None)
        drawn = place.argsort(kind="stable")[drawn].reshape(groups, each)
    every = np.asarray(bags.counts.sum(axis=0), np.float64).ravel()
    own = np.stack([np.asarray(bags.counts[one].sum(axis=0), np.float64).ravel() for one in drawn])
    own /= np.maximum(own.sum(axis=1, keepdims=True), 1)
    words = (MIX * own + (1 - MIX) * every / every.sum()) * every.sum() / groups
    moves = np.where(allowed, 1.0, 0.0)
    moves *= (rows - documents) / groups / moves[:, :-1].sum(axis=1, keepdims=True)
    moves[:, -1] = documents / groups
    return Counts(np.full(groups, documents / groups), moves, words, 0.0)
