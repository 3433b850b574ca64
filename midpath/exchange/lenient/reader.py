"""Read an upload as people meant it, and say how it was read.

The format and layout of a file are guessed; each guess can be overridden. Invalid rows are listed
separately from valid ones."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath

from midpath.exchange.apps import take_apps
from midpath.exchange.decoding import NotText
from midpath.exchange.lenient.columns import KEEP, TEXT
from midpath.exchange.lenient.encodings import Decoded, decode_forgivingly
from midpath.exchange.lenient.excel_files import Sheet
from midpath.exchange.lenient.forgiving_rows import Fault, ForgivingRows
from midpath.exchange.lenient.grid import find_delimiter
from midpath.exchange.lenient.layout import Choices, Layout, Opening, find_layout
from midpath.exchange.lenient.word_division import divide
from midpath.exchange.pairs.texts import take_pairs
from midpath.exchange.readers import LINES, is_table, kind_of_lines, opening_of, read_upload
from midpath.exchange.rows import (
    APPS,
    MAX_TEXT_BYTES,
    PAIRS,
    QUESTIONS,
    SITES,
    TEXTS,
    ParsedUpload,
    Progress,
    TooMany,
    unseen,
)
from midpath.exchange.sites import take_sites
from midpath.exchange.spans.formats import form_of
from midpath.exchange.spans.upload import read_marked_rows
from midpath.exchange.subprocesses.runner import Occupied, Stopped
from midpath.exchange.tables import add_text, problem_with_width
from midpath.text.unspaced_scripts import has_unspaced

SHOWN_ROWS = 8
TAKERS = {PAIRS: take_pairs, APPS: take_apps, SITES: take_sites}


@dataclass(frozen=True)
class Column:
    """A column of the preview with its role."""

    number: int
    name: str
    role: str


@dataclass(frozen=True)
class Source:
    """The text of a table and its origin. `assumed` says that nothing in the file proves its
    encoding."""

    text: str
    extension: str
    encoding: str = ""
    assumed: bool = False
    sheet: Sheet | None = None


@dataclass(frozen=True)
class Grid:
    """A table as it was read, with its first rows. `delimiter` is empty for one text per line;
    `ids` says whether pairs without ids get generated ones."""

    source: Source
    delimiter: str
    header: bool
    found: str
    rows: int
    columns: Sequence[Column]
    first: Sequence[tuple[int, Sequence[str]]]
    ids: bool


@dataclass(frozen=True)
class Reading:
    """An upload as it was read.

    `faults` are the invalid rows; the others are in `parsed`, whose errors concern the whole file
    and cannot be left out. `grid` is None for formats that need no guesses. `unspaced` counts the
    texts in scripts without spaces, and `divided` says whether they were split into words.
    `is_whole` is False if only the first rows of the file were read."""

    parsed: ParsedUpload
    faults: Sequence[Fault] = ()
    grid: Grid | None = None
    unspaced: int = 0
    divided: bool = False
    is_whole: bool = True

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """Count the rows left out, by reason, the most frequent first."""
        return Counter(fault.reason for fault in self.faults).most_common()


def read_forgivingly(
    filename: str,
    body: bytes,
    choices: Choices,
    sheet: Sheet | None = None,
    *,
    progress: Progress = unseen,
) -> Reading:
    """Read an upload by the researcher's choices, and by guesses for the rest."""
    if sheet is not None:
        return _read(Source(sheet.cells, ".csv", sheet=sheet), choices, progress)
    if form := form_of(filename, body):
        marked = ForgivingRows(form, progress=progress)
        with suppress(TooMany):
            read_marked_rows(form, filename, body, marked, choices.control)
        return Reading(marked.parsed(), marked.faults)
    try:
        decoded = decode_forgivingly(body, choices.encoding, filename)
    except NotText as error:
        rows = ForgivingRows("")
        rows.block(error.line, "", error.message)
        return Reading(rows.parsed())
    if not is_table(filename, decoded.text):
        text = decoded.text.encode()
        return Reading(read_upload(filename, text, progress, nested=choices.nested))
    return _read(_source(filename, decoded), choices, progress)


