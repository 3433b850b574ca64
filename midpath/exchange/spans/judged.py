"""Read judgments of texts with marked spans: one per row, with the columns worker, item, length and
spans.

`length` is the length of the text in words or characters. `spans` is JSON, a list of [from, up to,
label], counted from 0, the second exclusive; or none. Optional columns: `unit`, words (the default)
or characters, the same in all rows; `gold` (the gold spans) of the item; `seconds` that the
judgment took and `words` of the text; `counts` (no: stored, but in no figure). Other columns are
not read. Bad data raises no exception: errors are returned by row."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from midpath.exchange.files import Seen, unseen
from midpath.exchange.judged.cells import Cells, Clean, Names, short
from midpath.exchange.judged.judged_rows import JudgedRows, read_judgments
from midpath.exchange.judged.other_files import are_labels
from midpath.exchange.judged.reading_options import ALL, GUESS, LAST, REFUSE, ReadingOptions
from midpath.exchange.rows import BadCell, RowError, Skipped
from midpath.text.characters import canonical, problem_with_characters
from midpath.text.look_alikes import remarks_on
from midpath.text.strict_json import UnreadableJSON, read_json

Spans = tuple[tuple[int, int, str], ...]

MAX_ITEM_LENGTH = 200_000
MAX_LABEL_LENGTH = 200
PARTED, NONE = "|", "none"
WORDS, CHARACTERS = "words", "characters"
AS_LABELS = "These are labels of whole texts, not spans. Read the file with --labels."
FORM = 'Write spans as [[0, 2, "Person"]]: start, end (exclusive, from 0) and label.'


class JudgedRow(NamedTuple):
    """A judgment that counts."""

    row: int
    worker: str
    item: str
    spans: Spans


@dataclass
class JudgedSpans:
    """The judgments of a file, its gold answers, and its errors.

    `not_counted` is the number of rows marked as not counting; no other field includes them.
    `times` contains (words, milliseconds) for the rows that have both."""

    rows: list[JudgedRow] = field(default_factory=list)
    lengths: dict[str, int] = field(default_factory=dict)
    gold: dict[str, Spans] = field(default_factory=dict)
    times: list[tuple[int, int]] = field(default_factory=list)
    not_counted: int = 0
    unit: str = WORDS
    errors: list[RowError] = field(default_factory=list)
    error_count: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    controls: Sequence[str] = ()


def read_judged_spans(
    filename: str, body: bytes, seen: Seen = unseen, options: ReadingOptions = GUESS
) -> JudgedSpans:
    """Return the judgments in a table with a header (comma, semicolon or tab) or in JSON lines.

    The file's extension determines its format, or its beginning if it has none. `seen` is called
    with the number of lines read and their total."""
    judged = read_judgments(Reading, filename, body, seen, options=options).judged()
    if judged.error_count and are_labels(body):
        return JudgedSpans(errors=[RowError(0, "label", AS_LABELS)], error_count=1)
    return judged


class Reading(JudgedRows):
    """The spans read so far. `clean` undoes a spreadsheet's changes to a cell."""

    needed = ("worker", "item", "length", "spans")
    known = (*needed, "seconds", "words", "counts", "gold", "unit")
    subject = "item"
    example = '{"worker": "w1", "item": "Ada went.", "length": 2, "spans": [[0, 1, "Person"]]}'

    def __init__(self, clean: Clean) -> None:
        super().__init__()
        self.found = JudgedSpans()
        self._clean = clean
        self._worker_names: list[str] = []
        self._item_names: list[str] = []
        self._workers = Names("worker", clean, self._worker_names)
        self._items = Names("item", clean, self._item_names, MAX_ITEM_LENGTH)
        self._cells = Cells(clean)
        self._first: dict[tuple[int, int], int] = {}  # the place of a worker's judgment of an item

    def one_value(self, name: str, value: object) -> object:
        """Return a list of spans as the text of a cell."""
        return json.dumps(value) if name in {"spans", "gold"} and isinstance(value, list) else value

    def take(self, number: int, cells: Sequence[str]) -> None:
        """Read one judgment, or raise BadCell. The other cells of a row that does not count are not
        read."""
        worker, item, length, spans, seconds, words, counts, gold, unit = cells
        read, found = self._cells, self.found
        if counts and read.counts(counts) is False:
            found.not_counted += 1
            return
        worker_no, item_no = self._workers[worker], self._items[item]
        name = self._item_names[item_no]
        found.unit = self.agreed(number, "all texts", "unit", _unit(self._clean(unit)))
        places = self.agreed(number, name, "length", _length(self._clean(length)))
        answer = spans_in("spans", self._clean(spans), places)
        row = JudgedRow(number, self._worker_names[worker_no], name, answer)
        found.lengths[name] = places
        if not self._keep(row, (item_no, worker_no)):
            return
        milliseconds = read.seconds(seconds) if seconds else None
        if words and milliseconds is not None and (size := read.words(words)) is not None:
            found.times.append((size, milliseconds))
        if gold and (cell := self._clean(gold).strip()):
            known = spans_in("gold", cell, places)
            found.gold[name] = self.agreed(number, name, "gold", known)

    def judged(self) -> JudgedSpans:
        """Return the contents of the file."""
        self.refuse_if_empty(self.found.rows)
        self.found.errors, self.found.error_count = self.errors, self.error_count
        self.found.skipped = self.skipped
        labels = (label for row in self.found.rows for _, _, label in row.spans)
        self.found.notes = [*self.notes, *remarks_on(labels)]
        return self.found

    def _keep(self, row: JudgedRow, judgment: tuple[int, int]) -> bool:
        """Store a judgment and return whether it is stored; refuse a second one by the worker
        unless the options say how to read it."""
        rows, way = self.found.rows, self.options.repeats
        place = self._first.setdefault(judgment, len(rows))
        if place < len(rows) and way == REFUSE:
            raise BadCell(
                "worker",
                f"The worker {short(row.worker)} already judged the item {short(row.item)} in row "
                f"{rows[place].row}. Keep one of the two, or choose which answers count: "
                "--repeats first, last or all.",
            )
        if place < len(rows) and way != ALL:
            self.skip(row.row, "answer given again by the same worker")
            if way == LAST:
                rows[place] = row
            return False
        rows.append(row)
        return True


