"""Choose how an upload is read, and read it."""

from typing import Any

from django.conf import settings
from django.db import transaction

from annotation.models import DatasetUpload, Job, User
from annotation.services.errors import Busy, Conflict, Invalid, NotFound
from midpath.exchange.lenient.columns import ROLES
from midpath.exchange.lenient.encodings import ENCODINGS
from midpath.exchange.lenient.excel_files import ReaderBusy, Sheet, Unreadable, read_sheet
from midpath.exchange.lenient.grid import DELIMITERS
from midpath.exchange.lenient.layout import Choices, Opening
from midpath.exchange.lenient.nested_fields import WAYS
from midpath.exchange.lenient.reader import Reading, read_forgivingly, read_opening
from midpath.exchange.parquet import BadParquet, ParquetBusy, as_json_lines
from midpath.exchange.rows import TEXTS, Progress, unseen
from midpath.exchange.tables import MAX_COLUMNS
from midpath.json_types import JsonMapping

# A request reads and stores so much in about a second; a job does more (decision 58).
MAX_BYTES_AT_ONCE, MAX_LINES_AT_ONCE = 1_000_000, 10_000
# How much of a large file its preview reads.
OPENING = Opening(rows=1000, characters=1_000_000)
# A file that can only be read whole is previewed up to this size.
MAX_BYTES_PREVIEWED = 4_000_000
MAX_CONTROL_LENGTH = 200
# With these the columns change, so what was chosen of them is guessed again.
OF_ALL_COLUMNS = ("sheet", "encoding", "delimiter", "header", "kind")


def read_stored(upload: DatasetUpload, progress: Progress = unseen) -> Reading:
    """Return the contents of an upload, read as chosen."""
    filename, body, sheet = _source_of(upload)
    return read_forgivingly(filename, body, choices_of(upload.choices), sheet, progress=progress)


def is_large(body: bytes) -> bool:
    """Return whether reading and storing a file takes too long for a request, so a job does it."""
    return len(body) > MAX_BYTES_AT_ONCE or lines_in(body) > MAX_LINES_AT_ONCE


def lines_in(body: bytes) -> int:
    return max(body.count(b"\n"), body.count(b"\r"))


def is_large_upload(upload: DatasetUpload) -> bool:
    """Return it for the text that is read of an upload: of a spreadsheet its cells, of Parquet its
    rows."""
    return is_large(bytes(upload.body if upload.cells is None else upload.cells))


def preview(upload: DatasetUpload) -> Reading | None:
    """Return the contents of an upload, or the first rows of a large one; None if it is too large
    for a preview and its first rows cannot be read alone."""
    if not is_large_upload(upload):
        return read_stored(upload)
    filename, body, sheet = _source_of(upload)
    first = read_opening(filename, body, choices_of(upload.choices), sheet, OPENING)
    if first is not None or len(body) > MAX_BYTES_PREVIEWED:
        return first
    return read_stored(upload)


def choices_of(stored: JsonMapping) -> Choices:
    return Choices(
        encoding=stored.get("encoding", ""),
        delimiter=stored.get("delimiter"),
        header=stored.get("header"),
        kind=stored.get("kind", ""),
        roles={int(at): role for at, role in stored.get("roles", {}).items()},
        divide=stored.get("divide", False),
        control=stored.get("control", ""),
        nested=stored.get("nested", ""),
        sheet=stored.get("sheet", ""),
    )


def cells_of(body: bytes, sheet: str = "") -> Sheet:
    """Return the cells of a spreadsheet, or raise Invalid with the fault."""
    try:
        return read_sheet(body, sheet, settings.MAX_UPLOAD_BYTES)
    except Unreadable as error:
        raise Invalid(str(error), field="file") from error
    except ReaderBusy as error:
        raise Busy("Another spreadsheet is being read. Try again in a minute.") from error


def rows_of_parquet(filename: str, body: bytes) -> tuple[str, bytes]:
    """Return a file's name and bytes, of Parquet all its rows as JSON lines, or raise Invalid."""
    try:
        return as_json_lines(filename, body, settings.MAX_UPLOAD_BYTES, columns=None)
    except ParquetBusy as error:
        raise Busy(str(error)) from error
    except BadParquet as error:
        raise Invalid(str(error), field="file") from error


def choose_reading(*, upload: DatasetUpload, user: User, chosen: JsonMapping) -> None:
    """Store how to read an upload. Choices that are not given stay unchanged."""
    trouble = next((name for name, value in chosen.items() if not _is_known(name, value)), None)
    if trouble:
        raise Invalid("This cannot be chosen here. Load the page again.", field=trouble)
    with transaction.atomic():
        stored = DatasetUpload.objects.select_for_update().filter(pk=upload.pk, user=user).first()
        if stored is None:
            raise NotFound("This upload has already been imported or discarded.")
        require_no_import(stored)
        changes = {name: value for name, value in chosen.items() if name != "sheet"}
        before = {**stored.choices, "sheet": stored.sheets.get("name", "")}
        if any(chosen[name] != before.get(name) for name in OF_ALL_COLUMNS if name in chosen):
            stored.choices.pop("roles", None)
            changes.pop("roles", None)
        stored.choices.update(changes)
        if chosen.get("sheet", before["sheet"]) != before["sheet"]:
            _turn_to(stored, chosen["sheet"])
        stored.save(update_fields=["choices", "cells", "sheets"])


def require_no_import(upload: DatasetUpload) -> None:
    """Refuse to change an upload that a job is importing."""
    waiting = (Job.Status.WAITING, Job.Status.RUNNING)
    if upload.imports.filter(status__in=waiting).exists():
        raise Conflict("This file is being imported. Wait for it, or stop the import.")


def _turn_to(stored: DatasetUpload, sheet: str) -> None:
    if sheet not in stored.sheets.get("names", ()):
        raise Invalid("The file has no sheet of this name.", field="sheet")
    found = cells_of(bytes(stored.body), sheet)
    stored.cells, stored.sheets["name"] = found.cells.encode(), found.name
    for name in ("header", "kind"):
        stored.choices.pop(name, None)


def _source_of(upload: DatasetUpload) -> tuple[str, bytes, Sheet | None]:
    """Return the name and the bytes of what is read of an upload, and of a spreadsheet its
    sheet."""
    body = bytes(upload.body)
    if upload.cells is None:
        return upload.filename, body, None
    cells = bytes(upload.cells)
    if not upload.sheets:
        return f"{upload.filename}.jsonl", cells, None
    names = upload.sheets["names"]
    rows = upload.sheets.get("rows", [-1] * len(names))
    sheet = Sheet(upload.sheets["name"], names, cells.decode(), rows)
    return upload.filename, body, sheet


def _is_known(name: str, value: Any) -> bool:
    if name == "control":
        return len(value) <= MAX_CONTROL_LENGTH
    if name == "roles":
        return len(value) <= MAX_COLUMNS and set(value.values()) <= set(ROLES)
    known: dict[str, set[object]] = {
        "encoding": {"", *ENCODINGS},
        "delimiter": {None, *DELIMITERS},
        "header": {None, True, False},
        "kind": {"", TEXTS},
        "divide": {True, False},
        "nested": {"", *WAYS},
    }
    return name == "sheet" or (name in known and value in known[name])
