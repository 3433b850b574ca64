"""Import annotation files as sets: requested in a web request, read and stored by a job."""

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.models import AnnotationSet, Dataset, DatasetImport, Job, SetImport, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, ServiceError
from annotation.services.jobs.jobs import Unwanted, ask_for_job, require_room, start_job
from annotation.services.jobs.kinds import kind_of
from annotation.services.sets.reading import Progress
from annotation.services.sets.row_buffer import RowsAside
from annotation.services.sets.sets import (
    AnnotationFile,
    Provenance,
    new_set,
    read_annotations,
    require_unused_name,
    store_set,
)
from midpath.exchange.judged.reading_options import ReadingOptions

ORIGIN = ("made_by", "source", "licence", "version", "facts")

Status = Job.Status


class NotImported(Exception):
    """A file that cannot become a set: the reason and the details of the refusal."""

    def __init__(self, error: ServiceError) -> None:
        super().__init__(error.message)
        self.details = error.details


def ask_for_set_import(
    *,
    dataset: Dataset,
    user: User | None,
    name: str,
    file: AnnotationFile,
    provenance: Provenance | None = None,
    leave_out: int = 0,
) -> SetImport:
    """Request a set of all annotations in a file, made by a job.

    Faults that can be found without reading the file are refused at once. A file that is already
    being imported under this name, or already has a set, is not imported again."""
    own = new_set(dataset=dataset, user=user, name=name, file=file, provenance=provenance)
    with transaction.atomic():
        Dataset.objects.select_for_update().get(pk=dataset.pk)
        if under_way := _same_file(own, file):
            return under_way
        require_unused_name(own)
        return ask_for_job(
            SetImport,
            dataset=dataset,
            user=user,
            name=own.name,
            scheme=own.scheme,
            filename=own.filename,
            digest=own.digest,
            body=file.body,
            like=file.like,
            take=file.take,
            control=file.control,
            reading=file.reading.stored(),
            origin={one: getattr(own, one) for one in ORIGIN},
            leave_out=leave_out,
        )


def import_the_rest(*, job: SetImport, user: User, leave_out: int) -> SetImport:
    """Restart a refused import without the annotations whose faults the researcher has seen."""
    with transaction.atomic():
        found = SetImport.objects.select_for_update(of=("self",)).get(pk=job.pk)
        if found.status != Status.FAILED or not found.results.get("sound"):
            raise Conflict("Only an import that was refused can leave annotations out.")
        begin_again(found, user, leave_out)
    return found


def import_control(*, job: SetImport, user: User, control: str) -> None:
    """Restart a refused import for the answers to one of the file's controls."""
    with transaction.atomic():
        found = SetImport.objects.select_for_update(of=("self",)).get(pk=job.pk)
        known = found.results.get("controls", ()) if found.status == Status.FAILED else ()
        if control not in known:
            raise Conflict("Choose one of the controls that the refused import names.")
        found.control = control
        found.save(update_fields=("control",))
        begin_again(found, user, found.leave_out)


def begin_again(job: SetImport | DatasetImport, user: User, leave_out: int) -> None:
    """Begin a locked import again, within the caller's transaction."""
    kind = kind_of(type(job))
    require_room(kind, job)
    job.begin_again()
    job.leave_out = leave_out
    job.save(update_fields=("status", "problem", "results", "done", "total", "run", "leave_out"))
    record_event(
        f"{kind.name}.asked",
        project=job.home_project_id,
        user=user,
        object_id=job.pk,
        name=job.name,
        left_out=leave_out,
    )
    transaction.on_commit(lambda: start_job(kind, job.pk))


def make_set(*, job: SetImport, run: int, progress: Progress) -> AnnotationSet:
    """Create the set of an import. The set, its annotations and the state of the import are stored
    in one transaction, so that a job restarted after a kill creates no second set.

    Raise NotImported if the file is refused, and Unwanted if this run is no longer wanted."""
    if job.made is not None:
        return job.made
    file = AnnotationFile(
        scheme=job.scheme,
        filename=job.filename,
        body=bytes(job.body),
        like=job.like,
        take=job.take,
        control=job.control,
        reading=ReadingOptions.of_stored(job.reading),
    )
    try:
        own = new_set(
            dataset=job.dataset,
            user=job.user,
            name=job.name,
            file=file,
            provenance=Provenance(**job.origin),
        )
        with RowsAside() as rows:
            read_annotations(
                own=own, file=file, rows=rows, leave_out=job.leave_out, progress=progress
            )
            with transaction.atomic():
                store_set(own=own, rows=rows)
                require_run(job, run, made=own)
    except ServiceError as error:
        raise NotImported(error) from error
    return own


def require_run(job: SetImport | DatasetImport, run: int, **columns: object) -> None:
    """Store columns of an import, or raise Unwanted if this run was stopped or replaced."""
    running = type(job).objects.filter(pk=job.pk, run=run, status=Status.RUNNING)
    if not running.update(beat_at=Now(), **columns):
        raise Unwanted


def _same_file(own: AnnotationSet, file: AnnotationFile) -> SetImport | None:
    """Return the running import of this file; refuse a file that already has a set."""
    same = SetImport.objects.defer("body").filter(
        dataset=own.dataset,
        scheme=own.scheme,
        digest=own.digest,
        like=file.like,
        take=file.take,
        control=file.control,
        reading=file.reading.stored(),
    )
    if found := _under_way(same).filter(name=own.name).first():
        return found
    made = same.filter(made__isnull=False, made__deleted_at=None).select_related("made")
    other = _under_way(same).first() or made.first()
    if other is None:
        return None
    done = "is imported already, as" if other.made_id else "is being imported already, as"
    raise Conflict(f"This file {done} “{other.made or other.name}”.", field="file")


def _under_way(rows: QuerySet[SetImport]) -> QuerySet[SetImport]:
    return rows.filter(status__in=(Status.WAITING, Status.RUNNING))
