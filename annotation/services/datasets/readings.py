"""Say how an upload is to be read, and read it so."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction

from annotation.exchange.forgiving.columns import ROLES
from annotation.exchange.forgiving.encodings import ENCODINGS
from annotation.exchange.forgiving.grid import DELIMITERS
from annotation.exchange.forgiving.reading import Choices, Reading, Sheet, read_forgivingly
from annotation.exchange.forgiving.spreadsheets import ReaderBusy, Unreadable, read_sheet
from annotation.exchange.rows import TEXTS
from annotation.exchange.tables import MOST_COLUMNS
from annotation.models import DatasetUpload, User
from annotation.services.errors import Busy, Invalid, NotFound

# With these the columns change, so what was chosen of them is guessed again.
OF_ALL_COLUMNS = ("sheet", "encoding", "delimiter", "header", "kind")


def read_stored(upload: DatasetUpload) -> Reading:
    """Return what an upload holds, read as it was chosen."""
    return read_forgivingly(
        upload.filename, bytes(upload.body), choices_of(upload.choices), _sheet_of(upload)
    )


def choices_of(stored: Mapping[str, Any]) -> Choices:
    return Choices(
        encoding=stored.get("encoding", ""),
        delimiter=stored.get("delimiter"),
        header=stored.get("header"),
        kind=stored.get("kind", ""),
        roles={int(at): role for at, role in stored.get("roles", {}).items()},
        divide=stored.get("divide", False),
    )


def cells_of(body: bytes, sheet: str = "") -> Sheet:
    """Return the cells of a spreadsheet, or raise Invalid with what is wrong with it."""
    try:
        return read_sheet(body, sheet, settings.MAX_UPLOAD_BYTES)
    except Unreadable as error:
        raise Invalid(str(error), field="file") from error
    except ReaderBusy as error:
        raise Busy("Another spreadsheet is being read. Try again in a minute.") from error


def choose_reading(*, upload: DatasetUpload, user: User, chosen: Mapping[str, Any]) -> None:
    """Keep how an upload is to be read; what is not named stays as it was chosen before."""
    trouble = next((name for name, value in chosen.items() if not _is_known(name, value)), None)
    if trouble:
        raise Invalid("This cannot be chosen here. Load the page again.", field=trouble)
    with transaction.atomic():
        stored = DatasetUpload.objects.select_for_update().filter(pk=upload.pk, user=user).first()
        if stored is None:
            raise NotFound("This upload has already been imported or discarded.")
        changes = {name: value for name, value in chosen.items() if name != "sheet"}
        before = {**stored.choices, "sheet": stored.sheets.get("name", "")}
        if any(chosen[name] != before.get(name) for name in OF_ALL_COLUMNS if name in chosen):
            stored.choices.pop("roles", None)
            changes.pop("roles", None)
        stored.choices.update(changes)
        if chosen.get("sheet", before["sheet"]) != before["sheet"]:
            _turn_to(stored, chosen["sheet"])
        stored.save(update_fields=["choices", "cells", "sheets"])


def _turn_to(stored: DatasetUpload, sheet: str) -> None:
    if sheet not in stored.sheets.get("names", ()):
        raise Invalid("The file has no sheet of this name.", field="sheet")
    found = cells_of(bytes(stored.body), sheet)
    stored.cells, stored.sheets["name"] = found.cells.encode(), found.name
    for name in ("header", "kind"):
        stored.choices.pop(name, None)


def _sheet_of(upload: DatasetUpload) -> Sheet | None:
    if upload.cells is None:
        return None
    return Sheet(upload.sheets["name"], upload.sheets["names"], bytes(upload.cells).decode())


def _is_known(name: str, value: Any) -> bool:
    if name == "roles":
        return len(value) <= MOST_COLUMNS and set(value.values()) <= set(ROLES)
    known: dict[str, Any] = {
        "encoding": {"", *ENCODINGS},
        "delimiter": {None, *DELIMITERS},
        "header": {None, True, False},
        "kind": {"", TEXTS},
        "divide": {True, False},
    }
    return name == "sheet" or (name in known and value in known[name])
