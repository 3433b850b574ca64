"""Jobs requested by researchers: started once, monitored, stopped when discarded, never lost.

Jobs of one lane run one at a time (annotation.services.jobs.kinds). A job writes its progress twice
a second, and stops if its row says that it was discarded.
"""

import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from annotation.events import JobEnded, emit
from annotation.models import Job
from annotation.services.jobs.jobs import Unwanted, start_job
from annotation.services.jobs.kinds import JobKind, job_kinds, kind_of
from midpath.progress import Failed, Progress

BETWEEN_BEATS = 0.5
DEAD_AFTER = timedelta(seconds=60)
MAX_RUNS = 3

Status = Job.Status
Made: TypeAlias = Mapping[str, object]
Make: TypeAlias = Callable[[Any, Progress], Made]


def waiting(kind: JobKind) -> QuerySet[Job]:
    """Return the jobs to start: not started yet, or without a heartbeat for a minute."""
    dead = Q(status=Status.RUNNING, beat_at__lt=Now() - DEAD_AFTER)
    rows = kind.model._default_manager.filter(dataset__deleted_at=None)
    return rows.filter(Q(status=Status.WAITING) | dead).order_by("pk")


def start_waiting() -> None:
    for kind in job_kinds().values():
        for job_id in waiting(kind).values_list("pk", flat=True):
            start_job(kind, job_id)


def begin(kind: JobKind, job_id: int) -> int | None:
    """Start a job and return the number of this run; None if there is nothing to start.

    A job that stopped responding in three runs is given up. One that was stopped and then requested
    again is waiting, too.
    """
    found = waiting(kind).order_by().filter(pk=job_id)
    problem = f"The work was interrupted {MAX_RUNS} times. {kind.advice}"
    _end(found.filter(status=Status.RUNNING, run__gte=MAX_RUNS), kind, job_id, problem=problem)
    if not found.update(status=Status.RUNNING, run=F("run") + 1, beat_at=Now()):
        return None
    return kind.model._default_manager.get(pk=job_id).run


def perform(job: Job, run: int, make: Make) -> None:
    """Run a job.

    `make` returns the values to write into the row with the status; it may raise Failed. It reports
    at once how many steps there are.
    """
    rows = type(job)._default_manager.filter(pk=job.pk, run=run, status=Status.RUNNING)
    beat = _Beat(rows)
    try:
        made = make(job, beat)
    except Unwanted:
        return
    except Failed as problem:
        results = {"results": problem.results} if problem.results else {}
        _end(rows, kind_of(type(job)), job.pk, problem=str(problem), **results)
        return
    done = {"done": beat.total, "total": beat.total, "beat_at": Now(), **made}
    _end(rows, kind_of(type(job)), job.pk, **done)


def _end(rows: QuerySet[Job], kind: JobKind, job_id: int, **columns: object) -> None:
    """End a job as failed if it has a problem, else as ready, and emit the event in the same
    transaction. Rows taken over by another run are not changed."""
    failed = bool(columns.get("problem"))
    with transaction.atomic():
        if rows.update(status=Status.FAILED if failed else Status.READY, **columns):
            emit(JobEnded(kind.model._default_manager.get(pk=job_id), failed))


class _Beat:
    """A progress writer that does not write at every step."""

    def __init__(self, rows: QuerySet[Job]) -> None:
        self.total = 0
        self._rows = rows
        self._last = 0.0

    def __call__(self, done: int, total: int) -> None:
        self.total = total
        if time.monotonic() - self._last >= BETWEEN_BEATS:
            self._last = time.monotonic()
            if not self._rows.update(done=done, total=total, beat_at=Now()):
                raise Unwanted
