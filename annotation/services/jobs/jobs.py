"""Request jobs, discard and restore them. A dataset, or a campaign, has one job of each kind at a
time, and discarding a job stops it.

The row is the queue: a Celery process does the work (tasks.run_job), and a sweep picks up jobs
whose message was lost."""

from datetime import timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models.functions import Now

from annotation.models import Dataset, Job, Project, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.kinds import JobKind, kind_of
from annotation.services.jobs.messages import send
from annotation.services.lifecycle.guard import require_open
from midpath.options.base import Options, Wrong

FORGOTTEN_AFTER = timedelta(days=1)

Status = Job.Status
Work = TypeVar("Work", bound=Job)


class Unwanted(Exception):
    """Raised in a job that was discarded, or that another run does."""


def ask_for_job(model: type[Work], *, user: User | None, **columns: object) -> Work:
    """Ask for a job, which a Celery process does later. Jobs of this kind on the same dataset, or
    in the same project, that were discarded or failed a day ago are deleted."""
    kind = kind_of(model)
    job = model(user=user, **columns)
    with transaction.atomic():
        require_room(kind, job)
        _forget_given_up(job)
        job.save()
        _record("asked", job, user)
        transaction.on_commit(lambda: start_job(kind, job.pk))
    return job


def start_job(kind: JobKind, job_id: int) -> bool:
    return send("tasks.job", kind.name, job_id)


def discard_job(*, job: Job, user: User) -> None:
    """Discard a job, and stop it if it is running. It can be restored until a day has passed and
    another job is started. Idempotent; does nothing if the result was saved."""
    discardable = type(job)._default_manager.filter(pk=job.pk)
    discardable = discardable.exclude(status__in=(Status.KEPT, Status.DISCARDED))
    kind = kind_of(type(job))
    if not kind.only_reads:
        require_open(job.home)
    with transaction.atomic():
        # Locked, as for publishing, before checking whether it is public.
        if not discardable.select_for_update(of=("self",), no_key=True).exists():
            return
        if job.is_public:
            raise Conflict("It is published at a public address. Unpublish it first.")
        discardable.update(status=Status.DISCARDED, beat_at=Now(), **kind.dropped)
        _record("discarded", job, user)


def restore_job(*, job: Job, user: User) -> None:
    """Restore a discarded job with its results, or with the reason why there are none. A stopped
    job starts again. Idempotent."""
    kind = kind_of(type(job))
    if kind.dropped:
        raise Conflict(f"A discarded {kind.name} cannot be restored. Start a new one.")
    with transaction.atomic():
        # Lock the dataset before its jobs, as asking does, so that the two cannot deadlock.
        home = _lock(job.home)
        if not kind.only_reads:
            require_open(home)
        found = type(job)._default_manager.select_for_update(of=("self",)).filter(pk=job.pk).first()
        if found is None:
            raise Conflict(
                "This was discarded more than a day ago and is deleted. Start a new one."
            )
        if found.status != Status.DISCARDED:
            return
        found.status = _status_before(found)
        if found.under_way:
            require_room(kind, found)
            found.done = found.total = 0
            transaction.on_commit(lambda: start_job(kind, found.pk))
        found.save(update_fields=["status", "done", "total"])
        _record("restored", found, user)


def require_options(options: Options) -> None:
    try:
        options.check()
    except Wrong as wrong:
        raise Invalid(str(wrong), field=wrong.field) from wrong


def require_room(kind: JobKind, job: Job) -> None:
    """Refuse another job of one kind while as many as may be are under way, and those of what is
    archived that would change it. This locks the dataset, or the project of a job that makes one,
    within the caller's transaction."""
    home = _lock(job.home)
    if not kind.only_reads:
        require_open(home)
    unfinished = kind.model._default_manager.filter(
        **{kind.of: getattr(job, kind.of)}, status__in=(Status.WAITING, Status.RUNNING)
    )
    if unfinished.count() >= kind.most:
        raise Conflict(kind.under_way)


def _lock(home: Dataset | Project) -> Dataset | Project:
    # An import that is being stored refers to its project for some seconds: nobody waits for that.
    rows = type(home).everything.select_for_update(no_key=isinstance(home, Project))
    locked: Dataset | Project = rows.get(pk=home.pk)
    return locked


def _forget_given_up(job: Job) -> None:
    of = "project" if isinstance(job.home, Project) else "dataset"
    given_up = type(job)._default_manager.filter(
        **{of: job.home}, status__in=(Status.DISCARDED, Status.FAILED)
    )
    given_up.filter(beat_at__lt=Now() - FORGOTTEN_AFTER).delete()


def _status_before(job: Job) -> Job.Status:
    if job.results:
        return Status.READY
    return Status.FAILED if job.problem else Status.WAITING


def _record(what: str, job: Job, user: User | None) -> None:
    kind = kind_of(type(job))
    record_event(
        f"{kind.name}.{what}",
        project=job.home_project_id,
        campaign=job.audit_campaign,
        user=user,
        object_id=job.pk,
        **{name: getattr(job, name) for name in kind.audited},
    )
