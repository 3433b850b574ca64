"""Set limits while a campaign runs: how many workers may join, how much each may do, how quickly,
and between which times."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Max, Q

from annotation.models import Assignment, Campaign, User
from annotation.models.campaign import (
    MAX_CLAIMS,
    MAX_CONCURRENT,
    MAX_HITS,
    MAX_JOINS,
    MAX_WORKERS,
)
from annotation.services.audit import record_event
from annotation.services.campaigns.terms import check_times, check_workers
from annotation.services.errors import Conflict, Invalid

MAXIMUM = {
    "most_workers": MAX_WORKERS,
    "most_hits_per_worker": MAX_HITS,
    "joins_per_address": MAX_JOINS,
    "claims_per_minute": MAX_CLAIMS,
    "most_project_hits": MAX_HITS,
    "most_at_once": MAX_CONCURRENT,
}


def set_limits(
    *,
    campaign: Campaign,
    user: User,
    **limits: int | datetime | None,
) -> Campaign:
    """Change the given limits. Workers who have joined stay, and may still submit their open
    HIT."""
    with transaction.atomic():
        campaign = (
            Campaign.objects.select_for_update(of=("self",), no_key=True)
            .select_related("dataset")
            .get(pk=campaign.pk)
        )
        if campaign.status == Campaign.Status.DRAFT:
            raise Conflict(
                "This campaign is a draft, so its limits are part of the terms. Edit "
                "the terms instead."
            )
        before = {name: getattr(campaign, name) for name in limits}
        for name, value in limits.items():
            if not isinstance(value, datetime):
                _check_range(name, value, MAXIMUM.get(name, 0))
            setattr(campaign, name, value)
        check_workers(campaign)
        check_times(campaign)
        if campaign.most_workers is not None and campaign.most_workers < campaign.worker_count:
            raise Invalid(
                f"{campaign.worker_count:,} workers have already joined. Choose "
                f"{campaign.worker_count:,} or more.",
                field="most_workers",
            )
        _check_done(campaign)
        campaign.save(update_fields=list(limits))
        record_event(
            "campaign.limited",
            project=campaign.dataset.project_id,
            campaign=campaign,
            user=user,
            object_id=campaign.pk,
            before=_written(before),
            after=_written(limits),
        )
    return campaign


def _written(limits: Mapping[str, object]) -> dict[str, object]:
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in limits.items()
    }


def _check_done(campaign: Campaign) -> None:
    """Refuse a limit below what a worker has already done: the maximum cost would be wrong."""
    leases = Count("assignments", Q(assignments__status=Assignment.Status.OPEN))
    done = F("submitted") - F("training_done") + F("held")
    most = campaign.enrolments.annotate(held=leases).aggregate(most=Max(done))["most"] or 0
    if campaign.most_hits_per_worker is not None and campaign.most_hits_per_worker < most:
        raise Invalid(
            f"One worker already has {most:,} tasks, done or in progress. Choose {most:,} or more.",
            field="most_hits_per_worker",
        )


def _check_range(field: str, value: int | None, most: int) -> None:
    if value is not None and not 1 <= value <= most:
        raise Invalid(f"Enter a whole number from 1 to {most:,}.", field=field)
