"""Read files of judgments, one per row, of any kind: tables with a header, or JSON lines.

Each kind of file declares the columns that it needs and knows, and reads each row. Bad data raises
no exception: errors are collected by row."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from pathlib import PurePath
from typing import ClassVar, NoReturn, TypeVar

from annotation.exchange.decoding import NotText, decode, lines_of
from annotation.exchange.files import Seen, unseen
from annotation.exchange.jsonl import SCALARS, objects_of
from annotation.exchange.judged.cells import Cells, Clean, Names, short
from annotation.exchange.judged.choices import Chosen
from annotation.exchange.judged.other_files import answers_in
from annotation.exchange.parquet import BadParquet, as_json_lines
from annotation.exchange.prodigy import is_skipped
from annotation.exchange.rows import BadCell, Faults
from annotation.exchange.spreadsheets import as_meant
from annotation.exchange.tables import table_of
from annotation.exchange.wanted import USUAL, Wanted

DELIMITERS = (",", ";", "\t")
STEP = 2**14
MAX_SHAPES = 1000
BEFORE = b"\xef\xbb\xbf \t\r\n"
Fact = TypeVar("Fact")
Record = tuple[int, Sequence[str]]  # the number of a row, and a cell for each of `known`
MISSING = -1
Ints, Longs = partial(array, "i"), partial(array, "q")


@dataclass
class JudgmentColumns:
    """Judgments as columns of numbers, so that millions take little memory.

    Worker, item and answer are indices into their lists. Milliseconds and words are MISSING if not
    in the file."""

    workers: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    row: "array[int]" = field(default_factory=Ints)
    worker: "array[int]" = field(default_factory=Ints)
    item: "array[int]" = field(default_factory=Ints)
    answer: "array[int]" = field(default_factory=Ints)
    milliseconds: "array[int]" = field(default_factory=Longs)
    words: "array[int]" = field(default_factory=Ints)

    def __len__(self) -> int:
        return len(self.row)


class JudgedRows(Faults, ABC):
    """The judgments read so far, checked against each other.

    needed, known : the names of columns, in the order of the cells
    spare : names of columns that repeat what others say
    also : alternative names of some columns, as in crowd-kit
    choices : whether Label Studio's tasks are read, too
    subject : the column with the subject of a judgment
    example : a JSON line, for messages
    """

    needed: ClassVar[tuple[str, ...]]
    known: ClassVar[tuple[str, ...]]
    spare: ClassVar[Collection[str]] = ()
    also: ClassVar[Mapping[str, str]] = {}
    choices: ClassVar[bool] = False
    subject: ClassVar[str]
    example: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self._first_values: dict[tuple[str, str], tuple[int, object]] = {}
        self._shapes: set[tuple[str, ...]] = set()

    @abstractmethod
    def take(self, number: int, cells: Sequence[str]) -> None:
        """Read the judgment in a row, or raise BadCell."""

    def one_value(self, name: str, value: object) -> object:
        """Convert the value in a JSON line to a single value if possible; else return it
        unchanged."""
        return value

    def json_records(self, text: str) -> Iterator[Record]:
        for number, given in objects_of(text, self, self.example):
            if "answer" not in self.known and is_skipped(number, given, self):
                continue
            names = self._meant(list(given))
            self.skip_unread(names)
            line = dict(zip(names, given.values(), strict=True))
            values = [self.one_value(name, line.get(name)) for name in self.known]
            single = [isinstance(value, SCALARS) for value in values]
            if all(single):
                yield number, [_cell(value) for value in values]
            else:
                message = "Expected one value, not a list or object."
                self.refuse(number, self.known[single.index(False)], message)

    def records_of(self, found: Iterable[tuple[int, Sequence[Chosen]]]) -> Iterator[Record]:
        """Yield the answers in a file that has no rows, each with the number of its item."""
        worker, subject, answer = self.needed
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
        delimiter = max(DELIMITERS, key=header_line(text).count)
        names, rows = table_of(text, delimiter, self, self._problem_with_header)
        known = self._meant([name.lower() for name in names])
        self.skip_unread(known)
        none = len(names)  # the place of a cell that is always empty
        pick = itemgetter(*(known.index(name) if name in known else none for name in self.known))
        for number, cells in rows:
            cells.append("")
            yield number, pick(cells)

    def skip_unread(self, names: Sequence[str]) -> None:
        """Count the columns that are not read, once for the file."""
        if (shape := tuple(names)) in self._shapes:
            return
        if len(self._shapes) < MAX_SHAPES:
            self._shapes.add(shape)
        for name in names:
            if name not in self.known and name not in self.spare:
                self.skip_field(0, name, "column")

    def take_all(self, records: Iterable[Record], seen: Callable[[int], object]) -> None:
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

    def _meant(self, names: Sequence[str]) -> Sequence[str]:
        """Replace alternative column names, unless the usual name is also a column."""
        meant = {other: name for name, other in self.also.items() if name not in names}
        return [meant.get(name, name) for name in names] if meant else names

    def _problem_with_header(self, names: list[str], delimiter: str) -> str | None:
        known = self._meant([name.lower() for name in names])
        if missing := [name for name in self.needed if name not in known]:
            found = ", ".join(name or "(no name)" for name in names[:20])
            *others, last = self.needed
            return (
                f"There is no column named {missing[0]}. The first row must name the columns "
                f"{', '.join(others)} and {last}; it names: {found[:300]}."
            )
        twice = [name for name in self.known if known.count(name) > 1]
        return f"Two columns are named {twice[0]}. Give each a unique name." if twice else None


class NumberedRows(JudgedRows):
    """The judgments read so far, as columns. `clean` undoes a spreadsheet's changes to a cell."""

    def __init__(self, clean: Clean, judgments: JudgmentColumns, longest: int) -> None:
        super().__init__()
        self._judgments = judgments
        self._workers = Names("worker", clean, judgments.workers)
        self._items = Names(self.subject, clean, judgments.items, longest)
        self._cells = Cells(clean)
        self._seen: set[int] = set()

    def keep(
        self, number: int, worker: int, item: int, answer: int, seconds: str, words: str
    ) -> None:
        """Add a judgment; refuse a worker's second one of the same item."""
        milliseconds = self._cells.seconds(seconds) if seconds else None
        length = self._cells.words(words) if words else None
        judged, judgment = self._judgments, item << 32 | worker
        if judgment in self._seen:
            self._refuse_second((worker, item))
        self._seen.add(judgment)
        judged.row.append(number)
        judged.worker.append(worker)
        judged.item.append(item)
        judged.answer.append(answer)
        judged.milliseconds.append(MISSING if milliseconds is None else milliseconds)
        judged.words.append(MISSING if length is None else length)

    def _refuse_second(self, same: tuple[int, int]) -> NoReturn:
        judged = self._judgments
        places = zip(judged.worker, judged.item, judged.row, strict=True)
        first = next(row for worker, item, row in places if (worker, item) == same)
        worker, item = same
        raise BadCell(
            "worker",
            f"The worker {short(judged.workers[worker])} already judged the {self.subject} "
            f"{short(judged.items[item])} in row {first}. Keep one of the two.",
        )


