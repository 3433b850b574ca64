"""Import large files as datasets: a request stores the file, and a job reads it."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, TypeAlias

from django.db import transaction

from annotation.models import Dataset, DatasetImport, DatasetUpload, Job, Project, SetImport, User
from annotation.services.datasets.dataset_writer import clean_name, unused_name
from annotation.services.datasets.datasets import (
    Faulty,
    fault_as_json,
    import_dataset,
    import_upload,
    lock_upload,
    read_sound,
    read_strictly,
    store_upload_as_dataset,
)
from annotation.services.datasets.readings import (
    choices_of,
    is_large,
    is_large_upload,
    lines_in,
    preview,
    read_stored,
)
from annotation.services.datasets.upload_limits import require_body
from annotation.services.errors import Conflict, NotFound, ServiceError
from annotation.services.jobs.jobs import ask_for_job
from annotation.services.jobs.set_imports import NotImported, begin_again, require_run
from annotation.services.sets.import_with_dataset import Keep, ask_to_keep
from midpath.exchange.lenient.excel_files import is_spreadsheet
from midpath.exchange.lenient.forgiving_rows import Fault
from midpath.exchange.lenient.layout import AS_GUESSED, Choices
from midpath.exchange.lenient.reader import Reading
from midpath.exchange.parquet import is_parquet
from midpath.exchange.rows import RowError

# The choices that API clients can send with a file.
SENT = ("control", "nested", "sheet")
# So many faults of a refused file are stored.
MAX_LISTED = 1000

Status = Job.Status
UNDER_WAY = (Status.WAITING, Status.RUNNING)
# Called with the rows that are read and their number, as far as it is known.
Progress: TypeAlias = Callable[[int, int], object]


def import_upload_or_ask(
    *, upload: DatasetUpload, user: User, leave_out: int = 0, keep: Keep | None = None
) -> Dataset | SetImport | DatasetImport:
    """Import an upload; ask for a job if it is large. The annotations to keep are imported by a job
    in any case."""
    if is_large_upload(upload):
        return ask_to_import_upload(upload=upload, user=user, leave_out=leave_out, keep=keep)
    if keep is None:
        return import_upload(upload=upload, user=user, leave_out=leave_out)
    body, filename = bytes(upload.body), upload.filename
    with transaction.atomic():
        dataset = import_upload(upload=upload, user=user, leave_out=leave_out)
        return ask_to_keep(dataset, user, filename, body, keep)


def import_file_or_ask(
    *,
    project: Project,
    user: User,
    name: str,
    filename: str,
    body: bytes,
    given: str = "file",
    choices: Choices = AS_GUESSED,
    keep: Keep | None = None,
) -> Dataset | SetImport | DatasetImport:
    """Import all of a file that an API client sent; ask for a job if it is large or packed. The
    annotations to keep are imported by a job in any case."""
    if is_large(body) or is_parquet(body) or is_spreadsheet(body):
        return ask_to_import_file(
            project=project,
            user=user,
            name=name,
            filename=filename,
            body=body,
            given=given,
            choices=choices,
            keep=keep,
        )
    with nullcontext() if keep is None else transaction.atomic():
        dataset = import_dataset(
            project=project,
            user=user,
            name=name,
            filename=filename,
            body=body,
            given=given,
            choices=choices,
        )
        return dataset if keep is None else ask_to_keep(dataset, user, filename, body, keep)


def ask_to_import_upload(
    *, upload: DatasetUpload, user: User, leave_out: int = 0, keep: Keep | None = None
) -> DatasetImport:
    """Ask for a dataset of an upload, which a job makes later. An upload that is being imported is
    not imported a second time; the upload stays until it is a dataset."""
    with transaction.atomic():
        stored = lock_upload(upload.pk)
        if found := under_way_of(stored):
            return found
        stored.imports.filter(status=Status.FAILED).delete()
        return _ask(stored, user, leave_out=leave_out, keep=keep)


def ask_to_import_file(
    *,
    project: Project,
    user: User,
    name: str,
    filename: str,
    body: bytes,
    given: str = "file",
    choices: Choices = AS_GUESSED,
    keep: Keep | None = None,
) -> DatasetImport:
    """Ask for a dataset of all of a file that an API client sent, which a job makes later."""
    require_body(body)
    with transaction.atomic():
        stored = DatasetUpload.objects.create(
            project=project,
            user=user,
            name=unused_name(project, name),
            filename=clean_name(filename)[-255:],
            body=body,
            choices={name: getattr(choices, name) for name in SENT if getattr(choices, name)},
        )
        return _ask(stored, user, given=given, keep=keep)


def _ask(
    upload: DatasetUpload, user: User, *, keep: Keep | None, **columns: object
) -> DatasetImport:
    unused_name(upload.project, upload.name)
    return ask_for_job(
        DatasetImport,
        project=upload.project,
        user=user,
        upload=upload,
        name=upload.name,
        filename=upload.filename,
        keep={} if keep is None else keep.as_json(),
        **columns,
    )


def under_way_of(upload: DatasetUpload) -> DatasetImport | None:
    return upload.imports.filter(status__in=UNDER_WAY).first()


def faults_of(upload: DatasetUpload) -> Sequence[Fault]:
    """Return the rows of an upload that cannot be taken; of a large one those that its last import
    listed, or else those of the preview."""
    if is_large_upload(upload):
        last = upload.imports.filter(status=Status.FAILED).first()
        if last is not None and "errors" in last.results:
            return [Fault(**fault) for fault in last.results["errors"]]
        reading = preview(upload)
        return () if reading is None else reading.faults
    return read_stored(upload).faults


def import_other_rows(*, job: DatasetImport, user: User, leave_out: int) -> DatasetImport:
    """Begin a refused import again, without the rows with faults that the researcher has seen."""
    with transaction.atomic():
        found = DatasetImport.objects.select_for_update(of=("self",)).get(pk=job.pk)
        if found.status != Status.FAILED or not found.results.get("sound") or found.given:
            raise Conflict("Only an import that was refused can leave rows out.")
        lock_upload(found.upload_id)
        begin_again(found, user, leave_out)
    return found


def make_dataset(*, job: DatasetImport, run: int, progress: Progress) -> Dataset:
    """Make the dataset of an import. The dataset, its items and the import's results are stored
    together, so a job that is restarted after a kill makes no second dataset.

    Raise NotImported if the file is refused, and Unwanted if this run was stopped or replaced."""
    if job.dataset is not None:
        return job.dataset
    try:
        upload = job.upload
        if upload is None:
            raise NotFound("The file was discarded. Upload it again.")
        reading = _read(job, upload, progress)
        items = len(reading.parsed.items)
        progress(items, items)
        require_run(job, run, done=items, total=items)
        with transaction.atomic():
            lock_upload(upload.pk)
            body = bytes(upload.body)
            dataset = store_upload_as_dataset(upload=upload, user=job.user, reading=reading)
            if job.keep:
                ask_to_keep(dataset, job.user, upload.filename, body, Keep.of_json(job.keep))
            require_run(job, run, dataset=dataset, upload=None)
    except Faulty as error:
        raise _not_imported(error) from error
    except ServiceError as error:
        raise NotImported(error) from error
    return dataset


def _read(job: DatasetImport, upload: DatasetUpload, progress: Progress) -> Reading:
    """Read and check all of a file. How many rows it has is known by its lines only."""
    body = bytes(upload.body if upload.cells is None else upload.cells)
    lines = lines_in(body)

    def tell(done: int) -> None:
        progress(done, max(done, lines))

    tell(0)
    if not job.given:
        return read_sound(upload, job.leave_out, tell)
    choices = choices_of(upload.choices)
    return Reading(read_strictly(upload.filename, body, job.given, choices, tell))


def _not_imported(error: Faulty) -> NotImported:
    error.details |= {
        "errors": list(map(_listed, error.faults[:MAX_LISTED])),
        "reasons": dict(Counter(fault.reason for fault in error.faults)),
        "count": error.count,
        "sound": error.sound,
    }
    return NotImported(error)


def _listed(fault: RowError) -> dict[str, Any]:
    more = {"reason": fault.reason, "text": getattr(fault, "text", "")}
    return fault_as_json(fault) | more
