"""Store what the demo's simulated crowd did before now, all at once and with its own times.

Everything else in Midpath takes its times from the database's clock. Only the demo stores a past
that nobody had, and only of simulated workers: the rows that their claims and submissions would
have left, in one transaction, under the same constraints.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from uuid import NAMESPACE_OID, uuid5

from django.db import transaction
from django.db.models.functions import Least

from annotation.models import (
    HIT,
    Assignment,
    AuditEvent,
    Campaign,
    Dataset,
    Enrolment,
    Judgment,
    Project,
    Worker,
)
from annotation.services.clock import database_now
from tasks.management.demo.campaign import DemoCampaign
from tasks.management.demo.past import PastCrowd, Shift, Turn, in_order

# The project was prepared for so long before the first worker came.
PREPARED = timedelta(minutes=20)
COUNTERS = (
    *("submitted", "earning", "active_ms", "position_reached", "paced_at"),
    *("known_done", "known_right", "joined_at", "cleared_at", "stopped_at"),
)


def store_past(campaigns: Iterable[tuple[DemoCampaign, Campaign]]) -> None:
    """Let the crowd have judged the live campaigns in which no simulated worker did yet."""
    with transaction.atomic():
        now = database_now()
        crowds = [
            PastCrowd(campaign, demo, now)
            for demo, campaign in campaigns
            if campaign.status == Campaign.Status.LIVE and not _has_past(campaign)
        ]
        if crowds:
            _backdate([crowd.campaign for crowd in crowds], crowds[0].begin - PREPARED)
            _store([shift for crowd in crowds for shift in crowd.shifts()])


def _has_past(campaign: Campaign) -> bool:
    simulated = campaign.enrolments.filter(worker__source=Worker.Source.SIMULATED)
    return simulated.exists()


def _backdate(campaigns: Collection[Campaign], at: datetime) -> None:
    """Let the campaigns be older than their judgments, and in a new project everything else."""
    keys = [campaign.pk for campaign in campaigns]
    projects = {campaign.dataset.project_id for campaign in campaigns}
    Campaign.objects.filter(pk__in=keys).update(created_at=at, launched_at=at)
    AuditEvent.objects.filter(campaign__in=keys).update(at=at)
    if not Judgment.objects.filter(campaign__dataset__project__in=projects).exists():
        Project.objects.filter(pk__in=projects).update(created_at=at)
        Dataset.objects.filter(project__in=projects).update(created_at=at)
        AuditEvent.objects.filter(project__in=projects).update(at=at)


def _store(shifts: Sequence[Shift]) -> None:
    leases = {id(turn): _lease(turn) for turn in in_order(shifts, "began_at")}
    Assignment.objects.bulk_create(leases.values())
    judgments = [_judgment(turn, leases[id(turn)]) for turn in in_order(shifts, "ended_at")]
    Judgment.objects.bulk_create(judgments)
    _count_taken(shifts)
    _count_done(shifts)
    # Joins have just been recorded; they belong before the submissions, at their own times.
    AuditEvent.objects.filter(
        verb="worker.joined", object_id__in=[shift.enrolment.pk for shift in shifts]
    ).delete()
    events = [*map(_joined, shifts), *map(_submitted, judgments), *_stops(shifts)]
    AuditEvent.objects.bulk_create(sorted(events, key=lambda event: event.at))


def _lease(turn: Turn) -> Assignment:
    began = turn.times.began_at
    return Assignment(
        hit=turn.hit,
        enrolment=turn.enrolment,
        status=Assignment.Status.SUBMITTED,
        claimed_at=began,
        expires_at=began + timedelta(seconds=turn.enrolment.campaign.seconds_allotted),
        ended_at=turn.times.ended_at,
    )


def _judgment(turn: Turn, lease: Assignment) -> Judgment:
    return Judgment(
        assignment=lease,
        campaign_id=turn.enrolment.campaign_id,
        hit=turn.hit,
        submission_id=uuid5(NAMESPACE_OID, f"simulated/{lease.pk}"),
        payload=turn.payload,
        vector=turn.vector,
        counts=turn.right is None,
        submitted_at=turn.times.ended_at,
        active_ms=turn.times.active_ms,
        first_action_ms=turn.times.first_action_ms,
    )


def _count_taken(shifts: Sequence[Shift]) -> None:
    taken = Counter(turn.hit.pk for shift in shifts for turn in shift.turns if turn.right is None)
    hits = list(HIT.objects.filter(pk__in=taken))
    for hit in hits:
        hit.taken += taken[hit.pk]
    HIT.objects.bulk_update(hits, ["taken"], batch_size=500)


def _count_done(shifts: Sequence[Shift]) -> None:
    """Store how far each worker has come in each campaign, and when they first came."""
    first_seen: dict[int, datetime] = {}
    for shift in shifts:
        enrolment, turns, gold = shift.enrolment, shift.turns, shift.gold
        joined_at = joined(shift)
        enrolment.submitted = enrolment.earning = len(turns)
        enrolment.active_ms = sum(turn.times.active_ms for turn in turns)
        enrolment.position_reached = shift.ordinary
        enrolment.known_done, enrolment.known_right = len(gold), sum(gold)
        enrolment.joined_at = enrolment.cleared_at = joined_at
        enrolment.paced_at = turns[-1].times.began_at if turns else None
        enrolment.stopped_at = turns[-1].times.ended_at if shift.stopped else None
        worker = enrolment.worker_id
        first_seen[worker] = min(joined_at, first_seen.get(worker, joined_at))
    Enrolment.objects.bulk_update([shift.enrolment for shift in shifts], COUNTERS)
    for worker, at in first_seen.items():
        Worker.objects.filter(pk=worker).update(created_at=Least("created_at", at))


def joined(shift: Shift) -> datetime:
    """Return when a worker joined: a moment before their first task, or now."""
    reading = timedelta(seconds=45)
    return shift.turns[0].times.began_at - reading if shift.turns else shift.enrolment.joined_at


def _joined(shift: Shift) -> AuditEvent:
    enrolment = shift.enrolment
    return AuditEvent(
        at=enrolment.joined_at,
        verb="worker.joined",
        campaign_id=enrolment.campaign_id,
        worker_id=enrolment.worker_id,
        object_id=enrolment.pk,
    )


def _submitted(judgment: Judgment) -> AuditEvent:
    enrolment = judgment.assignment.enrolment
    return AuditEvent(
        at=judgment.submitted_at,
        verb="judgment.submitted",
        campaign_id=enrolment.campaign_id,
        worker_id=enrolment.worker_id,
        object_id=judgment.pk,
    )


def _stops(shifts: Iterable[Shift]) -> list[AuditEvent]:
    return [
        AuditEvent(
            at=shift.turns[-1].times.ended_at,
            verb="worker.stopped",
            campaign_id=shift.enrolment.campaign_id,
            worker_id=shift.enrolment.worker_id,
            object_id=shift.enrolment.pk,
            details=shift.stopped._asdict(),
        )
        for shift in shifts
        if shift.stopped is not None
    ]
