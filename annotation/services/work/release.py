"""Free slots: a worker returns their HIT, the lease expires, or it is taken back."""

from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext

from annotation.models import HIT, Assignment, Campaign, Enrolment, Skip, User
from annotation.services.accounts.access import audit_refused_hit
from annotation.services.audit import record_event, record_worker_event
from annotation.services.errors import Conflict, NotFound
from annotation.services.pay.purse import Budgets, give_back
from annotation.services.work.gold_scores import count_missed
from annotation.services.work.missing_judgments import (
    lock_decision,
    lock_decision_at_hand,
    settle_hits,
)


def return_hit(*, enrolment: Enrolment, assignment_id: int, skip: Skip | None = None) -> None:
    """Return an open HIT, with the reason if given. Idempotent. The worker's row is locked before
    the HIT's, as in a claim."""
    with transaction.atomic():
        locked = Enrolment.objects.select_for_update(of=("self",), no_key=True).get(pk=enrolment.pk)
        ended = Assignment.objects.filter(
            pk=assignment_id, enrolment=enrolment, status=Assignment.Status.OPEN
        ).update(status=Assignment.Status.RETURNED, ended_at=Now())
        if ended:
            rows = Assignment.objects.select_related("hit__campaign__dataset", "enrolment")
            assignment = rows.get(pk=assignment_id)
            hit = assignment.hit
            free_slot(assignment)
            Enrolment.objects.filter(pk=locked.pk).update(returned=F("returned") + 1)
            if hit.known:
                count_missed(enrolment.campaign, locked)
            if skip is not None:
                _keep_skip(skip, assignment)
            record_worker_event("hit.returned", enrolment, object_id=assignment_id)
            return
    status = (
        Assignment.objects.filter(pk=assignment_id, enrolment=enrolment)
        .values_list("status", flat=True)
        .first()
    )
    if status is None:
        audit_refused_hit(enrolment=enrolment, assignment_id=assignment_id)
        raise NotFound(gettext("This task is not yours. Go back to the task that you have open."))
    if status == Assignment.Status.SUBMITTED:
        raise Conflict(gettext("You have already submitted this task, so it cannot be returned."))


def _keep_skip(skip: Skip, assignment: Assignment) -> None:
    """Record why a HIT was skipped, and whether it comes back to the worker. HITs with gold answers
    and repeats do not: they are outside the order of HITs."""
    hit = assignment.hit
    skip.campaign_id, skip.hit_id = hit.campaign_id, hit.pk
    skip.save(force_insert=True)
    if skip.later and not hit.known and not assignment.repeat:
        Assignment.objects.filter(pk=skip.assignment_id).update(later=True)


def expire_overdue(*, campaign_id: int | None = None, limit: int = 500) -> int:
    """Free the slots of leases that have expired by the database's clock; return how many.

    With `campaign_id` only HITs without a gold answer are freed: a claim calls this while it has
    locked its worker's row, and ending a gold HIT changes the row of the worker who had it."""
    overdue = Assignment.objects.filter(status=Assignment.Status.OPEN, expires_at__lte=Now())
    if campaign_id is not None:
        overdue = overdue.filter(hit__campaign=campaign_id, hit__known=False)
    found = overdue.select_related("hit__campaign__dataset", "enrolment").order_by("expires_at")[
        :limit
    ]
    return sum(map(_expire, found))


WAIT_FOR_ENDING = """
SELECT count(*) FROM (
    SELECT FROM annotation_assignment assignment JOIN annotation_hit hit ON hit.id = hit_id
    WHERE hit.campaign_id = %s AND NOT known
      AND assignment.status = 'open' AND expires_at <= statement_timestamp()
    FOR NO KEY UPDATE OF assignment
) ending
"""


def was_slot_freed(campaign_id: int, reopenings: int) -> bool:
    """Return whether a slot was freed since there were this many reopenings.

    Slots that other claims free cannot be seen before these commit, so wait for all that are
    ending leases at this moment. The caller must hold no lock."""
    with connection.cursor() as cursor:
        cursor.execute(WAIT_FOR_ENDING, [campaign_id])
    return Campaign.objects.filter(pk=campaign_id).exclude(reopenings=reopenings).exists()


