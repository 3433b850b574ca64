"""Consensus labels from workers of unequal skill on items of unequal ease: GLAD (Whitehill 2009).

Each item has one true label, all equally likely. A worker of skill a gives the true label of an
item of ease e^b with the probability s(a * e^b), where s(x) = 1 / (1 + e^-x), and each of the K - 1
other labels with an equal share of the rest. A skill of 0 is chance between right and wrong, a
negative one is worse. Both a and b have a normal prior with mean 1 and variance 1, as in the paper.

    T[i, k] ~ product over the votes on i of s for k, (1 - s) / (K - 1) for another label
    a, b maximise   sum over votes of  r * log s + (1 - r) * log(1 - s)
                    - sum of (a - 1)^2 / 2 - sum of (b - 1)^2 / 2

with r = T[i, l] for a vote for l on i. Each round takes one step of Newton's method in all a, then
one in all b (a generalised EM), until no T changes by more than `tolerance`.

J. Whitehill, P. Ruvolo, T. Wu, J. Bergsma, J. Movellan: Whose Vote Should Count More: Optimal
Integration of Labels from Labelers of Unknown Expertise. NIPS 2009, 2035-2043, sections 2 and 3.
"""

from __future__ import annotations

import numpy as np

from agreement.skills.model_fit import Floats, SkillFit, Votes, normalised

MEAN = 1.0  # of the priors of a and b
MAX_STEP = 1.0  # so that a step from far away does not overshoot


def fit_glad(votes: Votes, rounds: int = 1000, tolerance: float = 1e-6) -> SkillFit:
    """Fit the model. `skill` is a, without bounds; `ease` is e^b, above 0.

    With one label nothing tells workers apart.

    >>> from agreement.skills.model_fit import votes_of
    >>> items, workers = np.repeat(np.arange(40), 3), np.tile(np.arange(3), 40)
    >>> labels = np.where(workers == 2, 0, items % 2)
    >>> found = fit_glad(votes_of(items, workers, labels))
    >>> found.skill.round(1).tolist(), found.posterior[1].round(2).tolist()
    ([1.7, 1.7, 0.1], [0.0, 1.0])
    """
    skill, ease = np.full(votes.n_workers, MEAN), np.full(votes.n_items, MEAN)
    posterior = _expected(votes, skill, ease)
    done, moved = 0, np.inf
    while done < rounds and moved > tolerance:
        right = posterior[votes.items, votes.labels]
        skill = skill + _skill_step(votes, right, skill, ease)
        ease = ease + _ease_step(votes, right, skill, ease)
        after = _expected(votes, skill, ease)
        moved = float(np.abs(after - posterior).max())
        posterior, done = after, done + 1
    return SkillFit(posterior, skill, done, moved <= tolerance, np.exp(ease))


def _expected(votes: Votes, skill: Floats, ease: Floats) -> Floats:
    # log s(x) - log((1 - s(x)) / (K - 1)) = x + log(K - 1); the rest is common to all labels.
    strength = skill[votes.workers] * np.exp(ease)[votes.items]
    return normalised(votes.by_label(strength + np.log(max(votes.n_labels - 1, 1))))


def _skill_step(votes: Votes, right: Floats, skill: Floats, ease: Floats) -> Floats:
    """Return the step of Newton's method in each skill; the sum above is concave in them."""
    scale = np.exp(ease)[votes.items]
    sure = _sigmoid(skill[votes.workers] * scale)
    slope = votes.by_worker((right - sure) * scale) - (skill - MEAN)
    bend = votes.by_worker(sure * (1 - sure) * scale**2) + 1
    return np.clip(slope / bend, -MAX_STEP, MAX_STEP)


def _ease_step(votes: Votes, right: Floats, skill: Floats, ease: Floats) -> Floats:
    """Return a step in each b: Newton's where the sum above bends more than it does on average
    (Fisher scoring), which would overshoot there."""
    strength = skill[votes.workers] * np.exp(ease)[votes.items]
    sure = _sigmoid(strength)
    pull = votes.by_item((right - sure) * strength)
    bend = votes.by_item(sure * (1 - sure) * strength**2) + 1 + np.maximum(-pull, 0)
    return np.clip((pull - (ease - MEAN)) / bend, -MAX_STEP, MAX_STEP)


def _sigmoid(x: Floats) -> Floats:
    return (1 + np.tanh(x / 2)) / 2
