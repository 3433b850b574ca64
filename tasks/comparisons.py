"""Comparisons, made as reports are: beside the folds, from one snapshot, rarely and one by one."""

import time
from datetime import datetime, timedelta

from celery import shared_task
from django.db.models import F, Q
from django.db.models.functions import Now

from analysis.reading.judgment_rows import by_item, folded, rows_of_campaign
from analysis.reading.snapshot import snapshot
from analysis.reports.comparing import Annotated, Figures, Sets, compare
from annotation.models import Campaign, Comparison, Item
from annotation.services.clock import database_now
from tasks.advisory_lock import Lock, alone
from tasks.reports import FAILED_REST, REST_SECONDS, REST_SHARE

# Both sets together. Larger comparisons are made only when somebody asks.
MOST_JUDGMENTS = 150_000


@shared_task(name="tasks.compare", acks_late=False)
def comparison(comparison_id: int) -> None:
    """Make a comparison, unless a report or another one is being made: folds need a free
    process."""
    with alone(Lock.REPORT) as mine:
        if mine and comparison_id in due_comparisons():
            make_comparison(comparison_id)


def due_comparisons() -> list[int]:
    """Return the comparisons to make, the longest waiting first.

    These are those that somebody asked for, and those whose campaigns have changed and that have
    rested. Between large campaigns only those asked for are made.
    """
    found = (
        Comparison.objects.standing()
        .filter(project__deleted_at=None)
        .filter(Q(rests_until__lte=Now()) | Q(asked_at__isnull=False))
        .filter(crowd_flat__agreement__version__gt=0, gold_flat__agreement__version__gt=0)
        .with_campaigns()
        .defer("results")
        .order_by(F("made_at").asc(nulls_first=True), "pk")
    )
    return [one.pk for one in found if one.asked_at or _is_due(one)]


def make_comparison(comparison_id: int) -> bool:
    """Make a comparison; return False if it no longer exists.

    If it fails, it rests. A request that came while it was being made stays open.
    """
    began = time.monotonic()
    trying = Comparison.objects.standing().filter(pk=comparison_id)
    if not trying.update(asked_at=None, rests_until=Now() + FAILED_REST):
        return False
    with snapshot():
        standing = Comparison.objects.standing().with_campaigns()
        found = standing.filter(pk=comparison_id).first()
        if found is None:
            return False
        sets = {role: read_set(campaign) for role, campaign in found.campaigns if campaign}
        read_at = database_now()
    _store(found, compare(Sets(**sets)), read_at, time.monotonic() - began)
    return True


def read_set(campaign: Campaign) -> Annotated:
    """Read the judgments that are in the campaign's figures, so that results fit their version."""
    rows = by_item(rows_of_campaign(campaign.pk))
    items = list(Item.objects.filter(dataset=campaign.dataset_id).order_by("position"))
    return Annotated(
        words={item.text: item.words for item in items},
        vectors={item.text: folded(rows.get(item.pk, ())) for item in items},
    )


def _is_due(one: Comparison) -> bool:
    judged = sum(campaign.agreement.judgments for _, campaign in one.campaigns if campaign)
    return judged <= MOST_JUDGMENTS and (one.made_at is None or one.has_moved)


def _store(found: Comparison, results: Figures, read_at: datetime, took: float) -> None:
    Comparison.objects.filter(pk=found.pk).update(
        results=results,
        basis=found.versions,
        made_at=read_at,
        rests_until=Now() + timedelta(seconds=max(REST_SECONDS, REST_SHARE * took)),
    )
