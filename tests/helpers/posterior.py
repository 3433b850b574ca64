"""Posteriors as a slow, obvious twin computes them, and workers with a known accuracy."""

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from annotation.models import Campaign, Enrolment, Judgment, WorkerSignals
from annotation.schemes import scheme_of
from annotation.schemes.mixins import Adaptive

UNKNOWN = 750
CLOSE_ENOUGH = Fraction(1, 10**9)
OF_WORKER = "assignment__enrolment__signals__accuracy"


def set_accuracy(enrolment: Enrolment, accuracy: int | None) -> None:
    """Store how often a worker is right, in thousandths."""
    nothing = {
        **dict.fromkeys(("judgments", "ranked"), 0),
        **dict.fromkeys(("stake", "highest", "against", "highest_against"), 0.0),
    }
    WorkerSignals.objects.update_or_create(
        enrolment=enrolment,
        defaults={"accuracy": accuracy},
        create_defaults={
            "campaign_id": enrolment.campaign_id,
            "version": 1,
            "state": WorkerSignals.State.OPEN,
            "p": 1.0,
            "accuracy": accuracy,
            **nothing,
        },
    )


def slow_posterior(votes: Sequence[tuple[int, int]], answers: int) -> Fraction:
    """Return the posterior of the best answer to an item, from the answers and the accuracies, in
    thousandths, of its workers.

    >>> slow_posterior([(0, 900), (0, 600), (1, 900)], 2)
    Fraction(3, 5)
    """
    likely = [
        prod(
            Fraction(right, 1000) if given == true else Fraction(1000 - right, 1000) / (answers - 1)
            for given, right in votes
        )
        for true in range(answers)
    ]
    return Fraction(max(likely), sum(likely))


def reaching(campaign: Campaign) -> set[int]:
    """Return the HITs whose counting judgments give one answer the required posterior."""
    scheme = scheme_of(campaign)
    assert isinstance(scheme, Adaptive)
    answers = scheme.count_answers(campaign.settings)
    assert answers is not None
    current = Campaign.objects.get(pk=campaign.pk)
    votes: dict[int, list[tuple[int, int]]] = {}
    counting = Judgment.objects.filter(campaign=campaign, counts=True)
    for hit, vector, accuracy in counting.values_list("hit", "vector", OF_WORKER):
        right = accuracy or current.mean_accuracy or UNKNOWN
        votes.setdefault(hit, []).append((vector[0], right))
    least = Fraction(current.min_posterior) - CLOSE_ENOUGH
    return {hit for hit, given in votes.items() if slow_posterior(given, answers) >= least}
