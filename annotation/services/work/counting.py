"""Decide which judgments count, and update what depends on it when that changes for a worker."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.models import HIT, Campaign, Enrolment, Judgment, User
from annotation.services.work.fold_trigger import trigger_fold_after_commit
from annotation.services.work.missing_judgments import lock_decision, settle_hits
from annotation.services.work.release import end_lease, free_slot


@dataclass(frozen=True)
class Recount:
    """The effect of a recount: the number of judgments that entered or left the figures, in total
    and by enrolment, and the number of judgments requested again from others."""

    judgments: int = 0
    asked_again: int = 0
    by_enrolment: Mapping[int, int] = field(default_factory=dict)


def is_out(campaign: Campaign, enrolment: Enrolment) -> bool:
    """Return whether all work of a worker is left out of the figures."""
    failed = enrolment.stopped_at is not None and campaign.leave_out_failed
    return failed or enrolment.excluded_at is not None or enrolment.withdrawn_at is not None


def recount(campaign: Campaign, enrolment: Enrolment, user: User | None) -> Recount:
    """Bring the figures and the slots in line with the current state of a worker's enrolment."""
    return recount_together(campaign, [enrolment], user)


def recount_together(
    campaign: Campaign, enrolments: Sequence[Enrolment], user: User | None
) -> Recount:
    """Do the same for several workers of a campaign, deciding on each HIT once.

    The caller has locked and written the enrolments, in one order. Workers who get nothing new lose
    their open HIT. Locks are taken in the same order everywhere: assignment, judgments, decisions,
    campaign, HITs."""
    ended = [enrolment for enrolment in enrolments if enrolment.has_ended]
    leases = [lease for one in ended if (lease := end_lease(enrolment=one, user=user)) is not None]
    out = {enrolment.pk for enrolment in enrolments if is_out(campaign, enrolment)}
    included = {enrolment.pk for enrolment in enrolments} - out
    changing = judgments_of(*enrolments).filter(
        Q(counts=True, assignment__enrolment__in=out)
        | Q(counts=False, assignment__enrolment__in=included)
    )
    locked = changing.select_for_update(of=("self",), no_key=True).order_by("pk")
    found = list(locked.values_list("pk", "hit_id", "assignment__enrolment", "counts"))
    hits = list(dict.fromkeys(hit_id for _, hit_id, _, _ in found))
    if found:
        lock_decision(hits)
    for counts in (True, False):
        if changed := [pk for pk, _, _, counted in found if counted is not counts]:
            Judgment.objects.filter(pk__in=changed).update(counts=counts)
    for lease in sorted(leases, key=lambda lease: lease.hit_id):
        free_slot(lease)
    if not found:
        return Recount()
    asked_again = settle_hits(campaign, hits)
    trigger_fold_after_commit(campaign.pk)
    return Recount(len(found), asked_again, Counter(worker for _, _, worker, _ in found))


def withdrawn_from(campaign: Campaign) -> int:
    """Return how many judgments workers of a campaign withdrew that would count otherwise, as far
    as their reviews go."""
    return withdrawn_among(Judgment.objects.filter(campaign=campaign))


def withdrawn_among(judgments: QuerySet[Judgment]) -> int:
    """Return how many of these judgments were withdrawn in this way."""
    gone = judgments.filter(assignment__enrolment__withdrawn_at__isnull=False)
    return _may_count(gone).count()


def judgments_of(*enrolments: Enrolment) -> QuerySet[Judgment]:
    """Return workers' judgments that count unless all of a worker's work is left out."""
    return _may_count(Judgment.objects.filter(assignment__enrolment__in=enrolments))


def _may_count(judgments: QuerySet[Judgment]) -> QuerySet[Judgment]:
    on_known = HIT.objects.filter(pk=OuterRef("hit"), known=True)
    took = judgments.filter(took_slot=True, repeat=False)
    return took.exclude(review__in=Judgment.OUT).exclude(Exists(on_known))
