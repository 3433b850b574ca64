"""CSV files without cells that a spreadsheet would take for formulas, and times in the format of
all files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain

from midpath.exchange.spreadsheets import csv_lines, harmless


def csv_file(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """Return the rows as CSV; keys that are not columns are ignored."""
    return b"".join(csv_parts(columns, rows))


def csv_parts(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> Iterator[bytes]:
    """Yield the result of `csv_file`, a line at a time."""
    lines = ([_cell(row[column]) for column in columns] for row in rows)
    head: list[object] = [harmless(column) for column in columns]
    return csv_lines(chain([head], lines))


def crowd_kit_parts(labels: Iterable[tuple[str, int, str]]) -> Iterator[bytes]:
    """Yield a file in crowd-kit's format, from tasks, workers and labels."""
    columns = ("task", "worker", "label")
    return csv_parts(columns, (dict(zip(columns, one, strict=True)) for one in labels))


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def seconds(time: float | None) -> str:
    """Return a time to the millisecond; empty if unknown."""
    return "" if time is None else f"{time:.3f}"


def _cell(value: object) -> object:
    """Return the value as text that no spreadsheet takes for a formula."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return harmless(value) if isinstance(value, str) else value
