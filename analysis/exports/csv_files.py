"""CSV files that no spreadsheet takes for formulas, and moments as all files write them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from annotation.exchange.spreadsheets import csv_lines, harmless


def csv_file(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Return the columns of the rows; what else a row holds is left out."""
    return b"".join(csv_parts(columns, rows))


def csv_parts(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield what `csv_file` returns, a line at a time."""
    lines = ([_cell(row[column]) for column in columns] for row in rows)
    head: list[object] = [harmless(column) for column in columns]
    return csv_lines(chain([head], lines))


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
