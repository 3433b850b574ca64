"""What a researcher asks for and a Celery job makes: one at a time of a dataset, stopped when
nobody wants it, begun by a message or by the sweep.

The row is the job's queue: a sweep finds what a lost message left (tasks.jobs)."""

import logging
from datetime import timedelta
from typing import TypeVar

from celery import current_app
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from annotation.models import AskedWork, Dataset
from annotation.services.errors import Conflict, Invalid

logger = logging.getLogger(__name__)

MOST_SEED = 2**63 - 1
FORGOTTEN_AFTER = timedelta(days=1)
STALE_SECONDS = 5

Status = AskedWork.Status
Work = TypeVar("Work", bound=AskedWork)


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


def start_asked(task: str, asked_id: int) -> None:
    """What cannot be sent now, the next sweep sends."""
    try:
        current_app.send_task(task, args=(asked_id,), retry=False, expires=STALE_SECONDS)
    except (OperationalError, OSError) as error:
        logger.warning("Could not reach Redis; the sweep will begin %s: %s", task, error)


def insist_on_range(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Invalid(f"Give a whole number from {least:,} to {most:,}.", field=field)
