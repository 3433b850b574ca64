"""Read segmentations from a table, JSON lines or Parquet: one annotation per row, with the columns
item, worker and annotation.

The item is the text itself, or any name if there is a column `text`. Other columns are not read.
Bad data raises no exception: errors are returned by row. The caller knows the kind of annotation,
and parses it."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePath

from midpath.exchange.decoding import NotText, decode
from midpath.exchange.jsonl import objects_of
from midpath.exchange.judged.cells import Clean, Names, needed, short
from midpath.exchange.judged.judgment_tables import DELIMITERS, header_line
from midpath.exchange.judged.packed_tables import UnreadableTable, as_text_file, is_workbook
from midpath.exchange.parquet import is_parquet
from midpath.exchange.release import Release
from midpath.exchange.rows import BadCell, Faults, RowError
from midpath.exchange.spreadsheets import as_meant
from midpath.exchange.tables import table_of
from midpath.text.strict_json import UnreadableJSON, read_json

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "item_id", "id"),
    "text": ("text", "query"),
    "worker": ("worker", "worker_id", "annotator", "annotator_id"),
    "annotation": ("annotation", "segmentation"),
}
JSON_LINES, SET = {".jsonl", ".ndjson"}, b'"annotation set"'
ENDINGS = {".csv", ".tsv", *JSON_LINES}
EXAMPLE = '{"item": "on line", "worker": "w1", "annotation": "on | line"}'
MAX_LENGTH, BEGINNING = 100_000, 10_000
Row = tuple[int, Sequence[str]]
START = b"\xef\xbb\xbf \t\r\n"


@dataclass
class SegmentTable:
    """The annotations of a table; `rows` maps each text and worker to the row."""

    release: Release
    rows: dict[tuple[str, str], int] = field(default_factory=dict)
    errors: list[RowError] = field(default_factory=list)
    error_count: int = 0


def is_table(filename: str, body: bytes) -> bool:
    """Return whether a file is a table, by its extension or, if it has none (such as standard
    input), by its beginning."""
    ending = PurePath(filename).suffix.lower()
    if is_parquet(body) or is_workbook(body):
        return True
    if ending in JSON_LINES:
        return SET not in body[:BEGINNING]
    return ending in ENDINGS or not (ending or body[:100].lstrip(START).startswith(b"{"))


def read_segment_table(body: bytes, read_elsewhere: Collection[str] = ()) -> SegmentTable:
    """Return the rows of a table with a header (comma, semicolon or tab), of JSON lines, of
    Parquet or of an Excel workbook.

    read_elsewhere : the names of columns that another reader reads
    """
    reading = _Reading()
    try:
        file = as_text_file("", body)
        text = decode(file.body)
    except NotText as error:
        reading.refuse(error.line, "", error.message)
    except UnreadableTable as error:
        reading.refuse(0, "", str(error))
    else:
        json_lines = text.lstrip().startswith("{")
        reading = _Reading(str if json_lines else as_meant, read_elsewhere)
        file.report(reading)
        reading.take_all(*(reading.json_rows(text) if json_lines else reading.table_rows(text)))
    if not reading.error_count and not reading.texts:
        reading.refuse(0, "", "The file contains no annotations.")
    skipped = reading.skipped
    release = Release(reading.texts, reading.tokens, named=True, skipped=skipped)
    return SegmentTable(release, reading.rows, reading.errors, reading.error_count)


class _Reading(Faults):
    """The annotations read so far. `clean` undoes a spreadsheet's changes to a cell."""

    def __init__(self, clean: Clean = as_meant, read_elsewhere: Collection[str] = ()) -> None:
        super().__init__()
        self._clean = clean
        self._read_elsewhere = read_elsewhere
        self.texts: dict[str, Mapping[str, object]] = {}
        self._annotations: dict[int, dict[str, object]] = {}
        self.tokens: dict[str, list[str]] = {}
        self._items: list[str] = []
        self._workers: list[str] = []
        self._item_of = Names("item", clean, self._items, MAX_LENGTH)
        self._worker_of = Names("worker", clean, self._workers)
        self._rows: dict[tuple[int, int], int] = {}
        self._first_values: dict[int, tuple[int, str]] = {}

    def table_rows(self, text: str) -> tuple[Sequence[str], Iterable[Row]]:
        delimiter = max(DELIMITERS, key=header_line(text).count)
        return table_of(text, delimiter, self, _problem_with_header)

    def json_rows(self, text: str) -> tuple[Sequence[str], Iterable[Row]]:
        """Return the names in the first line, and the values of each line by these names."""
        lines = objects_of(text, self, EXAMPLE)
        first = next(lines, None)
        if first is None:
            return [], ()
        names = list(first[1])
        if trouble := _problem_with_header(names):
            self.refuse(first[0], "", trouble)
            return [], ()
        return names, (
            (number, [_as_cell(line.get(name)) for name in names])
            for number, line in chain([first], lines)
        )

    def take_all(self, names: Sequence[str], rows: Iterable[Row]) -> None:
        if not names:
            return
        places = _places(names)
        for place, name in enumerate(names):
            if place not in places.values() and name not in self._read_elsewhere:
                self.skip_field(0, name, "column")
        item = places.get("item", places.get("text", 0))
        worker, annotation = places["worker"], places["annotation"]
        words = places.get("text", item)
        for number, cells in rows:
            try:
                self._take(number, cells[item], cells[worker], cells[annotation])
                if words != item:
                    self._hold(number, self._item_of[cells[item]], cells[words])
            except BadCell as error:
                self.refuse(number, error.column, error.message)

    @property
    def rows(self) -> dict[tuple[str, str], int]:
        return {
            (self._items[item], self._workers[worker]): row
            for (item, worker), row in self._rows.items()
        }

    def _take(self, number: int, item: str, worker: str, annotation: str) -> None:
        item_no, worker_no = self._item_of[item], self._worker_of[worker]
        given = needed("annotation", self._clean(annotation), MAX_LENGTH)
        first = self._rows.setdefault((item_no, worker_no), number)
        if first != number:
            raise BadCell(
                "worker",
                f"The worker {short(self._workers[worker_no])} already annotated "
                f"{short(self._items[item_no])} in row {first}. Keep one of the two.",
            )
        if item_no not in self._annotations:
            self._annotations[item_no] = {}
            self.texts[self._items[item_no]] = self._annotations[item_no]
        self._annotations[item_no][self._workers[worker_no]] = _as_list(given)

    def _hold(self, number: int, item_no: int, cell: str) -> None:
        """Store the words of an item, which must be the same in all its rows."""
        text = needed("text", self._clean(cell), MAX_LENGTH)
        row, first = self._first_values.setdefault(item_no, (number, text))
        if first != text:
            raise BadCell(
                "text",
                f"{short(self._items[item_no])} has a different value in row {row}. Make them the "
                "same.",
            )
        if row == number:
            self.tokens[self._items[item_no]] = text.split()