def read_opening(
    filename: str, body: bytes, choices: Choices, sheet: Sheet | None, opening: Opening
) -> Reading | None:
    """Read the first rows of an upload as `read_forgivingly` would; None for a format that cannot
    be read in part."""
    if sheet is not None:
        return _read(Source(sheet.cells, ".csv", sheet=sheet), choices, opening=opening)
    if form_of(filename, body):
        return None
    try:
        decoded = decode_forgivingly(body, choices.encoding, filename)
    except NotText:
        return read_forgivingly(filename, body, choices)
    if is_table(filename, decoded.text):
        return _read(_source(filename, decoded), choices, opening=opening)
    first = opening_of(filename, decoded.text, opening.rows, opening.characters)
    if first is None:
        return None
    is_whole = len(first) == len(decoded.text)
    parsed = read_upload(filename, first.encode(), nested=choices.nested)
    return Reading(parsed, is_whole=is_whole)


def read_sent(lines: str) -> Reading:
    """Read rows sent by a program as JSON lines; the first row determines their kind."""
    kind = kind_of_lines(lines)
    rows = ForgivingRows("jsonl", kind)
    if kind == QUESTIONS:
        rows.block(1, "", "Questions refer to documents, so they are imported all or not at all.")
    else:
        with suppress(TooMany):
            LINES[kind](lines, rows)
    return Reading(rows.parsed(), rows.faults)


def _source(filename: str, decoded: Decoded) -> Source:
    extension = PurePath(filename).suffix.lower()
    return Source(decoded.text, extension, decoded.encoding, decoded.assumed)


def _read(
    source: Source,
    choices: Choices,
    progress: Progress = unseen,
    opening: Opening | None = None,
) -> Reading:
    is_sheet = source.sheet is not None
    chosen = "," if is_sheet else choices.delimiter
    delimiter, text = find_delimiter(source.text, source.extension, chosen)
    layout, found, body = find_layout(text, delimiter, choices, padded=is_sheet)
    layout.opening = opening
    rows = ForgivingRows("csv" if delimiter else "lines", layout.kind, progress)
    rows.delimiter = delimiter
    unspaced = 0
    if trouble := problem_with_width(len(layout.names)) or layout.trouble():
        rows.block(0, "", trouble)
    else:
        with suppress(TooMany):
            unspaced = _take(text, layout, rows, choices.divide)
    grid = Grid(
        source=source,
        delimiter=delimiter,
        header=layout.has_header,
        found=found,
        rows=layout.counted,
        columns=[
            Column(number, name, layout.roles.get(number, KEEP))
            for number, name in enumerate(layout.names)
        ],
        first=body[:SHOWN_ROWS],
        ids=layout.makes_ids,
    )
    divided = choices.divide and unspaced > 0
    return Reading(rows.parsed(), rows.faults, grid, unspaced, divided, layout.is_whole)


def _take(text: str, layout: Layout, rows: ForgivingRows, divided: bool) -> int:
    """Read the rows; return the number of texts in scripts without spaces."""
    records = layout.records(text, rows)
    if layout.kind != TEXTS:
        TAKERS[layout.kind](records, rows)
        return 0
    column = layout.column_of_text()
    if not divided:
        unspaced = 0
        for number, cells in records:
            unspaced += has_unspaced(cells[TEXT])
            add_text(number, cells, rows, column)
        return unspaced
    return _take_divided(list(records), column, rows)


def _take_divided(
    records: Sequence[tuple[int, dict[str, str]]], column: str, rows: ForgivingRows
) -> int:
    texts = [cells[TEXT] if len(cells[TEXT]) <= MAX_TEXT_BYTES else "" for _, cells in records]
    try:
        words = divide(texts)
    except (Stopped, Occupied):
        rows.block(0, column, "The texts could not be divided into words. Try again in a minute.")
        return 0
    for (number, cells), parts in zip(records, words, strict=True):
        rows.at_hand = cells[TEXT]
        add_text(number, cells, rows, column, parts if has_unspaced(cells[TEXT]) else None)
    return sum(map(has_unspaced, texts))
