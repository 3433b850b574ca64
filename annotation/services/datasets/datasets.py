"""Import files as datasets, after a preview. Rows with faults are left out only if the researcher
says so."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType

import orjson
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from annotation.models import Dataset, DatasetImport, DatasetUpload, Job, Project, User
from annotation.services.audit import record_event
from annotation.services.datasets.dataset_writer import (
    clean_name,
    create_dataset,
    name_taken,
    unused_name,
)
from annotation.services.datasets.question_datasets import import_questions
from annotation.services.datasets.readings import (
    cells_of,
    read_stored,
    require_no_import,
    rows_of_parquet,
)
from annotation.services.datasets.upload_limits import require_body
from annotation.services.errors import Invalid, NotFound
from annotation.services.lifecycle.guard import require_open
from midpath.exchange.lenient.excel_files import Sheet, is_spreadsheet
from midpath.exchange.lenient.layout import AS_GUESSED, Choices
from midpath.exchange.lenient.reader import Reading, read_forgivingly, read_sent
from midpath.exchange.parquet import is_parquet
from midpath.exchange.readers import ParsedUpload, RowError, read_upload
from midpath.exchange.rows import MAX_ERRORS, Progress, unseen
from midpath.json_types import JsonMapping

FORGOTTEN_AFTER = timedelta(days=1)
MAX_NUMBERS = 1000
FAULTY = {"file": "The file has errors", "rows": "Some rows have errors"}


def store_upload(
    *, project: Project, user: User, name: str, filename: str, body: bytes
) -> DatasetUpload:
    """Store a file for its preview, without creating items. Uploads older than a day are deleted.
    One sheet of a spreadsheet, or the rows of a Parquet file, are read at once."""
    require_open(project)
    require_body(body)
    name = unused_name(project, name)
    sheet = cells_of(body) if is_spreadsheet(body) else None
    cells = sheet.cells.encode() if sheet else None
    if is_parquet(body):
        _, cells = rows_of_parquet(filename, body)
    with transaction.atomic():
        _forget_uploads(project)
        return DatasetUpload.objects.create(
            project=project,
            user=user,
            name=name,
            filename=clean_name(filename)[-255:],
            body=body,
            cells=cells,
            sheets=_sheets_of(sheet) if sheet else {},
        )


def _sheets_of(sheet: Sheet) -> dict[str, object]:
    return {"name": sheet.name, "names": list(sheet.names), "rows": list(sheet.rows)}


def _forget_uploads(project: Project) -> None:
    """Delete the project's uploads that were left for a day, except those being imported."""
    unfinished = DatasetImport.objects.filter(
        project=project, upload__isnull=False, status__in=(Job.Status.WAITING, Job.Status.RUNNING)
    )
    forgotten = DatasetUpload.objects.filter(
        project=project, uploaded_at__lt=Now() - FORGOTTEN_AFTER
    )
    forgotten.exclude(pk__in=unfinished.values("upload")).delete()


def discard_upload(*, upload: DatasetUpload, user: User) -> None:
    """Delete an upload. Idempotent."""
    with transaction.atomic():
        require_no_import(upload)
        DatasetImport.objects.filter(upload=upload.pk).delete()
        deleted, _ = DatasetUpload.objects.filter(pk=upload.pk).delete()
        if deleted:
            record_event(
                "upload.discarded",
                project=upload.project_id,
                user=user,
                object_id=upload.pk,
                filename=upload.filename,
            )


def import_upload(*, upload: DatasetUpload, user: User, leave_out: int = 0) -> Dataset:
    """Create a dataset from an upload and delete the upload.

    `leave_out` is the number of faulty rows that the researcher has seen and leaves out. An upload
    with more or other errors stays unchanged."""
    with transaction.atomic():
        stored = lock_upload(upload.pk)
        return store_upload_as_dataset(
            upload=stored, user=user, reading=read_sound(stored, leave_out)
        )


def lock_upload(upload_id: int | None) -> DatasetUpload:
    """Return an upload, locked within the caller's transaction."""
    rows = DatasetUpload.objects.select_for_update(of=("self",)).select_related("project")
    stored = None if upload_id is None else rows.filter(pk=upload_id).first()
    if stored is None:
        raise NotFound("This upload has already been imported or discarded.")
    return stored


def read_sound(upload: DatasetUpload, leave_out: int, progress: Progress = unseen) -> Reading:
    """Read an upload, or raise Invalid unless the only faults are as many rows to leave out."""
    reading = read_stored(upload, progress)
    if reading.parsed.errors or (reading.faults and len(reading.faults) != leave_out):
        raise Faulty("file", reading.parsed, reading.faults)
    if not reading.parsed.items:
        raise Invalid("No row of the file can be taken.", field="file")
    return reading


def store_upload_as_dataset(
    *, upload: DatasetUpload, user: User | None, reading: Reading
) -> Dataset:
    """Make a dataset of what was read of an upload and delete the upload, within the caller's
    transaction."""
    dataset = store_dataset(
        project=upload.project,
        user=user,
        name=upload.name,
        parsed=reading.parsed,
        filename=upload.filename,
        left_out=_left_out(reading),
    )
    upload.delete()
    return dataset