def spans_in(column: str, cell: str, length: int) -> Spans:
    """Return the spans in a cell, in order, or raise BadCell."""
    if cell.strip().casefold() in {NONE, ""} and (cell.strip() or column == "gold"):
        return ()
    try:
        given = read_json(cell.encode())
    except (UnreadableJSON, UnicodeEncodeError) as error:
        raise BadCell(column, FORM) from error
    if not isinstance(given, list):
        raise BadCell(column, FORM)
    found = sorted(_span(column, one, length) for one in given)
    if len(set(found)) < len(found):
        raise BadCell(column, "Duplicate span. Keep one of the two.")
    return tuple(found)


def _span(column: str, given: object, length: int) -> tuple[int, int, str]:
    if not isinstance(given, list) or [type(one) for one in given] != [int, int, str]:
        raise BadCell(column, FORM)
    begin, end, label = given
    if not 0 <= begin < end <= length:
        raise BadCell(column, f"{begin} to {end} is not a span of a text of length {length:,}.")
    if trouble := problem_with_label(label):
        raise BadCell(column, trouble)
    return begin, end, canonical(label).strip()


def problem_with_label(label: str) -> str | None:
    """Return why a label is invalid; None if it is valid."""
    if not label.strip() or len(label) > MAX_LABEL_LENGTH:
        return f"A label has 1 to {MAX_LABEL_LENGTH} characters; {short(label)} does not."
    if PARTED in label:
        return f"The label {short(label)} contains a bar (|), which separates labels. Leave it out."
    return problem_with_characters(label)


def _unit(cell: str) -> str:
    unit = cell.strip().casefold() or WORDS
    if unit not in {WORDS, CHARACTERS}:
        raise BadCell("unit", f"{short(unit)} is not a unit of spans. Use words or characters.")
    return unit


def _length(cell: str) -> int:
    text = cell.strip()
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= MAX_ITEM_LENGTH * 10):
        raise BadCell("length", f"{short(text)} is not a valid text length.")
    return int(text)
