"""Parts that several terminal reports share."""

from collections.abc import Iterator
from dataclasses import replace

from annotation.tables.table import Table
from annotation.tables.terminal import Part

MAX_NAME_LENGTH = 40


def first_of(table: Table, most: int | None = None, title: str = "") -> Iterator[Part]:
    """Yield the first rows of a table below another title, and the number of further rows."""
    rows = table.rows[:most]
    yield replace(table, title="", first=title or table.first, rows=rows)
    if len(table.rows) > len(rows):
        yield f"  and {len(table.rows) - len(rows):,} more; --json has all"


def shortened(text: str, most: int = MAX_NAME_LENGTH) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
