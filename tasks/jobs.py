"""Jobs that researchers ask for: begun once, watched, stopped when nobody wants them, never lost.

One at a time, together with the reports, so that folds always find a free process. A job writes how
far it is twice a second; where its row says that nobody wants it any more, it stops."""

import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeAlias, TypeVar

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from analysis.progress import Failed, Progress
from annotation.models import Job
from tasks.advisory_lock import Lock, alone

BETWEEN_BEATS = 0.5
DEAD_AFTER = timedelta(seconds=60)
MOST_RUNS = 3

Status = Job.Status
Work = TypeVar("Work", bound=Job)
Made: TypeAlias = Mapping[str, Any]


class Stopped(Exception):
    """Nobody waits for the work any more: it was discarded, or begun again elsewhere."""


def run_job(
    model: type[Work], asked_id: int, make: Callable[[Work, Progress], Made], advice: str
) -> None:
    """What another is at, or what must wait for its turn, is left to the next sweep."""
    with alone(Lock.REPORT) as mine:
        run = begin(model, asked_id, advice) if mine else None
        if run is not None:
            found = model._default_manager.select_related("dataset").get(pk=asked_id)
            perform(found, run, make)


def waiting(model: type[Work]) -> QuerySet[Work]:
    """What is to be begun: nobody has begun it, or whoever has is silent for a minute."""
    dead = Q(status=Status.RUNNING, beat_at__lt=Now() - DEAD_AFTER)
    return model._default_manager.filter(Q(status=Status.WAITING) | dead).order_by("pk")


def start_waiting(model: type[Work], start: Callable[[int], None]) -> None:
    for asked_id in waiting(model).values_list("pk", flat=True):
        start(asked_id)


def begin(model: type[Work], asked_id: int, advice: str) -> int | None:
    """The number of this run; None where there is nothing to begin. What was begun three times and
    fell silent each time is given up; what somebody stopped and wanted back waits again."""
    asked = waiting(model).order_by().filter(pk=asked_id)
    problem = f"The work was interrupted {MOST_RUNS} times. {advice}"
    silent = asked.filter(status=Status.RUNNING, run__gte=MOST_RUNS)
    silent.update(status=Status.FAILED, problem=problem)
    if not asked.update(status=Status.RUNNING, run=F("run") + 1, beat_at=Now()):
        return None
    return model._default_manager.get(pk=asked_id).run


def perform(asked: Work, run: int, make: Callable[[Work, Progress], Made]) -> None:
    """`make` returns what to write into the row beside the state; it may raise Failed. It tells
    at once how many steps there are."""
    rows = type(asked)._default_manager.filter(pk=asked.pk, run=run, status=Status.RUNNING)
    beat = _Beat(rows)
    try:
        made = make(asked, beat)
    except Stopped:
        return
    except Failed as problem:
        rows.update(status=Status.FAILED, problem=str(problem))
        return
    rows.update(status=Status.READY, done=beat.total, total=beat.total, beat_at=Now(), **made)


class _Beat:
    """Writes how far the work is, but not at every step."""

    def __init__(self, rows: QuerySet[Any]) -> None:
        self.total = 0
        self._rows = rows
        self._last = 0.0

    def __call__(self, done: int, total: int) -> None:
        self.total = total
        if time.monotonic() - self._last >= BETWEEN_BEATS:
            self._last = time.monotonic()
            if not self._rows.update(done=done, total=total, beat_at=Now()):
                raise Stopped
