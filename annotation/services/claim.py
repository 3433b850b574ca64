"""Hand a worker her next HIT.

All workers of a campaign go through one stable shuffled order, so started HITs finish first; slots
that came back are offered before new ones. An enrolment remembers how far she has come in both
orders, so a claim costs the same however many HITs there are and however many she has done."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.db.models.functions import Now

from annotation.models import Assignment, Campaign, Enrolment
from annotation.services.errors import Busy, NothingLeft, NotServing
from annotation.services.release import expire_overdue

LEASE = """
    INSERT INTO annotation_assignment (hit_id, enrolment_id, status, claimed_at, expires_at)
    SELECT took.id, %(enrolment)s, 'open', statement_timestamp(),
           statement_timestamp() + make_interval(secs => %(seconds)s)
    FROM took
    RETURNING id
"""

# One statement takes a slot. `passed` is the first HIT before it that is still open and not hers:
# another claim held its lock, so her position stays before it and the next claim tries it again.
# OFFSET 0 keeps the planner from hashing all that she has done.
TAKE_SLOT = """
WITH slot AS (
    SELECT hit.id, hit.{order} AS place
    FROM annotation_hit hit
    WHERE hit.campaign_id = %(campaign)s AND hit.{order} > %(reached)s
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s OFFSET 0)
    ORDER BY hit.{order}
    LIMIT 1
    FOR NO KEY UPDATE OF hit {wait}
), took AS (
    UPDATE annotation_hit hit SET taken = hit.taken + 1 FROM slot WHERE hit.id = slot.id
    RETURNING hit.id
), leased AS ({lease}), passed AS (
    SELECT min(hit.{order}) AS place
    FROM annotation_hit hit, slot
    WHERE hit.campaign_id = %(campaign)s
      AND hit.{order} > %(reached)s AND hit.{order} < slot.place
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s OFFSET 0)
), moved AS (
    UPDATE annotation_enrolment enrolment
    SET {reached} = coalesce((SELECT place - 1 FROM passed), slot.place)
    FROM slot WHERE enrolment.id = %(enrolment)s
)
SELECT id FROM leased
"""

TAKE_NAMED_SLOT = """
WITH took AS (
    UPDATE annotation_hit hit SET taken = hit.taken + 1
    WHERE hit.id = %(hit)s AND hit.campaign_id = %(campaign)s AND hit.taken < hit.quota
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s)
    RETURNING hit.id
), leased AS ({lease})
SELECT id FROM leased
"""


@dataclass(frozen=True)
class Order:
    """A way through a campaign's HITs and the column that keeps how far a worker has come."""

    column: str
    reached: str

    def take(self, enrolment: Enrolment, *, wait: bool) -> int | None:
        statement = TAKE_SLOT.format(
            order=self.column,
            reached=self.reached,
            wait="" if wait else "SKIP LOCKED",
            lease=LEASE,
        )
        return _lease(statement, enrolment, reached=getattr(enrolment, self.reached))


REOPENED = Order("open_reopened", "reopening_reached")
FRESH = Order("open_position", "position_reached")


def claim_hit(*, enrolment_id: int, hit_id: int | None = None) -> Assignment:
    """The worker's open assignment, or a new one; NothingLeft or NotServing says why there is
    none. People take what comes next; only recorded work names the HIT that it was done on."""
    try:
        with transaction.atomic():
            enrolment = (
                Enrolment.objects.select_for_update(of=("self",), no_key=True)
                .select_related("campaign")
                .get(pk=enrolment_id)
            )
            assignment_id = _open_assignment(enrolment) or _take_slot(enrolment, hit_id)
            if assignment_id is None and hit_id is None:
                _remember_nothing_left(enrolment)
    except OperationalError as error:
        raise Busy("The server is busy. Your work is safe; try again in a moment.") from error
    if assignment_id is None:
        raise NothingLeft("There is nothing left for you in this campaign.")
    return Assignment.objects.select_related("hit__item").get(pk=assignment_id)


def _open_assignment(enrolment: Enrolment) -> int | None:
    """What she has open already. If its time ran out unnoticed, nobody else has it: it is hers for
    the same time again."""
    assignment = (
        Assignment.objects.filter(enrolment=enrolment, status=Assignment.Status.OPEN)
        .annotate(overdue=ExpressionWrapper(Q(expires_at__lte=Now()), BooleanField()))
        .first()
    )
    if assignment is None:
        return None
    if assignment.overdue:
        Assignment.objects.filter(pk=assignment.pk).update(
            expires_at=Now() + timedelta(seconds=enrolment.campaign.seconds_allotted)
        )
    return assignment.pk


def _take_slot(enrolment: Enrolment, hit_id: int | None) -> int | None:
    campaign = enrolment.campaign
    if campaign.status != Campaign.Status.LIVE:
        raise NotServing(
            NOT_SERVING[Campaign.Status(campaign.status)], campaign_status=campaign.status
        )
    reopened = campaign.reopenings > enrolment.reopening_reached
    if hit_id is not None:
        return _lease(TAKE_NAMED_SLOT.format(lease=LEASE), enrolment, hit=hit_id)
    if enrolment.nothing_left_at == campaign.reopenings:
        reopened = bool(expire_overdue(campaign_id=campaign.pk))
        if not reopened:
            return None
    for wait in (False, True):
        for order in (REOPENED, FRESH) if reopened else (FRESH,):
            taken = order.take(enrolment, wait=wait)
            if taken is not None:
                return taken
        reopened = bool(expire_overdue(campaign_id=campaign.pk)) or reopened
    return None


def _lease(statement: str, enrolment: Enrolment, **places: int) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(
            statement,
            {
                "campaign": enrolment.campaign_id,
                "enrolment": enrolment.pk,
                "seconds": enrolment.campaign.seconds_allotted,
                **places,
            },
        )
        row = cursor.fetchone()
    return row[0] if row else None


def _remember_nothing_left(enrolment: Enrolment) -> None:
    """The number of reopenings was read before the search, so one that came meanwhile counts as
    new."""
    reopenings = enrolment.campaign.reopenings
    if enrolment.nothing_left_at != reopenings:
        Enrolment.objects.filter(pk=enrolment.pk).update(nothing_left_at=reopenings)


NOT_SERVING = {
    Campaign.Status.DRAFT: "This campaign has not begun yet.",
    Campaign.Status.PAUSED: "This campaign is paused. Please come back later.",
    Campaign.Status.CLOSED: "This campaign is closed. Thank you for your work.",
}
