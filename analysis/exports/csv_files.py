"""CSV files that no spreadsheet takes for formulas, and moments as all files write them."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from annotation.exchange.spreadsheets import harmless


def csv_file(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Return the columns of the rows; what else a row holds is left out."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([harmless(column) for column in columns])
    for row in rows:
        writer.writerow([_cell(row[column]) for column in columns])
    return file.getvalue().encode()


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def seconds(time: float | None) -> str:
    """Return a time to the millisecond; nothing where it is not known."""
    return "" if time is None else f"{time:.3f}"


def _cell(value: object) -> object:
    """Return the value as text that no spreadsheet takes for a formula."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return harmless(value) if isinstance(value, str) else value
