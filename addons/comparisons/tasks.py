"""Comparisons, computed like reports: outside of the folds, from one snapshot, rarely and one by
one."""

import time
from datetime import datetime, timedelta

from celery import shared_task
from django.db import transaction
from django.db.models.functions import Now

from addons.comparisons.models import ComparedItem, Comparison
from addons.comparisons.results import compare_items, compare_sides, read_side
from addons.comparisons.services.due import due_comparisons
from analysis.reading.snapshot import snapshot
from annotation.services.clock import database_now
from annotation.services.jobs.kinds import Lane
from midpath.comparing.matching import ItemCompared
from midpath.json_types import Figures
from tasks.leases import alone
from tasks.reports import FAILED_REST, REST_SECONDS, REST_SHARE

BATCH = 2000


@shared_task(name="tasks.compare", acks_late=False)
def comparison(comparison_id: int) -> bool:
    """Compute a comparison, unless the lane of reports is full: folds need a free process."""
    with alone(f"compare {comparison_id}", Lane.COMPUTING) as mine:
        is_due = mine and comparison_id in due_comparisons()
        if is_due:
            make_comparison(comparison_id)
    return is_due


def make_comparison(comparison_id: int) -> bool:
    """Compute a comparison; return False if it no longer exists.

    After a failure it waits. A request that came during the computation stays open.
    """
    began = time.monotonic()
    trying = Comparison.objects.not_deleted().filter(pk=comparison_id)
    if not trying.update(asked_at=None, rests_until=Now() + FAILED_REST):
        return False
    with snapshot():
        active = Comparison.objects.not_deleted().with_sides()
        found = active.filter(pk=comparison_id).first()
        if found is None:
            return False
        sides = {role: read_side(side) for role, side in found.sides if side}
        read_at = database_now()
    results = compare_sides(found.scheme, sides)
    items = compare_items(found.scheme, sides)
    with transaction.atomic():
        _store(found, results, read_at, time.monotonic() - began)
        _store_items(found, items)
    return True


def _store(found: Comparison, results: Figures, read_at: datetime, took: float) -> None:
    Comparison.objects.filter(pk=found.pk).update(
        results=results,
        basis=found.versions,
        made_at=read_at,
        rests_until=Now() + timedelta(seconds=max(REST_SECONDS, REST_SHARE * took)),
    )


def _store_items(found: Comparison, items: list[ItemCompared]) -> None:
    """Replace the items of a comparison."""
    ComparedItem.objects.filter(comparison=found).delete()
    ComparedItem.objects.bulk_create(
        (
            ComparedItem(comparison=found, position=position, **one._asdict())
            for position, one in enumerate(items, 1)
        ),
        batch_size=BATCH,
    )
