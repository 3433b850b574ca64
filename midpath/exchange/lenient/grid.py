"""Split a text into rows and cells, and find the delimiter and the header."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import count, islice

from midpath.exchange.decoding import LINE_END, filled_lines
from midpath.exchange.lenient.columns import names_texts
from midpath.exchange.tables import MAX_DELIMITERS, records_of
from midpath.text.characters import visible

LINES = ""
DELIMITERS = {
    LINES: "one text per line",
    ",": "commas",
    ";": "semicolons",
    "\t": "tabs",
    "|": "vertical bars",
}
TABLES = {".csv", ".tsv", ".tab"}
FIRST = {".csv": ",;\t|", ".tsv": "\t,;|", ".tab": "\t,;|"}
HEAD, HEAD_ROWS = 200_000, 200
# The first line that declares the delimiter to Excel; not a row.
SEPARATOR_LINE = re.compile(r"\ufeff?\"?sep=([,;\t|])\"?[ \t,;|]*(?=\r\n|\n|\r|\Z)", re.IGNORECASE)
# The share of rows that must have the most common number of cells for a character to be the
# delimiter.
ALIKE = 0.8
MAX_NAME_LENGTH = 100


def find_delimiter(text: str, extension: str, chosen: str | None) -> tuple[str, str]:
    """Return the chosen delimiter, else the declared or the most likely one, and the text without
    the declaration."""
    declared, rest = declared_separator(text)
    if chosen is not None:
        return chosen, rest
    return declared or _guess_delimiter(text, extension), rest


def declared_separator(text: str) -> tuple[str, str]:
    """Return the delimiter in Excel's line `sep=;`, and the text with this line blanked."""
    found = SEPARATOR_LINE.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def _guess_delimiter(text: str, extension: str) -> str:
    """Guess the delimiter; empty if each line is one text.

    In a file whose extension is not that of a table, only tabs are delimiters, since texts contain
    commas."""
    candidates = FIRST.get(extension, "\t")
    head = _head(text)
    first_line = LINE_END.split(head, maxsplit=1)[0][:10_000]
    for delimiter in candidates:
        names = next(csv.reader([first_line], delimiter=delimiter), [])
        if len(names) > 1 and names_texts(names):
            return delimiter
        widths = _widths(head, delimiter)
        if not widths:
            continue
        most = max(widths, key=widths.__getitem__)
        total = sum(widths.values())
        first = next(iter(widths))
        if most > 1 and first == most and widths[most] >= ALIKE * total:
            return delimiter
    if extension not in TABLES:
        return LINES
    return LINES if _has_bare(head, candidates[0]) else candidates[0]


def _has_bare(head: str, delimiter: str) -> bool:
    """Return whether any line of a single column contains the delimiter outside of quotation
    marks."""
    widths = _widths(head, delimiter)
    return len(widths) > 1 and '"' not in head


def _head(text: str) -> str:
    """Return the beginning of the text, up to the end of a line."""
    if len(text) <= HEAD:
        return text
    head = text[:HEAD]
    ends = [end.start() for end in LINE_END.finditer(head)]
    return head[: ends[-1]] if ends else head


def _widths(head: str, delimiter: str) -> Counter[int]:
    """Count the first rows by number of cells; the first row's number comes first."""
    if any(line.count(delimiter) > MAX_DELIMITERS for line in LINE_END.split(head)):
        return Counter()
    widths: Counter[int] = Counter()
    with suppress(csv.Error):
        rows = csv.reader(head.splitlines(keepends=True), delimiter=delimiter)
        for cells in islice((one for one in rows if one), HEAD_ROWS):
            widths[len(cells)] += 1
    return widths


def records(
    text: str, delimiter: str, refuse: Callable[[int, str, str], object]
) -> Iterator[tuple[int, list[str]]]:
    """Yield the nonblank rows with their numbers. Rows of a table are numbered as in Excel."""
    if not delimiter:
        for number, line in filled_lines(text):
            yield number, [line]
        return
    for number, cells in records_of(text, delimiter, refuse):
        if cells[0][:1].isalnum() or any(cell.strip() for cell in cells):
            yield number, cells


def first_records(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    head = _head(text)
    return list(islice(records(head, delimiter, lambda *_: None), HEAD_ROWS))


def names_of(header: Sequence[str] | None, width: int) -> list[str]:
    """Return distinct names for all columns, from the header where possible."""
    names: list[str] = []
    seen: set[str] = set()
    for number in range(1, width + 1):
        given = header[number - 1] if header and number <= len(header) else ""
        name = " ".join(visible(" ".join(given.split())).split())[:MAX_NAME_LENGTH]
        name = _distinct(name or f"column {number}", number, seen)
        seen.add(name)
        names.append(name)
    return names


def _distinct(name: str, number: int, seen: Collection[str]) -> str:
    """Return the name of a column, with its number if another has the name."""
    found = name
    for more in count():
        if found not in seen:
            break
        mark = f" ({number}.{more})" if more else f" ({number})"
        found = name[: MAX_NAME_LENGTH - len(mark)] + mark
    return found