def _expire(assignment: Assignment) -> bool:
    """End one expired lease; return False if another transaction is ending it."""
    assignment_id, hit = assignment.pk, assignment.hit
    with transaction.atomic():
        enrolment = _lock_enrolment_of(assignment_id) if hit.known else None
        if hit.known and enrolment is None:
            return False
        # If the row is locked, it is being submitted, returned or expired at this moment.
        overdue = Assignment.objects.select_for_update(skip_locked=True).filter(
            pk=assignment_id, status=Assignment.Status.OPEN, expires_at__lte=Now()
        )
        if not list(overdue.values_list("pk")):
            return False
        Assignment.objects.filter(pk=assignment_id).update(
            status=Assignment.Status.EXPIRED, ended_at=Now()
        )
        free_slot(assignment)
        if enrolment is not None:
            count_missed(enrolment.campaign, enrolment)
        record_event("hit.expired", campaign=Campaign(pk=hit.campaign_id), object_id=assignment_id)
        return True


def _lock_enrolment_of(assignment_id: int) -> Enrolment | None:
    """Lock and return the enrolment of an assignment. Return None if another transaction has locked
    it: the next sweep tries again."""
    return (
        Enrolment.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
        .select_related("campaign")
        .filter(assignments=assignment_id)
        .first()
    )


def free_lease(*, enrolment: Enrolment, user: User | None, hit: HIT | None = None) -> bool:
    """Take back a worker's open HIT and offer it again. Return False if they have none, or not the
    given `hit`.

    If they still submit an answer, it is late: it is stored, and counts if the slot is still free.
    A caller within a transaction must not have locked a campaign or a HIT yet."""
    with transaction.atomic():
        lease = end_lease(enrolment=enrolment, user=user, hit=hit)
        if lease is not None:
            free_slot(lease)
    return lease is not None


def end_lease(
    *, enrolment: Enrolment, user: User | None, hit: HIT | None = None
) -> Assignment | None:
    """Release a worker's open assignment and return it, with its HIT.

    The caller has to free its slot afterwards. That locks the campaign, so it comes after all rows
    of the worker."""
    leases = Assignment.objects.filter(enrolment=enrolment, status=Assignment.Status.OPEN)
    if hit is not None:
        leases = leases.filter(hit=hit)
    found = (
        leases.select_for_update(of=("self",), no_key=True)
        .select_related("hit__campaign__dataset", "enrolment")
        .first()
    )
    if found is None:
        return None
    Assignment.objects.filter(pk=found.pk).update(status=Assignment.Status.RELEASED, ended_at=Now())
    record_event(
        "hit.released",
        campaign=enrolment.campaign,
        user=user,
        worker=enrolment.worker_id if user else None,
        object_id=found.pk,
    )
    return found


def free_slot(assignment: Assignment) -> None:
    """Free the slot of an assignment, with the money that it reserved, and offer it again.

    The campaign's row stays locked until commit, so reopenings become visible in the order of their
    numbers. A gold HIT has no slots, and a repeat takes none. A slot that is no longer needed is
    not offered: the HIT was settled without it, or it was added for a judgment that counts by
    now."""
    hit = assignment.hit
    campaign = hit.campaign
    give_back(Budgets.of(campaign, assignment.enrolment))
    if hit.known or assignment.repeat:
        return
    decides = hit.cap is not None or hit.quota > max(campaign.redundancy, hit.at_least)
    at_hand = decides and lock_decision_at_hand(hit.pk)
    reopened = next_reopenings(campaign.pk, 1)
    HIT.objects.filter(pk=hit.pk).update(taken=F("taken") - 1, reopened=reopened)
    if at_hand:
        settle_hits(campaign, [hit.pk], fold_follows=False)
    elif decides:
        transaction.on_commit(lambda: _settle_after(campaign, hit.pk), robust=True)


def _settle_after(campaign: Campaign, hit_id: int) -> None:
    """Decide on a HIT whose freed slot another decision still counted as taken. If a claim comes
    first, this costs at most one judgment."""
    with transaction.atomic():
        lock_decision([hit_id])
        settle_hits(campaign, [hit_id], fold_follows=False)


def next_reopenings(campaign_id: int, how_many: int) -> int:
    """Reserve this many numbers of reopenings and return the last one."""
    Campaign.objects.filter(pk=campaign_id).update(reopenings=F("reopenings") + how_many)
    return Campaign.objects.values_list("reopenings", flat=True).get(pk=campaign_id)