def _as_cell(value: object) -> str:
    """Return a JSON value as the text of a cell."""
    if isinstance(value, list | dict):
        return json.dumps(value)
    return "" if value is None else str(value)


def _as_list(given: str) -> object:
    """Return an annotation; a JSON list of boundaries is parsed."""
    if not (given.startswith("[") and given.endswith("]")):
        return given
    try:
        return read_json(given.encode())
    except UnreadableJSON:
        return given


def _places(names: Sequence[str]) -> dict[str, int]:
    """Return the index of the first column for each role."""
    known = [name.lower() for name in names]
    return {
        role: next(known.index(name) for name in called if name in known)
        for role, called in COLUMNS.items()
        if any(name in known for name in called)
    }


def _problem_with_header(names: Sequence[str], delimiter: str = "") -> str | None:
    places = _places(names)
    if "text" in places:
        places.setdefault("item", places["text"])
    missing = [role for role in ("item", "worker", "annotation") if role not in places]
    if missing:
        found = ", ".join(name or "(no name)" for name in names[:20])
        return (
            f"There is no column named {missing[0]}. The first row must name the columns item, "
            f"worker and annotation; it names: {found[:300]}."
        )
    known = [name.lower() for name in names]
    for called in COLUMNS.values():
        if len(twice := [name for name in known if name in called]) > 1:
            return f"The columns {twice[0]} and {twice[1]} mean the same. Keep one of the two."
    return None
