"""Let workers withdraw their work, from one campaign or from all of a project.

Their judgments leave the figures, consensus and gold from then on, in the same way as those of an
excluded worker, and others are asked to replace them. Nothing is deleted and they stay paid. It is
permanent: the database refuses to include the judgments again."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from annotation.models import Enrolment, Judgment, Worker
from annotation.schemes import OWN_WORDS
from annotation.services.audit import record_worker_event
from annotation.services.decisions.decide import withdraw_own_words
from annotation.services.people.entry import locked
from annotation.services.work.counting import recount

COUNTING = Q(assignments__judgment__counts=True)
IN_FIGURES = {"in_figures": Count("assignments__judgment", filter=COUNTING)}


@dataclass(frozen=True)
class Withdrawn:
    """The effect of a withdrawal: the campaigns that the worker left, the judgments that left the
    figures, and the judgments requested again from others."""

    campaigns: int = 0
    judgments: int = 0
    asked_again: int = 0


def withdraw(*, enrolment: Enrolment) -> Withdrawn:
    """Withdraw a worker's work from one campaign. Idempotent."""
    return _withdraw_all([enrolment.pk])


def withdraw_from_project(*, worker: Worker) -> Withdrawn:
    """Withdraw a worker's work from all campaigns of their project.

    Each campaign is a separate transaction, so that locks are short. After a failure, calling it
    again does the rest."""
    return _withdraw_all(list(to_withdraw_from(worker).values_list("pk", flat=True)))


def to_withdraw_from(worker: Worker) -> QuerySet[Enrolment]:
    """Return the enrolments from which a worker has not withdrawn, each with `in_figures`, the
    number of their judgments that would leave the figures."""
    mine = worker.enrolments.filter(withdrawn_at=None).select_related("campaign")
    return mine.annotate(**IN_FIGURES).order_by("pk")


def _withdraw_all(enrolments: Sequence[int]) -> Withdrawn:
    done = [_withdraw(key) for key in enrolments]
    return Withdrawn(
        sum(one.campaigns for one in done),
        sum(one.judgments for one in done),
        sum(one.asked_again for one in done),
    )


def _withdraw(enrolment_id: int) -> Withdrawn:
    with transaction.atomic():
        enrolment = locked(Enrolment(pk=enrolment_id))
        if enrolment.withdrawn_at is not None:
            return Withdrawn()
        Enrolment.objects.filter(pk=enrolment.pk).update(withdrawn_at=Now())
        enrolment.refresh_from_db(fields=["withdrawn_at"])
        changed = recount(enrolment.campaign, enrolment, None)
        if enrolment.campaign.scheme in OWN_WORDS:
            mine = Judgment.objects.filter(assignment__enrolment=enrolment)
            withdraw_own_words(list(mine.values_list("pk", flat=True)))
        record_worker_event(
            "worker.withdrew",
            enrolment,
            judgments=changed.judgments,
            asked_again=changed.asked_again,
        )
    return Withdrawn(1, changed.judgments, changed.asked_again)
