"""Parts that several terminal reports share."""

from collections.abc import Iterator
from dataclasses import replace

from annotation.tables.table import Table
from annotation.tables.terminal import Part

MAX_NAME_LENGTH = 40


def first_of(table: Table, limit: int | None = None, title: str = "") -> Iterator[Part]:
    """Yield the first rows of a table below another title, and the number of further rows."""
    rows = table.rows[:limit]
    yield replace(table, title="", first=title or table.first, rows=rows)
    if len(table.rows) > len(rows):
        yield f"  and {len(table.rows) - len(rows):,} more; --json has all"


def shortened(text: str, max_length: int = MAX_NAME_LENGTH) -> str:
    return text if len(text) <= max_length else f"{text[: max_length - 1]}…"
