"""Give a worker the next HIT.

All workers of a campaign follow one stable shuffled order, so HITs that were started finish first;
or each starts at their own place in it and wraps around (decision 18). Freed slots are offered
before new ones. An enrolment stores how far its worker has come in both orders, so the cost of a
claim depends neither on the number of HITs nor on how many are done."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import OperationalError, connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext, gettext_noop, ngettext

from annotation.models import Assignment, Campaign, Enrolment
from annotation.services.errors import (
    Busy,
    Enough,
    NothingLeft,
    NotServing,
    Stopped,
    TooMany,
    UsedUp,
)
from annotation.services.monitoring.counters import CLAIMS, counted
from annotation.services.pay.purse import make_room
from annotation.services.people.entry import require_steps
from annotation.services.work.allocation import check_load, check_window
from annotation.services.work.quality import stop_failed, why_stopped
from annotation.services.work.release import expire_overdue, was_slot_freed
from annotation.services.work.slots import (
    take_known,
    take_named_slot,
    take_next_slot,
    take_put_off,
    take_repeat,
)
from annotation.services.work.worker_state import (
    Stretch,
    WorkerState,
    lock_worker_state,
    reopened_ones,
    stretches_of,
)

NOT_SERVING = {
    Campaign.Status.DRAFT: gettext_noop("This work has not started yet."),
    Campaign.Status.PAUSED: gettext_noop("The work is paused. Please come back later."),
    Campaign.Status.CLOSED: gettext_noop("This work has ended. Thank you."),
}


USED_UP = gettext_noop(
    "The budget has run out for now. Everything you submitted in time is saved and will be paid. "
    "Please check again later."
)


OPEN_ASSIGNMENT = """
SELECT held.id, held.overdue,
       EXISTS (SELECT FROM annotation_purse WHERE campaign_id = %s OR project_id = %s)
