"""Write a table in Markdown."""

from collections.abc import Iterator, Sequence

from midpath.tables.table import Table


def markdown_of(table: Table) -> str:
    """Return the table as people read it, with its notes as a list below it."""
    return "\n".join([*lines_of(table), *_notes(table), ""])


def lines_of(table: Table) -> Iterator[str]:
    """Yield the lines of the table, whose columns have their full names."""
    yield line_of([table.first, *(column.name for column in table.columns)])
    yield f"|---{''.join('|---:' if one.is_number else '|---' for one in table.columns)}|"
    for row in table.rows:
        cells = zip(table.columns, row.values, strict=True)
        yield line_of([row.label, *(column.shown(value) for column, value in cells)])


def _notes(table: Table) -> Iterator[str]:
    yield from [""] * bool(table.notes)
    yield from (f"- {note}" for note in table.notes)


def line_of(cells: Sequence[str]) -> str:
    r"""Return a line of a table.

    >>> line_of(["a|b", "1"])
    '| a\\|b | 1 |'
    """
    escaped = (cell.replace("|", r"\|").strip() for cell in cells)
    return f"| {' | '.join(escaped)} |"
