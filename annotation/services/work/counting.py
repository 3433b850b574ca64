"""Decide which judgments count, and update what depends on it when that changes for a worker."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import HIT, Campaign, Enrolment, Judgment, User
from annotation.services.work.majority import lock_decision, settle_hits
from annotation.services.work.nudge import nudge_after_commit
from annotation.services.work.release import end_lease, free_slot


@dataclass(frozen=True)
class Recount:
    """The effect of a recount: the number of a worker's judgments that entered or left the figures,
    and the number of judgments that are asked again of others for it."""

    judgments: int = 0
    asked_again: int = 0


def is_out(campaign: Campaign, enrolment: Enrolment) -> bool:
    """Return whether all work of a worker is left out of the figures."""
    failed = enrolment.stopped_at is not None and campaign.leave_out_failed
    return failed or enrolment.excluded_at is not None


def recount(campaign: Campaign, enrolment: Enrolment, user: User | None) -> Recount:
    """Bring the figures and the slots in line with the present state of a worker's enrolment.

    The caller has locked and written the enrolment. A worker who gets nothing new loses the HIT
    that they hold. Locks are taken in the same order everywhere: assignment, judgments, decisions,
    campaign, HITs."""
    held = end_lease(enrolment=enrolment, user=user) if enrolment.has_ended else None
    counts = not is_out(campaign, enrolment)
    changing = judgments_of(enrolment).exclude(counts=counts)
    locked = changing.select_for_update(of=("self",), no_key=True).order_by("pk")
    found = list(locked.values_list("pk", "hit_id"))
    hits = [hit_id for _, hit_id in found]
    if found:
        lock_decision(hits)
        Judgment.objects.filter(pk__in=[pk for pk, _ in found]).update(counts=counts)
    if held is not None:
        free_slot(held)
    if not found:
        return Recount()
    asked_again = settle_hits(campaign, hits)
    nudge_after_commit(campaign.pk)
    return Recount(len(found), asked_again)


def judgments_of(enrolment: Enrolment) -> QuerySet[Judgment]:
    """Return a worker's judgments that count unless all of the worker's work is left out."""
    on_known = HIT.objects.filter(pk=OuterRef("hit"), known=True)
    took = Judgment.objects.filter(assignment__enrolment=enrolment, took_slot=True)
    return took.exclude(review__in=Judgment.OUT).exclude(Exists(on_known))