FROM (SELECT) once LEFT JOIN (
    SELECT id, expires_at <= statement_timestamp() AS overdue FROM annotation_assignment
    WHERE enrolment_id = %s AND status = 'open' FOR NO KEY UPDATE
) held ON true
"""


class _Failed(Exception):
    """The worker has to be stopped first, in a separate transaction."""


class _NotCleared(Exception):
    """The worker has to be cleared in a separate transaction, or learns which step is missing."""


@counted(CLAIMS, lambda assignment: "given")
def claim_hit(*, enrolment_id: int, hit_id: int | None = None, paced: bool = False) -> Assignment:
    """Return the worker's open assignment, or a new one.

    Raise NothingLeft, NotServing (StepMissing if they are not cleared) or TooMany if there is none.
    People get the next HIT, at the campaign's pace (`paced`). Only recorded work names its HIT
    (`hit_id`)."""
    return _claim_hit(enrolment_id, hit_id, paced=paced)


def _claim_hit(enrolment_id: int, hit_id: int | None, *, paced: bool) -> Assignment:
    try:
        with transaction.atomic():
            worker = lock_worker_state(enrolment_id)
            assignment, limited = _open_assignment(worker)
            if assignment is None:
                worker = worker if limited else worker.without_budget()
                assignment = _take_affordable(worker, hit_id, paced=paced)
            if assignment is None and hit_id is None:
                _remember_nothing_left(worker)
        nothing_left = assignment is None and hit_id is None
        if nothing_left and was_slot_freed(worker.campaign_id, worker.reopenings):
            return _claim_hit(enrolment_id, hit_id, paced=paced)
    except _Failed:
        stop_failed(enrolment_id=enrolment_id)
        return _claim_hit(enrolment_id, hit_id, paced=paced)
    except _NotCleared:
        require_steps(enrolment_id=enrolment_id)
        return _claim_hit(enrolment_id, hit_id, paced=paced)
    except OperationalError as error:
        raise Busy(
            gettext("The server is busy. Your work is safe; try again in a moment.")
        ) from error
    if assignment is None:
        raise NothingLeft(gettext("There are no tasks left for you here."))
    return assignment


def _open_assignment(worker: WorkerState) -> tuple[Assignment | None, bool]:
    """Return the worker's open assignment, and whether a budget is set.

    If another transaction is ending the assignment, wait for that. If it expired unnoticed, nobody
    else has it, so the worker gets the same time again. From this statement on no budget can be set
    before the claim ends: setting one waits for all transactions with rows of this table."""
    with connection.cursor() as cursor:
        # Not prepared: a prepared statement would read what was there before it waited for a lock
        # of the whole table, and so miss a budget that is being set.
        cursor.execute(
            OPEN_ASSIGNMENT, [worker.campaign_id, worker.project_id, worker.enrolment_id]
        )
        assignment_id, overdue, limited = cursor.fetchone()
    if assignment_id is None:
        return None, limited
    if overdue:
        Assignment.objects.filter(pk=assignment_id).update(
            expires_at=Now() + timedelta(seconds=worker.seconds_allotted)
        )
    rows = Assignment.objects.timed().select_related("hit__item", "hit__suggestion")
    return rows.get(pk=assignment_id), limited


def _take_affordable(worker: WorkerState, hit_id: int | None, *, paced: bool) -> Assignment | None:
    """Take a slot. Raise UsedUp if there may be one that the budget does not cover; for such a
    worker the search is repeated later."""
    assignment = _take_slot(worker, hit_id, paced=paced)
    if assignment is not None or not worker.unit:
        return assignment
    room = make_room(worker.budgets)
    if room:
        assignment = _take_slot(worker, hit_id, paced=paced)
        room = assignment is not None or make_room(worker.budgets)
    if room is False:
        raise UsedUp(gettext(USED_UP))
    return assignment


def _take_slot(worker: WorkerState, hit_id: int | None, *, paced: bool) -> Assignment | None:
    if worker.status != Campaign.Status.LIVE:
        why = gettext(NOT_SERVING[Campaign.Status(worker.status)])
        raise NotServing(why, campaign_status=worker.status)
    if worker.stopped:
        raise Stopped(why_stopped(worker.enrolment_id), campaign_status=worker.status)
    if not worker.cleared:
        raise _NotCleared
    check_window(worker.status, worker.opens_at, worker.too_late, worker.too_early)
    if worker.has_failed:
        raise _Failed
    if worker.has_done_enough:
        raise Enough(
            ngettext(
                "You have done {done} task, the maximum per person here. Thank you for your work.",
                "You have done {done} tasks, the maximum per person here. Thank you for your work.",
                worker.most_hits or 0,
            ).format(done=f"{worker.most_hits:,}")
        )
    if paced and worker.wait:
        raise TooMany(gettext("That was too fast to have read the text."), wait=worker.wait)
    check_load(worker)
    if hit_id is not None:
        return take_named_slot(worker, hit_id)
    if worker.in_training:
        return take_known(worker)
    return (
        (_take_outside(worker) if worker.nothing_left_at != worker.reopenings else None)
        or _take_in_order(worker)
        or (take_put_off(worker) if worker.has_put_off else None)
    )


def _take_outside(worker: WorkerState) -> Assignment | None:
    """Take a HIT from outside the order, gold or a repeat, if it is due."""
    known = take_known(worker) if worker.known_is_next else None
    return known or (take_repeat(worker) if worker.repeat_is_next else None)


def _take_in_order(worker: WorkerState) -> Assignment | None:
    reopened = worker.reopenings > worker.reopening_reached
    if worker.nothing_left_at == worker.reopenings:
        reopened = bool(expire_overdue(campaign_id=worker.campaign_id))
        if not reopened:
            return None
    stretches = stretches_of(worker)
    first, later = stretches[:1], stretches[1:]
    for wait in (False, True):
        before = [reopened_ones(worker)] if reopened else []
        for stretch in before + first:
            assignment = take_next_slot(worker, stretch, wait=wait)
            if assignment is not None:
                return assignment
        reopened = bool(expire_overdue(campaign_id=worker.campaign_id)) or reopened
    return _take_later(worker, later)


def _take_later(worker: WorkerState, stretches: Sequence[Stretch]) -> Assignment | None:
    """Continue at the beginning of the order, once nothing is left up to its end, locked HITs
    included: a worker never returns to a stretch that they left."""
    for stretch in stretches:
        for wait in (False, True):
            assignment = take_next_slot(worker, stretch, wait=wait)
            if assignment is not None:
                return assignment
    return None


def _remember_nothing_left(worker: WorkerState) -> None:
    """Store the number of reopenings at which the worker found nothing left. It was read before the
    search, so a slot freed in the meantime counts as new."""
    if worker.nothing_left_at != worker.reopenings:
        Enrolment.objects.filter(pk=worker.enrolment_id).update(nothing_left_at=worker.reopenings)
