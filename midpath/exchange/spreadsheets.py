"""Write tables as CSV, and protect cells that a spreadsheet would read as formulas."""

import csv
import io
from collections.abc import Iterable, Iterator

# The full-width forms are included: spreadsheets for East Asian text treat them as the others.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


def harmless(cell: str) -> str:
    """Return the cell, with an apostrophe in front if it looks like a formula. `as_meant` removes
    it.

    >>> harmless("=1+1"), harmless("1 = 1"), as_meant(harmless("'=1+1"))
    ("'=1+1", '1 = 1', "'=1+1")
    """
    return f"'{cell}" if cell.lstrip("'").startswith(FORMULA) else cell


def as_meant(cell: str) -> str:
    """Return the cell as it was before `harmless`."""
    rest = cell[1:]
    return rest if cell.startswith("'") and rest.lstrip("'").startswith(FORMULA) else cell


def csv_lines(rows: Iterable[Iterable[object]], delimiter: str = ",") -> Iterator[bytes]:
    """Yield rows as lines of CSV, with only one in memory.

    >>> b"".join(csv_lines([["a", "b, c"], [1, None]])).decode().splitlines()
    ['a,"b, c"', '1,']
    """
    line = io.StringIO()
    writer = csv.writer(line, delimiter=delimiter, lineterminator="\n")
    for row in rows:
        writer.writerow(row)
        yield line.getvalue().encode()
        line.seek(0)
        line.truncate()
