"""Let workers take their work back, from one campaign or from all of a project.

Their judgments leave the figures, consensus and gold from then on, by the same way as those of a
worker who is excluded, and others are asked again. Nothing is deleted and they stay paid. It is for
good: nobody can put the judgments back, and the database refuses to."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from annotation.models import Enrolment, Judgment, Worker
from annotation.schemes import scheme_of
from annotation.services.audit import record_event
from annotation.services.decisions.decide import withdraw_own_words
from annotation.services.people.entry import locked
from annotation.services.work.counting import recount

COUNTING = Q(assignments__judgment__counts=True)
IN_FIGURES = {"in_figures": Count("assignments__judgment", filter=COUNTING)}


@dataclass(frozen=True)
class Withdrawn:
    """The effect of a withdrawal: the campaigns that the worker left, the judgments that left the
    figures, and the judgments that are asked again of others."""

    campaigns: int = 0
    judgments: int = 0
    asked_again: int = 0


def withdraw(*, enrolment: Enrolment) -> Withdrawn:
    """Take a worker's work out of one campaign. Who has withdrawn already stays so."""
    return _withdraw_all([enrolment.pk])


def withdraw_from_project(*, worker: Worker) -> Withdrawn:
    """Take a worker's work out of all campaigns of their project.

    Each campaign is a transaction of its own, so that locks are held briefly. After one that fails
    the same again does the rest."""
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
        if scheme_of(enrolment.campaign).own_words:
            mine = Judgment.objects.filter(assignment__enrolment=enrolment)
            withdraw_own_words(list(mine.values_list("pk", flat=True)))
        record_event(
            "worker.withdrew",
            campaign=enrolment.campaign,
            worker=enrolment.worker_id,
            object_id=enrolment.pk,
            judgments=changed.judgments,
            asked_again=changed.asked_again,
        )
    return Withdrawn(1, changed.judgments, changed.asked_again)
