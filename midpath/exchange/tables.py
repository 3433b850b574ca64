"""Read lines of text, and tables with a header: CSV, TSV."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence

from midpath.exchange.decoding import filled_lines, lines_of
from midpath.exchange.rows import UNSHOWN, Faults, Rows
from midpath.text.characters import problem_with_characters
from midpath.text.formatting import counted

TEXT = "text"
MAX_COLUMNS = 1000
# The maximum number of delimiters in a line, including those in quoted texts, as they are counted
# before parsing.
MAX_DELIMITERS = 50_000
# Python refuses cells of more than 131,072 characters with an error that looks like one of
# quotation marks. Files have their own size limit, and so does each column that is read.
csv.field_size_limit(10**9)


class TooWide(ValueError):
    """A row with more cells than any table has columns, detected before it is split."""


def read_lines(text: str, rows: Rows) -> None:
    for number, line in filled_lines(text):
        rows.add(number, line)


def header_of(text: str, delimiter: str) -> list[str]:
    first = lines_of(text[:10_000])[0]
    return _names(next(csv.reader([first], delimiter=delimiter), []))


def has_header(text: str, delimiter: str) -> bool:
    return TEXT in header_of(text, delimiter)


def read_table(text: str, delimiter: str, rows: Rows) -> None:
    """Read the texts in the column `text`. Other cells of a row are stored with its item."""
    for number, cells in named_cells(text, delimiter, rows, _problem_without_text):
        add_text(number, cells, rows)


def named_cells(
    text: str,
    delimiter: str,
    rows: Faults,
    problem_with: Callable[[list[str], str], str | None] = lambda names, delimiter: None,
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each row as a dict keyed by column name. `problem_with` returns what is wrong with the
    names."""
    names, records = table_of(text, delimiter, rows, problem_with)
    for number, cells in records:
        yield number, dict(zip(names, cells, strict=True))


def table_of(
    text: str,
    delimiter: str,
    rows: Faults,
    problem_with: Callable[[list[str], str], str | None],
) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """Return the names of the columns, and the nonblank rows with that many cells."""
    records = records_of(text, delimiter, rows.refuse)
    header = next(records, None)
    if header is None:
        return [], iter(())
    names = _names(header[1])
    if trouble := problem_with_width(len(names)):
        rows.refuse(header[0], "", trouble)
        return [], iter(())
    if trouble := problem_with(names, delimiter) or _problem_with_header(names):
        rows.refuse(header[0], "", trouble)
        return [], iter(())
    return names, filled_rows(records, len(names), delimiter, rows)


def filled_rows(
    records: Iterator[tuple[int, list[str]]], width: int, delimiter: str, rows: Faults
) -> Iterator[tuple[int, list[str]]]:
    """Yield the nonblank rows with that many cells, and refuse others."""
    for number, cells in records:
        if len(cells) != width:
            rows.refuse(number, "", wrong_width(len(cells), width, delimiter))
        elif cells[0][:1].isalnum() or any(cell.strip() for cell in cells):
            yield number, cells


def add_text(
    number: int,
    cells: dict[str, str],
    rows: Rows,
    column: str = TEXT,
    tokens: Sequence[str] | None = None,
) -> None:
    """Add the text of a row, and store its other cells with it."""
    text = cells.pop(TEXT)
    for name, cell in cells.items():
        if trouble := problem_with_characters(cell):
            rows.refuse(number, name, trouble, UNSHOWN)
            return
    rows.add(number, text, column=column, tokens=tokens, columns=cells)


def records_of(
    text: str, delimiter: str, refuse: Callable[[int, str, str], object]
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows, numbered as in a spreadsheet. A cell may contain line ends, so these differ
    from line numbers."""
    lines = _narrow_lines(text, delimiter)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    number = 0
    try:
        for number, cells in enumerate(reader, 1):
            if cells:
                yield number, cells
    except TooWide as error:
        refuse(number + 1, "", str(error))
    except csv.Error as error:
        refuse(
            number + 1,
            "",
            f"The row cannot be read (near line {reader.line_num}): {error}. "
            "Check that every opening quotation mark has a closing one.",
        )


def _narrow_lines(text: str, delimiter: str) -> Iterator[str]:
    body = io.BytesIO(
        text.encode("utf-8", "surrogatepass")
    )  # a StringIO would take four times the memory
    for line in io.TextIOWrapper(body, "utf-8", "surrogatepass", newline=""):
        if line.count(delimiter) > MAX_DELIMITERS:
            raise TooWide(
                f"The row has more than {MAX_DELIMITERS:,} cells. A table can have at most "
                f"{MAX_COLUMNS:,} columns."
            )
        yield line


def _names(header: Sequence[str]) -> list[str]:
    names = [name.strip() for name in header]
    return [TEXT if name.lower() == TEXT else name for name in names]


def _problem_without_text(names: list[str], delimiter: str) -> str | None:
    if TEXT in names:
        return None
    found = ", ".join(name or "(no name)" for name in names[:20])
    return (
        f"There is no column named text. The first row names the columns: {found[:300]}. "
        f"They are separated by {'tabs' if delimiter == chr(9) else f'“{delimiter}”'}. "
        "A file of pairs needs the columns pair, left and right."
    )


def problem_with_width(many: int) -> str | None:
    if many <= MAX_COLUMNS:
        return None
    return f"There are {many:,} columns; at most {MAX_COLUMNS:,} are allowed. Leave some out."


def _problem_with_header(names: Sequence[str]) -> str | None:
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        if not name:
            return f"Column {number} has no name in the first row. Give it one or remove it."
        if name in seen:
            return f"Two columns are named {name[:100]}. Give each a unique name."
        seen.add(name)
        if trouble := problem_with_characters(name):
            return f"In the name of column {number}: {trouble}"
    return None


def wrong_width(found: int, expected: int, delimiter: str) -> str:
    cells = counted(expected, "cell")
    advice = ""
    if found > expected and delimiter != "\t":
        advice = f" Put texts that contain “{delimiter}” in quotation marks."
    return f"{cells} expected, {found} found.{advice}"
