"""How the weights of a chain follow from expected counts: maximum likelihood, smoothed or not, and
variational Bayes (COLING 2014 §3.2, Table 5, eq. 7 and 8)."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma, gammaln

from corpus.chains import Counts, Floats, Weights

ALPHA, ALPHA_WORDS = 1.0, 0.1
SMOOTHING = 0.5

Allowed = NDArray[np.bool_]
TOPOLOGIES = ("vanilla", "all_forward", "strict_forward")


def allowed_moves(topology: str, groups: int) -> Allowed:
    """Which moves a topology knows (ACL 2014 §3), K × (K + 1): from state k to all states, to k and
    all later ones, or to k and the next one. Any state may come first, and after any the document
    may stop: the paper constrains neither.

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
        """The weights that follow from counts, and what has to be added to the log-likelihood
        under them to make the objective."""

    def words(self, counts: Counts) -> Floats:
        """The probability of each term in each state, as it is shown, K × V."""


@dataclass(frozen=True)
class Maximum:
    """Each choice has (count + smoothing) / (all counts + smoothing · choices), over the choices
    that the topology allows. With smoothing λ this maximises the expected log-likelihood + λ Σ log
    probability, so the penalised likelihood, which each iteration raises, has λ Σ log of all
    probabilities beside it (a Dirichlet prior of 1 + λ, without its constant). λ = 0 is plain
    maximum likelihood; a state that nothing reaches then has all its choices alike.

    ACL 2014 §3 smooths and does not say by how much. Of .001 to 10 tried on OPP-115, .5 gives
    documents left out the highest likelihood under the terms of ACL 2014 (vanilla, K = 10, four
    parts) and nearly so under those of COLING 2014, where .7 is ahead by less than a thousandth."""

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
    """Mean-field variational Bayes (Beal 2003) with symmetric Dirichlet priors, `alpha` for starts
    and moves and `alpha_words` for terms. In place of a probability stands exp E[log probability] =
    exp ψ(count + α) / exp ψ(all counts + α · choices); such weights add up to less than 1. Choices
    are those that the topology allows, the stop included (the paper's K with its boundary symbol).
    The bound is the log-likelihood under these weights less the Kullback-Leibler divergence of each
    posterior from its prior."""

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
    """Of each row E[log probability] under Dirichlet(counts + prior), and KL(Dirichlet(counts +
    prior) ‖ Dirichlet(prior)) of all rows."""
    raised = counts + prior
    totals = raised.sum(axis=1, keepdims=True)
    logs: Floats = digamma(raised) - digamma(totals)
    choices = counts.shape[1]
    constant = counts.shape[0] * (gammaln(choices * prior) - choices * gammaln(prior))
    apart = gammaln(totals).sum() - gammaln(raised).sum() + (counts * logs).sum() - constant
    return logs, float(apart)
