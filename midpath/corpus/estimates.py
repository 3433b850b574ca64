"""Estimates of a chain's weights from expected counts: maximum likelihood, with or without
smoothing, and variational Bayes (COLING 2014 §3.2, Table 5, eq. 7 and 8).
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma, gammaln

from midpath.corpus.chains import Counts, Floats, Weights

ALPHA, ALPHA_WORDS = 1.0, 0.1
SMOOTHING = 0.5

Allowed = NDArray[np.bool_]
TOPOLOGIES = ("vanilla", "all_forward", "strict_forward")


def allowed_moves(topology: str, groups: int) -> Allowed:
    """Return which moves a topology allows (ACL 2014 §3), K × (K + 1).

    From state k: to all states (vanilla), to k and all later ones (forward), or to k and the next
    one (strict forward). Any state may come first, and the document may stop after any, since the
    paper constrains neither.

    >>> allowed_moves("strict_forward", 3).astype(int).tolist()
    [[1, 1, 0, 1], [0, 1, 1, 1], [0, 0, 1, 1]]
    """
    ones = np.ones((groups, groups), bool)
    inner = {
        "vanilla": ones,
        "all_forward": np.triu(ones),
        "strict_forward": np.triu(ones) & ~np.triu(ones, 2),
    }[topology]
    return np.hstack([inner, np.ones((groups, 1), bool)])


class Estimate(Protocol):
    def weights(self, counts: Counts, allowed: Allowed) -> tuple[Weights, float]:
        """Return the weights estimated from counts, and the term that makes the objective.

        The objective is the log-likelihood under these weights plus the term.
        """

    def words(self, counts: Counts) -> Floats:
        """Return the probability of each term in each state, for display, K × V."""


@dataclass(frozen=True)
class Maximum:
    """Maximum likelihood: each choice has (count + smoothing) / (all counts + smoothing · choices).

    The choices are those that the topology allows. With smoothing λ this maximises the expected
    log-likelihood + λ Σ log probability. So the penalised likelihood, which each iteration raises,
    includes λ Σ log of all probabilities (a Dirichlet prior of 1 + λ, without its constant). λ = 0
    is plain maximum likelihood; an unreachable state then has equal probabilities.

    ACL 2014 §3 uses smoothing and does not say how much. Of .001 to 10 tried on OPP-115, .5 gives
    held-out documents the highest likelihood with the terms of ACL 2014 (vanilla, K = 10, four
    folds) and nearly so with those of COLING 2014, where .7 is better by less than a thousandth.
    """

    smoothing: float = SMOOTHING

    def weights(self, counts: Counts, allowed: Allowed) -> tuple[Weights, float]:
        given = (
            (counts.start[None], np.ones((1, len(counts.start)), bool)),
            (counts.moves, allowed),
            (counts.words, np.ones(counts.words.shape, bool)),
        )
        with np.errstate(divide="ignore"):
            start, moves, words = (np.log(self._shares(each, may)) for each, may in given)
        penalty = 0.0
        if self.smoothing:
            logs = (start, moves[allowed], words)
            penalty = self.smoothing * sum(float(each.sum()) for each in logs)
        return Weights(start[0], moves, words), penalty

    def words(self, counts: Counts) -> Floats:
        return self._shares(counts.words, np.ones(counts.words.shape, bool))

    def _shares(self, counts: Floats, may: Allowed) -> Floats:
        raised = np.where(may, counts + self.smoothing, 0)
        totals = raised.sum(axis=1, keepdims=True)
        bare = totals == 0
        shares: Floats = np.where(bare, may, raised) / np.where(
            bare, may.sum(axis=1, keepdims=True), totals
        )
        return shares


@dataclass(frozen=True)
class Variational:
    """Mean-field variational Bayes (Beal 2003) with symmetric Dirichlet priors.

    `alpha` is the prior for starts and moves, `alpha_words` for terms. Probabilities are replaced
    by exp E[log probability] = exp ψ(count + α) / exp ψ(all counts + α · choices); such weights sum
    to less than 1. The choices are those that the topology allows, the stop included (the paper's K
    with its boundary symbol). The bound is the log-likelihood under these weights less the
    Kullback-Leibler divergence of each posterior from its prior.
    """

    alpha: float = ALPHA
    alpha_words: float = ALPHA_WORDS

    def weights(self, counts: Counts, allowed: Allowed) -> tuple[Weights, float]:
        start, start_apart = _expected_logs(counts.start[None], self.alpha)
        words, words_apart = _expected_logs(counts.words, self.alpha_words)
        moves = np.full(counts.moves.shape, -np.inf)
        apart = start_apart + words_apart
        for row, may in enumerate(allowed):
            logs, row_apart = _expected_logs(counts.moves[row, may][None], self.alpha)
            moves[row, may] = logs[0]
            apart += row_apart
        return Weights(start[0], moves, words), -apart

    def words(self, counts: Counts) -> Floats:
        raised = counts.words + self.alpha_words
        shares: Floats = raised / raised.sum(axis=1, keepdims=True)
        return shares


def _expected_logs(counts: Floats, prior: float) -> tuple[Floats, float]:
    """Return each row's E[log probability] under Dirichlet(counts + prior), and a divergence.

    The divergence is KL(Dirichlet(counts + prior) ‖ Dirichlet(prior)), summed over all rows.
    """
    raised = counts + prior
    totals = raised.sum(axis=1, keepdims=True)
    logs: Floats = digamma(raised) - digamma(totals)
    choices = counts.shape[1]
    constant = counts.shape[0] * (gammaln(choices * prior) - choices * gammaln(prior))
    apart = gammaln(totals).sum() - gammaln(raised).sum() + (counts * logs).sum() - constant
    return logs, float(apart)
