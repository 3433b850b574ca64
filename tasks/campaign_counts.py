"""Counts of large campaigns, stored for their dashboards (annotation.services.progress)."""

import time
from datetime import timedelta

from celery import shared_task
from django.db.models import Case, OuterRef, Subquery, When
from django.db.models.functions import Now

from analysis.reading.snapshot import snapshot
from annotation.models import AgreementState, Campaign, CampaignReport
from annotation.services.progress.campaign_counts import (
    COUNTING,
    KIND,
    OUTDATED,
    counts_to_store,
    large,
    mark_counts,
)
from tasks.leases import alone

REST_SECONDS = 10.0
# Counting may take at most a twentieth of one process.
REST_SHARE = 20


@shared_task(name="tasks.count_campaign", acks_late=False)
def count_campaign(campaign_id: int) -> bool:
    """Count a campaign if that is still due. It takes seconds at most, so it needs no slot of a
    lane, and does not wait for reports."""
    with alone(f"count_campaign {campaign_id}") as mine:
        is_due = mine and campaign_id in due_counts()
        if is_due:
            store_counts(campaign_id)
    return is_due


def due_counts() -> list[int]:
    """Return the large campaigns that have changed since they were counted, and whose wait is
    over."""
    reports = CampaignReport.objects.filter(kind=KIND)
    counted = Subquery(reports.filter(campaign=OuterRef("campaign")).values("version"))
    resting = reports.filter(rests_until__gt=Now()).values("campaign")
    of_large = large(Campaign.objects.filter(deleted_at=None)).values("pk")
    states = AgreementState.objects.filter(campaign__in=of_large, version__gt=0)
    found = states.exclude(campaign__in=resting).annotate(counted=counted).order_by("campaign")
    versions = found.values_list("campaign", "version", "counted")
    return [pk for pk, version, counted_at in versions if version != counted_at]


def store_counts(campaign_id: int) -> None:
    """Count a campaign, and store the counts with its version.

    The mark is set before the rows are read. If it is gone afterwards, something has changed since,
    and the campaign stays due."""
    began = time.monotonic()
    mark_counts(campaign_id, COUNTING)
    with snapshot():
        state = AgreementState.objects.select_related("campaign").get(campaign=campaign_id)
        results = counts_to_store(state.campaign)
    rest = max(REST_SECONDS, REST_SHARE * (time.monotonic() - began))
    CampaignReport.objects.filter(campaign=campaign_id, kind=KIND).update(
        version=Case(When(version=COUNTING, then=state.version), default=OUTDATED),
        judgments=state.judgments,
        basis=[state.version],
        results=results,
        made_at=Now(),
        rests_until=Now() + timedelta(seconds=rest),
    )
