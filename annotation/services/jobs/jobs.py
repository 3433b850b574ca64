"""What a researcher asks for and a Celery job makes: one at a time of a dataset, stopped when
nobody wants it, begun by a message or by the sweep.

The row is the job's queue: a sweep finds what a lost message left (tasks.jobs)."""

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
    """Within the caller's transaction: refuses a second piece of work of one kind, and clears what
    was discarded or failed a day ago."""
    insist_on_room(model, dataset, under_way)
    given_up = model._default_manager.filter(
        dataset=dataset, status__in=(Status.DISCARDED, Status.FAILED)
    )
    given_up.filter(beat_at__lt=Now() - FORGOTTEN_AFTER).delete()


def insist_on_room(model: type[Work], dataset: Dataset, under_way: str) -> None:
    """Within the caller's transaction: holds the dataset."""
    Dataset.objects.select_for_update().get(pk=dataset.pk)
    asked = model._default_manager.filter(dataset=dataset)
    if asked.filter(status__in=(Status.WAITING, Status.RUNNING)).exists():
        raise Conflict(under_way)


def discard_asked(asked: Job, **cleared: Any) -> bool:
    """Stops it where it is under way; whether it stood until now. It keeps what it found, but for
    what is `cleared`."""
    standing = type(asked)._default_manager.filter(pk=asked.pk)
    standing = standing.exclude(status__in=(Status.KEPT, Status.DISCARDED))
    return bool(standing.update(status=Status.DISCARDED, beat_at=Now(), **cleared))


def restore_asked(asked: Job, under_way: str, start: Callable[[int], None]) -> bool:
    """Within the caller's transaction; whether it was discarded until now. It comes back with its
    results, or with the reason why there are none; what had been stopped begins anew."""
    # The dataset before its work, as `make_room` does, so that the two never wait for each other.
    Dataset.objects.select_for_update().get(pk=asked.dataset_id)
    found = type(asked)._default_manager.select_for_update(of=("self",)).filter(pk=asked.pk).first()
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


def _status_before(asked: Job) -> Job.Status:
    if asked.results:
        return Status.READY
    return Status.FAILED if asked.problem else Status.WAITING
