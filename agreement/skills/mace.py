"""Consensus labels from workers who sometimes do not look: MACE (Hovy and others 2013).

Each item has one true label, all equally likely. For each vote, the worker w knows the label with
the probability q[w] and gives it; otherwise they give the label l with the probability x[w, l],
whatever the true one is. With m[v, k] = (1 - q[w]) * x[w, l] + q[w] * (1 if l = k, else 0) for a
vote v of w for l:

    T[i, k] ~ product of m[v, k] over the votes v on item i
    guessed[v] = sum over k of T[i, k] * (1 - q[w]) * x[w, l] / m[v, k]

Variational Bayes gives q a Beta prior and x a symmetric Dirichlet prior, with the authors' values,
and alternates the above with

    q[w], 1 - q[w] ~ exp(psi(the votes that w knew + 0.5)), exp(psi(those that w guessed + 0.5))
    x[w, l] ~ exp(psi(guessed votes of w for l + 10))     divided by exp(psi(the sum))

where psi is the digamma function, until no T changes by more than `tolerance`. Fits that start
elsewhere can end elsewhere: of `restarts` the one with the highest likelihood is returned. The
first starts from even numbers; the others are drawn from the `seed`.

D. Hovy, T. Berg-Kirkpatrick, A. Vaswani, E. Hovy: Learning Whom to Trust with MACE. NAACL-HLT 2013,
1120-1130, sections 3 and 4.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agreement.skills.model_fit import TINY, Floats, SkillFit, Votes, normalised, summed

KNOWING_PRIOR, GUESSING_PRIOR, STRATEGY_PRIOR = 0.5, 0.5, 10.0
NOISE = 0.5  # how unevenly a restart may begin
ASYMPTOTIC = 6.0  # from here on a few terms of the series of psi suffice


class Start(NamedTuple):
    """The numbers from which a fit begins.

    knowing : (W,) the probability that a worker knows the label
    guessing : (W,) the probability that they guess
    strategy : (W, K) the labels that they guess
    """

    knowing: Floats
    guessing: Floats
    strategy: Floats


class _Expected(NamedTuple):
    """The posterior (I, K), its log-likelihood, and for each vote (V,) the chance of a guess."""

    posterior: Floats
    likelihood: float
    guessed: Floats


def fit_mace(
    votes: Votes,
    rounds: int = 1000,
    tolerance: float = 1e-6,
    restarts: int = 10,
    seed: int = 0,
) -> SkillFit:
    """Return the best of several fits. `skill` is the probability of knowing the label.

    With one label nothing tells workers apart.

    >>> from agreement.skills.model_fit import votes_of
    >>> items, workers = np.repeat(np.arange(40), 3), np.tile(np.arange(3), 40)
    >>> labels = np.where(workers == 2, 0, items % 2)
    >>> found = fit_mace(votes_of(items, workers, labels), restarts=1)
    >>> found.skill.round(2).tolist(), found.posterior[1].round(2).tolist()
    ([0.99, 0.99, 0.01], [0.0, 1.0])
    """
    random = np.random.default_rng(seed)
    fits = [
        fit_from(votes, _start(votes, random if number else None), rounds, tolerance)
        for number in range(max(restarts, 1))
    ]
    return max(fits, key=lambda fit: fit[1])[0]


def fit_from(votes: Votes, start: Start, rounds: int, tolerance: float) -> tuple[SkillFit, float]:
    """Return the fit that begins at `start`, and its log-likelihood."""
    model, done, moved = start, 0, np.inf
    expected = _expected(votes, model)
    while done < rounds and moved > tolerance:
        model = _maximised(votes, expected.guessed)
        after = _expected(votes, model)
        moved = float(np.abs(after.posterior - expected.posterior).max())
        expected, done = after, done + 1
    skill = model.knowing / (model.knowing + model.guessing)
    fit = SkillFit(expected.posterior, skill, done, moved <= tolerance)
    return fit, expected.likelihood


def digamma(x: Floats) -> Floats:
    """Return psi(x), the derivative of the logarithm of the gamma function, for x > 0.

    psi(x) = psi(x + 1) - 1 / x up to 6, then the asymptotic series (Abramowitz and Stegun 1964,
    6.3.18); the error is below 1e-10.

    >>> digamma(np.array([1.0, 0.5])).round(9).tolist()
    [-0.577215665, -1.963510026]
    """
    x = np.array(x, dtype=np.float64)
    found = np.zeros_like(x)
    while (low := x < ASYMPTOTIC).any():
        found[low] -= 1 / x[low]
        x[low] += 1
    square = 1 / x**2
    series = square * (
        1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132)))
    )
    total: Floats = found + np.log(x) - 0.5 / x - series
    return total


def _start(votes: Votes, random: np.random.Generator | None) -> Start:
    shape = (votes.n_workers, 2 + votes.n_labels)
    drawn = np.ones(shape) if random is None else random.uniform(1, 2 + NOISE, shape)
    states = drawn[:, :2] / drawn[:, :2].sum(axis=1, keepdims=True)
    strategy = drawn[:, 2:] / drawn[:, 2:].sum(axis=1, keepdims=True)
    return Start(states[:, 1], states[:, 0], strategy)


def _expected(votes: Votes, model: Start) -> _Expected:
    guess = (model.guessing[:, None] * model.strategy)[votes.workers, votes.labels]
    right = guess + model.knowing[votes.workers]
    logs = votes.by_label(np.log(right) - np.log(guess))
    common = votes.by_item(np.log(guess))[:, None] - np.log(votes.n_labels)
    posterior = normalised(logs)
    likelihood = float(np.logaddexp.reduce(logs + common, axis=1).sum())
    # Of the true labels only the one that was given has another m than the guess itself.
    chance = posterior[votes.items, votes.labels]
    return _Expected(posterior, likelihood, 1 - chance + chance * guess / right)


def _maximised(votes: Votes, guessed: Floats) -> Start:
    k = votes.n_labels
    cells = votes.workers * k + votes.labels
    strategy = summed(cells, guessed, votes.n_workers * k).reshape(-1, k)
    knew = votes.by_worker(1 - guessed)
    total = digamma(knew + strategy.sum(axis=1) + KNOWING_PRIOR + GUESSING_PRIOR)
    knowing = np.exp(digamma(knew + KNOWING_PRIOR) - total)
    guessing = np.exp(digamma(strategy.sum(axis=1) + GUESSING_PRIOR) - total)
    smooth: Floats = strategy + STRATEGY_PRIOR
    rates = np.exp(digamma(smooth) - digamma(smooth.sum(axis=1))[:, None])
    return Start(knowing, np.maximum(guessing, TINY), rates)