def _left_out(reading: Reading) -> dict[str, object]:
    """Return what is recorded about left-out rows: how many, why, and the first row numbers."""
    if not reading.faults:
        return {}
    return {
        "rows": len(reading.faults),
        "reasons": dict(reading.reasons),
        "numbers": [fault.row for fault in reading.faults[:MAX_NUMBERS]],
    }


def import_dataset(
    *,
    project: Project,
    user: User | None,
    name: str,
    filename: str,
    body: bytes,
    given: str = "file",
    choices: Choices = AS_GUESSED,
) -> Dataset:
    """Import a whole file, or raise Invalid with the errors by row. `given` is the client's field
    of the file: file or rows. Of `choices` count the control, the sheet and nested fields."""
    require_body(body)
    name = unused_name(project, name)
    parsed = read_strictly(filename, body, given, choices)
    return store_dataset(
        project=project, user=user, name=name, parsed=parsed, filename=clean_name(filename)
    )


def read_strictly(
    filename: str,
    body: bytes,
    given: str,
    choices: Choices = AS_GUESSED,
    progress: Progress = unseen,
) -> ParsedUpload:
    """Read a file that an API client sent, or raise Invalid with the errors by row."""
    if given == "file" and is_spreadsheet(body):
        return _read_sheet_strictly(filename, body, choices, progress)
    if choices.sheet:
        raise Invalid("Only Excel workbooks have sheets.", field="sheet")
    filename, body = rows_of_parquet(filename, body)
    parsed = read_upload(filename, body, progress, choices.control, choices.nested)
    if parsed.errors:
        raise Faulty(given, parsed)
    return parsed


def _read_sheet_strictly(
    filename: str, body: bytes, choices: Choices, progress: Progress
) -> ParsedUpload:
    """Read a sheet with the guesses of the upload page, or raise Invalid with the errors by row."""
    sheet = cells_of(body, choices.sheet)
    reading = read_forgivingly(filename, body, choices, sheet, progress=progress)
    if reading.parsed.errors or reading.faults:
        raise Faulty("file", reading.parsed, reading.faults)
    return reading.parsed


def import_rows(
    *,
    project: Project,
    user: User | None,
    name: str,
    rows: Sequence[Mapping[str, object]],
    leave_out: bool = False,
) -> tuple[Dataset, Reading]:
    """Create a dataset from rows sent by a program, and return what was read.

    With `leave_out`, faulty rows are left out; otherwise one fault refuses all."""
    name = unused_name(project, name)
    reading = read_sent("\n".join(orjson.dumps(row).decode() for row in rows))
    errors = [*reading.parsed.errors, *(() if leave_out else reading.faults)]
    if errors or not reading.parsed.items:
        errors = errors or list(reading.faults)
        raise Invalid(_refused("rows"), field="rows", errors=list(map(fault_as_json, errors)))
    dataset = store_dataset(
        project=project,
        user=user,
        name=name,
        parsed=reading.parsed,
        filename="rows.jsonl",
        left_out=_left_out(reading),
    )
    return dataset, reading


class Faulty(Invalid):
    """A file that was refused for some of its rows. `faults` are all faults that were listed,
    `count` is their number, `sound` the number of rows that are left without those; 0 if the file
    cannot be imported at all."""

    def __init__(self, given: str, parsed: ParsedUpload, faults: Sequence[RowError] = ()) -> None:
        self.faults = [*parsed.errors, *faults]
        self.count = parsed.error_count + len(faults)
        self.sound = 0 if parsed.errors else len(parsed.items)
        listed = [*parsed.errors, *faults[:MAX_ERRORS]]
        super().__init__(_refused(given), field=given, errors=list(map(fault_as_json, listed)))


def _refused(given: str) -> str:
    return f"{FAULTY[given]}, so nothing was imported. Correct them and try again."


def fault_as_json(error: RowError) -> dict[str, object]:
    return {"row": error.row, "column": error.column, "message": error.message}


def store_dataset(
    *,
    project: Project,
    user: User | None,
    name: str,
    parsed: ParsedUpload,
    filename: str,
    left_out: Mapping[str, object] = MappingProxyType({}),
) -> Dataset:
    """Make a dataset of what was read of a file, under a name that is still free."""
    name = unused_name(project, name)
    try:
        with transaction.atomic():
            return _import_rows(project, user, name, parsed, filename, left_out)
    except IntegrityError as error:
        raise name_taken(name) from error


def _import_rows(
    project: Project,
    user: User | None,
    name: str,
    parsed: ParsedUpload,
    filename: str,
    left_out: JsonMapping,
) -> Dataset:
    if parsed.kind == Dataset.Kind.QUESTIONS:
        return import_questions(
            project=project, user=user, name=name, parsed=parsed, filename=filename
        )
    return create_dataset(
        project=project,
        user=user,
        name=name,
        kind=Dataset.Kind(parsed.kind),
        details={
            **parsed.details,
            **({"notes": parsed.notes} if parsed.notes else {}),
            **({"left_out": left_out} if left_out else {}),
        },
        rows=[(row.text, row.content) for row in parsed.items],
        verb="dataset.imported",
        filename=filename,
        **({"left_out": left_out["rows"], "reasons": left_out["reasons"]} if left_out else {}),
    )
