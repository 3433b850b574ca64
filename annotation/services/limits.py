"""How many workers may join a campaign and how much each may do, while it runs as well."""

from django.db import transaction
from django.db.models import Count, F, Max, Q

from annotation.models import Assignment, Campaign, User
from annotation.models.campaign import MOST_HITS, MOST_WORKERS
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.terms import check_workers


def set_limits(
    *,
    campaign: Campaign,
    user: User,
    most_workers: int | None,
    most_hits_per_worker: int | None,
) -> Campaign:
    """Whoever has joined stays, and what a worker holds they may still submit."""
    with transaction.atomic():
        campaign = (
            Campaign.objects.select_for_update(of=("self",), no_key=True)
            .select_related("dataset")
            .get(pk=campaign.pk)
        )
        if campaign.status == Campaign.Status.DRAFT:
            raise Conflict("A draft's limits are among its terms: edit these instead.")
        before = [campaign.most_workers, campaign.most_hits_per_worker]
        _check_range("most_workers", most_workers, MOST_WORKERS)
        _check_range("most_hits_per_worker", most_hits_per_worker, MOST_HITS)
        campaign.most_workers, campaign.most_hits_per_worker = most_workers, most_hits_per_worker
        check_workers(campaign)
        if most_workers is not None and most_workers < campaign.worker_count:
            raise Invalid(
                f"{campaign.worker_count:,} workers have joined already. Choose a number from "
                f"{campaign.worker_count:,} on.",
                field="most_workers",
            )
        _check_done(campaign)
        campaign.save(update_fields=["most_workers", "most_hits_per_worker"])
        record_event(
            "campaign.limited",
            project=campaign.dataset.project_id,
            campaign=campaign,
            user=user,
            object_id=campaign.pk,
            before=before,
            after=[most_workers, most_hits_per_worker],
        )
    return campaign


def _check_done(campaign: Campaign) -> None:
    """Nobody is told that they could do fewer than they did: the cost at most would be untrue."""
    held = Count("assignments", Q(assignments__status=Assignment.Status.OPEN))
    done = F("submitted") - F("training_done") + F("held")
    most = campaign.enrolments.annotate(held=held).aggregate(most=Max(done))["most"] or 0
    if campaign.most_hits_per_worker is not None and campaign.most_hits_per_worker < most:
        raise Invalid(
            f"Some worker has {most:,} HITs done or in hand already. Choose a number from "
            f"{most:,} on.",
            field="most_hits_per_worker",
        )


def _check_range(field: str, value: int | None, most: int) -> None:
    if value is not None and not 1 <= value <= most:
        raise Invalid(f"Give a whole number from 1 to {most:,}.", field=field)
