"""Rules for the work that a researcher asks for and a Celery job makes. A dataset has one piece of
work of each kind at a time, and discarding it stops it.

The row is the queue: a sweep finds what a lost message left (tasks.jobs)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.db.models.functions import Now

from annotation.models import Dataset, Job
from annotation.services.errors import Conflict, Invalid

MOST_SEED = 2**63 - 1
FORGOTTEN_AFTER = timedelta(days=1)

Status = Job.Status
Work = TypeVar("Work", bound=Job)


def make_room(model: type[Work], dataset: Dataset, under_way: str) -> None:
    """Refuse a second piece of work of one kind while one is under way, and delete those that were
    discarded or failed a day ago. This is within the caller's transaction."""
    insist_on_room(model, dataset, under_way)
    given_up = model._default_manager.filter(
        dataset=dataset, status__in=(Status.DISCARDED, Status.FAILED)
    )
    given_up.filter(beat_at__lt=Now() - FORGOTTEN_AFTER).delete()


def insist_on_room(model: type[Work], dataset: Dataset, under_way: str) -> None:
    """Refuse a second piece of work of one kind while one is under way. This locks the dataset
    within the caller's transaction."""
    Dataset.objects.select_for_update().get(pk=dataset.pk)
    asked = model._default_manager.filter(dataset=dataset)
    if asked.filter(status__in=(Status.WAITING, Status.RUNNING)).exists():
        raise Conflict(under_way)


def discard_job(job: Job, **cleared: Any) -> bool:
    """Discard a job, and stop it if it is under way; return whether it was not discarded or kept
    before.

    Its results stay, but for the columns that are `cleared`."""
    standing = type(job)._default_manager.filter(pk=job.pk)
    standing = standing.exclude(status__in=(Status.KEPT, Status.DISCARDED))
    return bool(standing.update(status=Status.DISCARDED, beat_at=Now(), **cleared))


def restore_job(job: Job, under_way: str, start: Callable[[int], None]) -> bool:
    """Restore a discarded job, within the caller's transaction; return whether it was discarded.

    It comes back with its results, or with the reason why there are none. One that had been stopped
    begins again."""
    # Lock the dataset before its work, as `make_room` does, so that the two cannot deadlock.
    Dataset.objects.select_for_update().get(pk=job.dataset_id)
    found = type(job)._default_manager.select_for_update(of=("self",)).filter(pk=job.pk).first()
    if found is None:
        raise Conflict("This was discarded more than a day ago and is gone. Ask again.")
    if found.status != Status.DISCARDED:
        return False
    found.status = _status_before(found)
    if found.under_way:
        insist_on_room(type(found), found.dataset, under_way)
        found.done = found.total = 0
        transaction.on_commit(lambda: start(found.pk))
    found.save(update_fields=["status", "done", "total"])
    return True


def insist_on_range(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Invalid(f"Give a whole number from {least:,} to {most:,}.", field=field)


def _status_before(job: Job) -> Job.Status:
    if job.results:
        return Status.READY
    return Status.FAILED if job.problem else Status.WAITING
