"""The share of right answers of each worker, for campaigns that settle HITs by posterior.

The estimate is that of the one-coin model with the same prior for all answers, as in the decision
on a HIT. It is stored in thousandths, never 0 or 1000: no worker is always right."""

from typing import NamedTuple

import numpy as np

from agreement.groups import Ints
from agreement.skills.model_fit import Votes
from agreement.skills.one_coin import fit_one_coin
from analysis.reading.material import Material
from annotation.schemes import scheme_of
from annotation.schemes.mixins import Adaptive

# The accuracy of all votes together counts as this many votes of each worker, so that a few correct
# answers do not make an expert (docs/decisions/0068-settled-by-posterior.md).
PSEUDO_COUNT = 4.0


class Accuracies(NamedTuple):
    """The accuracy of each worker, by enrolment, and of all votes together, in thousandths; empty
    if the campaign does not need them."""

    of_workers: dict[int, int]
    mean: int | None


def accuracies_of(material: Material) -> Accuracies:
    """Return the accuracies of a campaign's workers from its folded judgments."""
    campaign, scheme = material.campaign, scheme_of(material.campaign)
    answers = None
    if campaign.settles_by_posterior and isinstance(scheme, Adaptive):
        answers = scheme.count_answers(campaign.settings)
    done = [one for one in material.work.done if one.folded]
    if answers is None or not done:
        return Accuracies({}, None)
    rows = np.array([(one.item, one.enrolment, one.vector[0]) for one in done])
    names, items = np.unique(rows[:, 0], return_inverse=True)
    enrolments, workers = np.unique(rows[:, 1], return_inverse=True)
    votes = Votes(items, workers, rows[:, 2], len(names), len(enrolments), answers)
    of_workers, mean = fit_accuracies(votes)
    return Accuracies(dict(zip(enrolments.tolist(), of_workers.tolist(), strict=True)), mean)


def fit_accuracies(votes: Votes) -> tuple[Ints, int]:
    """Return (W,) the accuracies of the workers, and that of all votes together, in thousandths."""
    fit = fit_one_coin(votes, pseudo_count=PSEUDO_COUNT, uniform=True)
    mean = fit.posterior[votes.items, votes.labels].mean()
    found = np.clip(np.rint(np.append(fit.skill, mean) * 1000), 1, 999).astype(np.int64)
    return found[:-1], int(found[-1])
