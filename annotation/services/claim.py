"""Hand a worker the next HIT.

All workers of a campaign go through one stable shuffled order, so started HITs finish first; slots
that came back are offered before new ones. An enrolment remembers how far the worker has come in
both orders, so a claim costs the same however many HITs there are and however many are done."""

from datetime import timedelta

from django.db import OperationalError, connection, transaction
from django.db.models.functions import Now

from annotation.models import Assignment, Campaign, Enrolment
from annotation.services.errors import Busy, Enough, NothingLeft, NotServing, Stopped, TooMany
from annotation.services.quality import stop_failed, why_stopped
from annotation.services.release import expire_overdue
from annotation.services.slots import (
    FRESH,
    REOPENED,
    Stand,
    lock_stand,
    take_known,
    take_named_slot,
    take_next_slot,
)

NOT_SERVING = {
    Campaign.Status.DRAFT: "This campaign has not begun yet.",
    Campaign.Status.PAUSED: "This campaign is paused. Please come back later.",
    Campaign.Status.CLOSED: "This campaign is closed. Thank you for your work.",
}


class _Failed(Exception):
    """This worker is to be stopped, in a transaction of its own, before anything else is done."""


def claim_hit(*, enrolment_id: int, hit_id: int | None = None, paced: bool = False) -> Assignment:
    """The worker's open assignment, or a new one; NothingLeft, NotServing or TooMany says why there
    is none. People take what comes next, at the campaign's pace; only recorded work names the HIT
    that it was done on."""
    try:
        with transaction.atomic():
            stand = lock_stand(enrolment_id)
            assignment = _open_assignment(stand) or _take_slot(stand, hit_id, paced=paced)
            if assignment is None and hit_id is None:
                _remember_nothing_left(stand)
    except _Failed:
        stop_failed(enrolment_id=enrolment_id)
        return claim_hit(enrolment_id=enrolment_id, hit_id=hit_id, paced=paced)
    except OperationalError as error:
        raise Busy("The server is busy. Your work is safe; try again in a moment.") from error
    if assignment is None:
        raise NothingLeft("There is nothing left for you in this campaign.")
    return assignment


def _open_assignment(stand: Stand) -> Assignment | None:
    """What she has open already; whoever is ending it is waited for. If its time ran out unnoticed,
    nobody else has it: it is hers for the same time again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, expires_at <= statement_timestamp() FROM annotation_assignment"
            " WHERE enrolment_id = %s AND status = 'open' FOR NO KEY UPDATE",
            [stand.enrolment_id],
        )
        found = cursor.fetchone()
    if found is None:
        return None
    assignment_id, overdue = found
    if overdue:
        Assignment.objects.filter(pk=assignment_id).update(
            expires_at=Now() + timedelta(seconds=stand.seconds_allotted)
        )
    return Assignment.objects.timed().select_related("hit__item").get(pk=assignment_id)


def _take_slot(stand: Stand, hit_id: int | None, *, paced: bool) -> Assignment | None:
    if stand.status != Campaign.Status.LIVE:
        raise NotServing(NOT_SERVING[Campaign.Status(stand.status)], campaign_status=stand.status)
    if stand.stopped:
        raise Stopped(why_stopped(stand.enrolment_id), campaign_status=stand.status)
    if stand.has_failed:
        raise _Failed
    if stand.has_done_enough:
        raise Enough(
            f"You have done {stand.most_hits:,} HITs, as many as one worker may do in this "
            "campaign. Thank you for your work."
        )
    if paced and stand.wait:
        raise TooMany("That was quicker than anybody reads.", wait=stand.wait)
    if hit_id is not None:
        return take_named_slot(stand, hit_id)
    if stand.in_training:
        return take_known(stand)
    known_is_next = stand.known_is_next and stand.nothing_left_at != stand.reopenings
    return (take_known(stand) if known_is_next else None) or _take_in_order(stand)


def _take_in_order(stand: Stand) -> Assignment | None:
    reopened = stand.reopenings > stand.reopening_reached
    if stand.nothing_left_at == stand.reopenings:
        reopened = bool(expire_overdue(campaign_id=stand.campaign_id))
        if not reopened:
            return None
    for wait in (False, True):
        for order in (REOPENED, FRESH) if reopened else (FRESH,):
            assignment = take_next_slot(stand, order, wait=wait)
            if assignment is not None:
                return assignment
        reopened = bool(expire_overdue(campaign_id=stand.campaign_id)) or reopened
    return None


def _remember_nothing_left(stand: Stand) -> None:
    """The number of reopenings was read before the search, so one that came meanwhile counts as
    new."""
    if stand.nothing_left_at != stand.reopenings:
        Enrolment.objects.filter(pk=stand.enrolment_id).update(nothing_left_at=stand.reopenings)