Reading = TypeVar("Reading", bound=JudgedRows)


def read_judgments(
    reading_with: Callable[[Clean], Reading],
    filename: str,
    body: bytes,
    seen: Seen = unseen,
    wanted: Wanted = USUAL,
) -> Reading:
    """Return the judgments in a table with a header (comma, semicolon or tab), of JSON lines, of
    Parquet or of Label Studio.

    The file's extension determines its format, or its beginning if it has none. `reading_with` gets
    the function that undoes a spreadsheet's changes to a cell. `seen` is called with the number of
    lines read and their total. `wanted` says which answers of another program's file to read."""
    trouble = ""
    try:
        filename, body = as_json_lines(filename, body)
    except BadParquet as error:
        trouble = str(error)
    ending = PurePath(filename).suffix.lower()
    json_lines = ending in {".jsonl", ".ndjson"} or (not ending and body[:100].strip()[:1] == b"{")
    tasks = not json_lines and body[:100].lstrip(BEFORE)[:1] == b"["
    reading = reading_with(str if json_lines or tasks else as_meant)
    if trouble:
        reading.refuse(0, "", trouble)
        return reading
    try:
        text = decode(body)
    except NotText as error:
        reading.refuse(error.line, "", error.message)
        return reading
    others = None
    if reading.choices:
        others = answers_in(text, reading.subject, wanted, reading, is_list=tasks)
    if others is not None:
        records = reading.records_of(others)
    else:
        records = reading.json_records(text) if json_lines else reading.table_records(text)
    lines = body.count(b"\n") + 1
    reading.take_all(records, lambda number: seen("lines", number, lines))
    seen("lines", lines, lines)
    return reading


def header_line(text: str) -> str:
    return lines_of(text[:10_000])[0]


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
