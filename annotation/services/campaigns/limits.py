"""Set limits while a campaign runs: how many workers may join, how much each may do, how quickly,
and between which times."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Max, Q

from annotation.models import Assignment, Campaign, User
from annotation.models.terms.base import terms_of
from annotation.models.terms.serving_terms import Limits, Serving
from annotation.services.audit import record_campaign_event
from annotation.services.campaigns.campaign_lock import lock_launched_campaign
from annotation.services.campaigns.terms import check_times, check_workers
from annotation.services.errors import Invalid

KINDS = {one.name: one.kind for one in terms_of(Limits, Serving)}


def set_limits(
    *,
    campaign: Campaign,
    user: User,
    **limits: int | datetime | None,
) -> Campaign:
    """Change the given limits. Workers who have joined stay, and may still submit their open
    HIT."""
    with transaction.atomic():
        campaign = lock_launched_campaign(campaign, "its limits are")
        before = {name: getattr(campaign, name) for name in limits}
        for name, value in limits.items():
            if problem := KINDS[name].problem_with(value):
                raise Invalid(problem, field=name)
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
        record_campaign_event(
            "campaign.limited", campaign, user, before=_written(before), after=_written(limits)
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
