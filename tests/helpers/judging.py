"""All judgments of a new worker, stored at once: the rows that claims and submissions leave,
without a transaction for each of them."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation.models import HIT, Assignment, AuditEvent, Enrolment, Item, Judgment, Purse
from annotation.schemes import scheme_of
from annotation.services.work.fold_trigger import trigger_fold_after_commit
from annotation.services.work.worker_state import WorkerState, lock_worker_state

Answer = Callable[[Item], dict[str, Any]]
MOMENT = timedelta(microseconds=1)


def judged_at_once(enrolment: Enrolment, answer: Answer) -> bool:
    """Store a new worker's answers to all HITs of a campaign, in the order in which they would be
    served. Return False, and store nothing, if the terms would serve anything but each HIT once."""
    with transaction.atomic():
        worker = lock_worker_state(enrolment.pk)
        hits = _in_order(worker)
        if not _are_plain(worker, enrolment) or not _are_open(worker, hits):
            return False
        _store(enrolment, worker, hits, answer)
    return True


def _in_order(worker: WorkerState) -> list[HIT]:
    hits = HIT.objects.filter(campaign=worker.campaign_id, known=False).order_by("position")
    found = [*hits.select_related("item__document")]
    return found[worker.start :] + found[: worker.start]


def _are_plain(worker: WorkerState, enrolment: Enrolment) -> bool:
    """Return whether no term adds HITs to the order, stops the worker, or reserves money."""
    campaign = enrolment.campaign
    limits = (
        *(worker.known_every, worker.repeat_every, worker.most_hits, worker.pilot),
        *(worker.claims_per_minute, worker.most_project_hits, worker.tenths),
    )
    return (
        worker.status == "live"
        and worker.cleared
        and limits == (None,) * len(limits)
        and not (worker.stopped or worker.in_training or worker.too_early or worker.too_late)
        and not (worker.done or campaign.warm_up or worker.reopenings)
        and not Purse.objects.exists()
    )


def _are_open(worker: WorkerState, hits: Sequence[HIT]) -> bool:
    """Return whether each HIT has a slot for the worker, and nothing but their redundancy decides
    how many."""
    places = [hit.position for hit in hits]
    return sorted(places) == [*range(1, worker.hit_count + 1)] and all(
        hit.cap is None and hit.taken < hit.quota for hit in hits
    )


def _store(enrolment: Enrolment, worker: WorkerState, hits: Sequence[HIT], answer: Answer) -> None:
    campaign, start = enrolment.campaign, timezone.now()
    scheme = scheme_of(campaign)
    leases = Assignment.objects.bulk_create(
        Assignment(
            hit=hit,
            enrolment=enrolment,
            status=Assignment.Status.SUBMITTED,
            claimed_at=start + 2 * number * MOMENT,
            expires_at=start + timedelta(seconds=worker.seconds_allotted),
            ended_at=start + (2 * number + 1) * MOMENT,
        )
        for number, hit in enumerate(hits)
    )
    judgments = []
    for number, lease in enumerate(leases):
        payload = answer(lease.hit.item)
        judgments.append(
            Judgment(
                assignment=lease,
                campaign=campaign,
                hit=lease.hit,
                submission_id=uuid4(),
                payload=payload,
                vector=[*scheme.parse(payload, lease.hit.item, campaign.settings)],
                submitted_at=start + (2 * number + 1) * MOMENT,
            )
        )
    AuditEvent.objects.bulk_create(
        AuditEvent(
            at=judgment.submitted_at,
            verb="judgment.submitted",
            campaign=campaign,
            worker_id=enrolment.worker_id,
            object_id=judgment.pk,
        )
        for judgment in Judgment.objects.bulk_create(judgments)
    )
    HIT.objects.filter(pk__in=[hit.pk for hit in hits]).update(taken=F("taken") + 1)
    Enrolment.objects.filter(pk=enrolment.pk).update(
        submitted=len(hits),
        earning=len(hits),
        position_reached=len(hits),
        paced_at=leases[-1].claimed_at if leases else None,
    )
    trigger_fold_after_commit(campaign.pk)
