"""Read files of judgments, one per row, of any kind: tables with a header, or JSON lines.

Each kind of file declares the columns that it needs and knows, and reads each row. Bad data raises
no exception: errors are collected by row."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import ClassVar, TypeVar

from midpath.exchange.decoding import NotText
from midpath.exchange.files import Seen, unseen
from midpath.exchange.foreign_files import foreign_file
from midpath.exchange.jsonl import SCALARS, objects_of
from midpath.exchange.judged.cells import Clean, short
from midpath.exchange.judged.choices import Chosen
from midpath.exchange.judged.json_fields import JsonFields, rows_in_list
from midpath.exchange.judged.judgment_tables import JudgmentTable
from midpath.exchange.judged.other_files import answers_in
from midpath.exchange.judged.packed_tables import TextFile, UnreadableTable, as_text_file
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions, TableReading
from midpath.exchange.lenient.encodings import ENCODINGS, UTF_8, decode_forgivingly
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.spreadsheets import as_meant
from midpath.exchange.wanted import USUAL, Wanted
from midpath.json_types import JsonObject

STEP = 2**14
BEFORE = b"\xef\xbb\xbf \t\r\n"
Fact = TypeVar("Fact")
Record = tuple[int, Sequence[str]]  # the number of a row, and a cell for each of `known`


class JudgedRows(TableReading, ABC):
    """The judgments read so far, checked against each other.

    needed, known : the names of columns, in the order of the cells
    spare : names of columns that repeat what others say
    choices : whether Label Studio's tasks are read, too
    subject : the column with the subject of a judgment
    example : a JSON line, for messages
    """

    needed: ClassVar[tuple[str, ...]]
    known: ClassVar[tuple[str, ...]]
    spare: ClassVar[Collection[str]] = ()
    choices: ClassVar[bool] = False
    subject: ClassVar[str]
    example: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self._first_values: dict[tuple[str, str], tuple[int, object]] = {}

    @abstractmethod
    def take(self, number: int, cells: Sequence[str]) -> None:
        """Read the judgment in a row, or raise BadCell."""

    def one_value(self, name: str, value: object) -> object:
        """Convert the value in a JSON line to a single value if possible; else return it
        unchanged."""
        return value

    def json_records(self, objects: Iterable[tuple[int, JsonObject]]) -> Iterator[Record]:
        answer = len(self.needed) - 1
        fields = JsonFields(self.needed, self.known, self.spare, self)
        for number, given in objects:
            line = fields.read(number, given)
            if line is None:
                continue
            values = [self.one_value(name, one) for name, one in zip(self.known, line, strict=True)]
            if not self.boolean_row and isinstance(line[answer], bool):
                self.boolean_row = number
            single = [isinstance(value, SCALARS) for value in values]
            if all(single):
                yield number, [_cell(value) for value in values]
            else:
                message = "Expected one value, not a list or object."
                self.refuse(number, self.known[single.index(False)], message)

    def records_of(self, found: Iterable[tuple[int, Sequence[Chosen]]]) -> Iterator[Record]:
        """Yield the answers in a file that has no rows, each with the number of its item."""
        worker, subject, answer = self.needed
        self.begin(own=True)  # people chose from a list, so each word is a label
        for number, each in found:
            try:
                gold = next((self.chosen(one.labels) for one in each if one.known), "")
                lines = [
                    {
                        worker: one.worker,
                        subject: one.item,
                        answer: self.chosen(one.labels),
                        "kind": one.kind,
                        "gold": gold,
                    }
                    for one in each
                    if not one.known
                ]
            except BadCell as bad:
                self.refuse(number, bad.column, bad.message)
                continue
            for line in lines:
                yield number, [line.get(name, "") for name in self.known]

    def chosen(self, labels: Sequence[str]) -> str:
        """Return the choice as the text of a cell, or raise BadCell."""
        if len(labels) != 1:
            raise BadCell("choices", f"Expected one answer, but {len(labels)} are chosen.")
        return labels[0]

    def table_records(self, text: str) -> Iterator[Record]:
        return JudgmentTable(self.needed, self.known, self.spare, self).records(text)

    def take_all(self, records: Iterable[Record], seen: Callable[[int], object]) -> None:
        self.tell = seen
        for number, cells in records:
            if number % STEP == 0:
                seen(number)
            try:
                self.take(number, cells)
            except BadCell as error:
                self.refuse(number, error.column, error.message)

    def agreed(self, number: int, subject: str, column: str, value: Fact) -> Fact:
        """Return the value; refuse it if an earlier row has a different one."""
        row, first = self._first_values.setdefault((column, subject), (number, value))
        if first != value:
            raise BadCell(
                column,
                f"{short(subject)} has a different value in row {row}. Make them the same.",
            )
        return value


Reading = TypeVar("Reading", bound=JudgedRows)


def read_judgments(
    reading_with: Callable[[Clean], Reading],
    filename: str,
    body: bytes,
    seen: Seen = unseen,
    wanted: Wanted = USUAL,
    options: ReadingOptions = GUESS,
) -> Reading:
    """Return the judgments in a table (comma, semicolon or tab), of JSON lines, of Parquet, of an
    Excel workbook or of Label Studio.

    The file's extension determines its format, or its beginning if it has none. `reading_with` gets
    the function that undoes a spreadsheet's changes to a cell. `seen` is called with the number of
    lines read and their total. `wanted` says which answers of another program's file to read, and
    `options` override guesses."""
    trouble, file = "", TextFile(filename, body)
    try:
        file = as_text_file(filename, body, wanted.control)
    except UnreadableTable as error:
        trouble = str(error)
    filename, body = file.filename, file.body
    ending = PurePath(filename).suffix.lower()
    json_lines = ending in {".jsonl", ".ndjson"} or (not ending and body[:100].strip()[:1] == b"{")
    tasks = not json_lines and body[:100].lstrip(BEFORE)[:1] == b"["
    reading = reading_with(str if json_lines or tasks else as_meant)
    reading.options = options
    reading.begin()
    file.report(reading)
    if trouble:
        reading.refuse(0, "", trouble)
        return reading
    try:
        text = _decoded(filename, body, reading)
    except NotText as error:
        reading.refuse(error.line, "", error.message)
        return reading
    listed = rows_in_list(text, reading.needed, reading) if tasks else None
    others = None
    if reading.choices and listed is None:
        others = answers_in(text, reading.subject, wanted, reading, is_list=tasks)
    if others is not None:
        records = reading.records_of(others)
    elif listed is not None:
        records = reading.json_records(enumerate(listed, 1))
    elif json_lines:
        records = reading.json_records(objects_of(text, reading, reading.example))
    else:
        records = reading.table_records(text)
    lines = body.count(b"\n") + 1
    reading.take_all(records, lambda number: seen("lines", number, lines))
    seen("lines", lines, lines)
    return reading


def _decoded(filename: str, body: bytes, to: Faults) -> str:
    """Return the text of a file, or raise NotText."""
    if found := foreign_file(body, filename):
        kind, advice = found
        raise NotText(f"This is {kind}. {advice}")
    decoded = decode_forgivingly(body)
    if decoded.encoding != UTF_8:
        to.notes.append(f"Read as {ENCODINGS[decoded.encoding]}.")
    return decoded.text


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
