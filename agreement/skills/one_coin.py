"""Consensus labels from workers who are right as often for every label (one-coin Dawid-Skene).

A worker w gives an item's true label with the probability s[w], and each of the K - 1 others with
the probability (1 - s[w]) / (K - 1): one coin, whatever the true label is. Expectation maximisation
alternates, starting from the shares of the votes:

    p[k] = mean of T[i, k]
    s[w] = (sum of T[i, l] over the votes of w, for l on i, + c * s) / (number of votes of w + c)
    T[i, k] ~ p[k] * product over the votes on i of s[w] for k, (1 - s[w]) / (K - 1) for another

until no T changes by more than `tolerance`. s without a worker is the accuracy of all votes
together, and c, the `pseudo_count`, is how many votes of each worker it stands for. With c = 0 this
is the model of the paper. It has few numbers to estimate, so it suits sparse data better than a
confusion matrix per worker.

With `uniform`, p[k] is 1 / K. With two or three votes per item, an estimated p can drift until
almost every item has the same label.

Y. Zhang, X. Chen, D. Zhou, M. I. Jordan: Spectral Methods Meet EM: A Provably Optimal Algorithm for
Crowdsourcing. Journal of Machine Learning Research 17 (2016), 1-44, section 2.
"""

from __future__ import annotations

import numpy as np

from agreement.skills.model_fit import TINY, Floats, SkillFit, Votes, normalised

PSEUDO_COUNT = 1.0


def fit_one_coin(
    votes: Votes,
    rounds: int = 1000,
    tolerance: float = 1e-8,
    pseudo_count: float = PSEUDO_COUNT,
    *,
    uniform: bool = False,
) -> SkillFit:
    """Fit the model. `skill` is the probability of a correct answer.

    With one label nothing tells workers apart, and the skills are 1.

    >>> from agreement.skills.model_fit import votes_of
    >>> items, workers = np.repeat(np.arange(6), 3), np.tile(np.arange(3), 6)
    >>> labels = np.where(workers == 2, 0, items % 2)
    >>> fit_one_coin(votes_of(items, workers, labels), pseudo_count=0).skill.round(2).tolist()
    [1.0, 1.0, 0.5]
    """
    posterior, done, moved = votes.shares, 0, np.inf
    skill = _skill_of(votes, posterior, pseudo_count)
    while done < rounds and moved > tolerance:
        prior = None if uniform else np.maximum(posterior.mean(axis=0), TINY)
        likely = posterior_of(votes, skill, prior)
        moved = float(np.abs(likely - posterior).max())
        posterior, done = likely, done + 1
        skill = _skill_of(votes, posterior, pseudo_count)
    return SkillFit(posterior, skill, done, moved <= tolerance)


def posterior_of(votes: Votes, skill: Floats, prior: Floats | None = None) -> Floats:
    """Return (I, K): the probability of each label of an item.

    skill : (W,) the probability that a worker is right
    prior : (K,) that of each label before any vote; None: the same for all

    >>> ones = np.ones(3, dtype=np.int64)
    >>> votes = Votes(0 * ones, np.arange(3), np.array([0, 0, 1]), 1, 3, 2)
    >>> posterior_of(votes, np.array([0.9, 0.6, 0.9])).round(3).tolist()
    [[0.6, 0.4]]
    """
    others = max(votes.n_labels - 1, 1)
    odds = np.log(skill) - np.log((1 - skill) / others)
    # What all labels of an item have in common, the votes' (1 - s) / (K - 1), cancels out.
    logs = votes.by_label(odds[votes.workers])
    return normalised(logs if prior is None else np.log(prior) + logs)


def _skill_of(votes: Votes, posterior: Floats, pseudo_count: float) -> Floats:
    chances = posterior[votes.items, votes.labels]
    right = votes.by_worker(chances) + pseudo_count * chances.mean()
    judged = np.bincount(votes.workers, minlength=votes.n_workers) + pseudo_count
    skill: Floats = np.clip(right / judged, TINY, 1 - TINY)
    return skill
