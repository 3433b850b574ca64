"""Alignment by Gibbs sampling of the states and probabilities of a hidden Markov model.

COLING 2014 §3.2 mentions Gibbs sampling next to EM and variational Bayes, and reports no results.
The model and its Dirichlet priors are those of the variational one: α = 1 for starts and moves, .1
for terms (Goldwater and Griffiths 2007 and Gao and Johnson 2008 for hidden Markov models). One
sweep draws, from their exact conditional distributions,

    probabilities of each kind  ~  Dirichlet(counts of that kind in the states + α)
    states of each document     ~  p(states | bags, probabilities)

The second is drawn as a whole: forward filtering, then sampling backward (Scott 2002). Sweeps leave
p(states, probabilities | bags) unchanged. The first BURN_IN sweeps are dropped, and the counts of
the next SAMPLES are averaged. A segment's group is its state on the best path (Viterbi) under the
probabilities (average count + α) / (all counts + α · choices), as after the other estimates.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from midpath.corpus.bags import Bags
from midpath.corpus.baselines import memberships
from midpath.corpus.chains import Chains, Counts, Floats, Weights
from midpath.corpus.estimates import ALPHA, ALPHA_WORDS, Allowed, allowed_moves
from midpath.corpus.hmm import initial_counts

BURN_IN, SAMPLES = 100, 100
SWEEPS = BURN_IN + SAMPLES

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Sampled:
    """The result of sampling.

    labels : the state of each segment
    objectives : after each sweep, the log-probability of the states and bags (`log_joint`)
    weights : (K × V) the probability of each term in each state
    """

    labels: NDArray[np.int64]
    objectives: list[float]
    weights: Floats

    @property
    def objective(self) -> float:
        """Return the mean of the objectives of the samples."""
        return float(np.mean(self.objectives[BURN_IN:]))


def sample(
    bags: Bags,
    groups: int,
    topology: str,
    rng: np.random.Generator,
    progress: Progress = lambda done, total: None,
) -> Sampled:
    """Sample a model in 200 sweeps, from the start of the variational one.

    `progress` is called after each sweep; it may raise to stop.
    """
    chains, allowed = Chains(bags), allowed_moves(topology, groups)
    counts = initial_counts(bags, chains, allowed, rng, progress)
    samples, objectives = [], []
    for sweep in range(SWEEPS):
        states = chains.draw_paths(draw_weights(counts, allowed, rng), rng)
        counts = count_states(bags, states, groups)
        objectives.append(log_joint(counts, allowed))
        if sweep >= BURN_IN:
            samples.append(counts)
        progress(sweep + 1, SWEEPS)
    weights = mean_weights(reduce(_sum, samples), allowed)
    return Sampled(chains.best_paths(weights), objectives, np.exp(weights.words))


def draw_weights(counts: Counts, allowed: Allowed, rng: np.random.Generator) -> Weights:
    """Draw the logs of all probabilities from Dirichlet(counts + α), row by row."""
    start = _draw_logs(counts.start[None] + ALPHA, rng)[0]
    moves = np.where(allowed, counts.moves + ALPHA, 1.0)
    return Weights(
        start, _draw_logs(moves, rng, allowed), _draw_logs(counts.words + ALPHA_WORDS, rng)
    )


def count_states(bags: Bags, states: NDArray[np.int64], groups: int) -> Counts:
    """Return how often each choice is made if the segments have these states.

    The log-likelihood of the counts is not computed; it is 0.
    """
    filled = np.diff(bags.starts) > 0
    first, last = bags.starts[:-1][filled], bags.starts[1:][filled] - 1
    following = np.append(states[1:], groups)
    following[last] = groups
    moves = np.zeros((groups, groups + 1))
    np.add.at(moves, (states, following), 1)
    words = np.ascontiguousarray((bags.counts.T @ memberships(states, groups)).T)
    return Counts(np.bincount(states[first], minlength=groups).astype(float), moves, words, 0.0)


def log_joint(counts: Counts, allowed: Allowed) -> float:
    """Return log p(states, bags), with the probabilities integrated out.

    It is the sum over all rows of probabilities, with n the counts of the row's C choices, of

        log Γ(Cα) − log Γ(Σ n + Cα) + Σ [ log Γ(n + α) − log Γ(α) ]

    >>> counts = Counts(np.ones(1), np.ones((1, 2)), np.array([[2.0]]), 0.0)
    >>> joint = log_joint(counts, allowed_moves("vanilla", 1)) # goes on once, then stops: 1/6
    >>> round(float(np.exp(joint)), 6)
    0.166667
    """
    moves = (row[may][None] for row, may in zip(counts.moves, allowed, strict=True))
    found = _log_marginal(counts.start[None], ALPHA) + _log_marginal(counts.words, ALPHA_WORDS)
    return found + sum(_log_marginal(row, ALPHA) for row in moves)


def mean_weights(total: Counts, allowed: Allowed) -> Weights:
    """Return the logs of the means of Dirichlet(average counts + α), from counts summed over the
    samples."""
    start = _log_means(total.start[None] / SAMPLES + ALPHA)[0]
    moves = np.where(allowed, total.moves / SAMPLES + ALPHA, 0)
    return Weights(start, _log_means(moves), _log_means(total.words / SAMPLES + ALPHA_WORDS))


def _draw_logs(shapes: Floats, rng: np.random.Generator, may: Allowed | None = None) -> Floats:
    """Return the logs of a draw from Dirichlet(shapes) for each row, over the choices it may make.

    Each is a gamma variable over their sum. The log of one with shape a is that of one with shape
    a + 1 plus log(u) / a with u uniform in (0, 1], which does not underflow for small a (Marsaglia
    and Tsang 2000, §6).
    """
    logs = np.log(rng.standard_gamma(shapes + 1)) + np.log1p(-rng.random(shapes.shape)) / shapes
    if may is not None:
        logs = np.where(may, logs, -np.inf)
    top = logs.max(axis=1, keepdims=True)
    found: Floats = logs - top - np.log(np.exp(logs - top).sum(axis=1, keepdims=True))
    return found


def _log_marginal(counts: Floats, prior: float) -> float:
    choices = counts.shape[1]
    rows = gammaln(choices * prior) - gammaln(counts.sum(axis=1) + choices * prior)
    return float(rows.sum() + (gammaln(counts + prior) - gammaln(prior)).sum())


def _log_means(raised: Floats) -> Floats:
    with np.errstate(divide="ignore"):
        found: Floats = np.log(raised / raised.sum(axis=1, keepdims=True))
    return found


def _sum(left: Counts, right: Counts) -> Counts:
    return Counts(left.start + right.start, left.moves + right.moves, left.words + right.words, 0.0)
