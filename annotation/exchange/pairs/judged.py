"""Read judgments of pairs: one row each, with the columns worker, pair and answer.

Optional columns: `stratum`, `similarity` (0 to 1) and `gold` (the known answer) of the pair;
`seconds` that the judgment took and `words` of the pair; `means` (yes or no, what the answer counts
as) and `counts` (no: kept, but in no figure), as Midpath's own files have them. Other columns are
not read. Bad data raises nothing: errors are returned by row."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from pathlib import PurePath
from typing import NoReturn, TypeVar

from annotation.exchange.decoding import NotText, decode, lines_of
from annotation.exchange.files import Seen, unseen
from annotation.exchange.jsonl import SCALARS, objects_of
from annotation.exchange.pairs.judged_cells import BadCell, Cells, Names, short
from annotation.exchange.rows import Faults, RowError
from annotation.exchange.spreadsheets import as_meant
from annotation.exchange.tables import table_of

NEEDED = ("worker", "pair", "answer")
OF_JUDGMENTS = ("seconds", "words", "means", "counts")
OF_PAIRS = ("similarity", "stratum", "gold")
KNOWN = (*NEEDED, *OF_JUDGMENTS, *OF_PAIRS)
DELIMITERS = (",", ";", "\t")
EXAMPLE = '{"worker": "w1", "pair": "p1", "answer": "yes"}'
MISSING = -1
STEP = 2**14
Ints, Longs = partial(array, "i"), partial(array, "q")
Fact = TypeVar("Fact")
Record = tuple[int, Sequence[str]]  # the number of a row, and a cell for each of KNOWN


@dataclass(frozen=True)
class JudgedRow:
    """One judgment. `milliseconds` and `words` are None if the file does not say."""

    row: int
    worker: str
    pair: str
    answer: str
    milliseconds: int | None = None
    words: int | None = None


@dataclass(slots=True)
class PairFacts:
    """The facts about a pair that its rows repeat. The similarity is in whole millionths."""

    stratum: str = ""
    similarity: int | None = None
    gold: str | None = None


@dataclass
class Judgments:
    """Judgments as columns of numbers, so that millions of them take little room.

    Worker, pair and answer index their lists of names. Milliseconds and words are MISSING if the
    file does not say."""

    workers: list[str] = field(default_factory=list)
    pairs: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    row: "array[int]" = field(default_factory=Ints)
    worker: "array[int]" = field(default_factory=Ints)
    pair: "array[int]" = field(default_factory=Ints)
    answer: "array[int]" = field(default_factory=Ints)
    milliseconds: "array[int]" = field(default_factory=Longs)
    words: "array[int]" = field(default_factory=Ints)

    def __len__(self) -> int:
        return len(self.row)

    def __iter__(self) -> Iterator[JudgedRow]:
        columns = (self.row, self.worker, self.pair, self.answer, self.milliseconds, self.words)
        for row, worker, pair, answer, milliseconds, words in zip(*columns, strict=True):
            yield JudgedRow(
                row,
                self.workers[worker],
                self.pairs[pair],
                self.answers[answer],
                None if milliseconds == MISSING else milliseconds,
                None if words == MISSING else words,
            )


@dataclass
class JudgedPairs:
    """The judgments of a file, the facts about its pairs, and its errors.

    `means` says of each answer whether it counts as yes; it is empty if the file does not say.
    `not_counted` is the number of rows that are marked as not counting; no other field includes
    them."""

    judgments: Judgments = field(default_factory=Judgments)
    pairs: dict[str, PairFacts] = field(default_factory=dict)
    means: dict[str, bool] = field(default_factory=dict)
    not_counted: int = 0
    errors: list[RowError] = field(default_factory=list)
    error_count: int = 0

    @property
    def rows(self) -> list[JudgedRow]:
        return list(self.judgments)


def read_judged_pairs(filename: str, body: bytes, seen: Seen = unseen) -> JudgedPairs:
    """Return the judgments in a table with a header (comma, semicolon or tab) or in JSON lines.

    The file's extension decides, or its beginning if it has none. `seen` is called with the number
    of lines read and their total."""
    ending = PurePath(filename).suffix.lower()
    json_lines = ending in {".jsonl", ".ndjson"} or (not ending and body[:100].strip()[:1] == b"{")
    reading = Reading(str if json_lines else as_meant)
    try:
        text = decode(body)
    except NotText as error:
        reading.refuse(error.line, "", error.message)
        return reading.judged()
    records = reading.json_records(text) if json_lines else reading.table_records(text)
    lines = body.count(b"\n") + 1
    reading.take_all(records, lambda number: seen("lines", number, lines))
    seen("lines", lines, lines)
    return reading.judged()


class Reading(Faults):
    """The judgments read so far, checked against each other. `clean` restores a cell to what it was
    before a spreadsheet changed it."""

    def __init__(self, clean: Callable[[str], str]) -> None:
        super().__init__()
        self.found = JudgedPairs()
        judgments = self.found.judgments
        self._workers = Names("worker", clean, judgments.workers)
        self._pairs = Names("pair", clean, judgments.pairs)
        self._answers = Names("answer", clean, judgments.answers)
        self._cells = Cells(clean)
        self._seen: set[int] = set()
        self._last_facts: dict[int, Sequence[str]] = {}  # the cells of each pair's last row
        self._first_values: dict[str, dict[str, tuple[int, object]]] = {
            column: {} for column in ("stratum", "similarity", "gold", "means")
        }

    def judged(self) -> JudgedPairs:
        if not self._errors and not self.found.judgments:
            self.refuse(0, "", "The file holds no judgment that counts.")
        self.found.errors, self.found.error_count = self.errors, self.error_count
        return self.found

    def json_records(self, text: str) -> Iterator[Record]:
        for number, value in objects_of(text, self, EXAMPLE):
            if odd := [name for name in KNOWN if not isinstance(value.get(name), SCALARS)]:
                self.refuse(number, odd[0], "This must be one value, not a list or an object.")
            else:
                yield number, [_cell(value.get(name)) for name in KNOWN]

    def table_records(self, text: str) -> Iterator[Record]:
        delimiter = max(DELIMITERS, key=header_line(text).count)
        names, rows = table_of(text, delimiter, self, _trouble_with_header)
        known = [name.lower() for name in names]
        none = len(names)  # the place of a cell that is always empty
        pick = itemgetter(*(known.index(name) if name in known else none for name in KNOWN))
        for number, cells in rows:
            cells.append("")
            yield number, pick(cells)

    def take_all(self, records: Iterable[Record], seen: Callable[[int], object]) -> None:
        for number, cells in records:
            if number % STEP == 0:
                seen(number)
            try:
                self._take(number, cells)
            except BadCell as error:
                self.refuse(number, error.column, error.message)

    def _take(self, number: int, cells: Sequence[str]) -> None:
        """Take one judgment, or raise BadCell. Of a row that does not count nothing else is
        read."""
        worker, pair, answer, seconds, words, means, counts = cells[:7]
        facts = cells[7:]
        read, judgments = self._cells, self.found.judgments
        if counts and read.counts(counts) is False:
            self.found.not_counted += 1
            return
        worker_no, pair_no = self._workers[worker], self._pairs[pair]
        answer_no = self._answers[answer]
        if new := self._last_facts.get(pair_no) != facts:
            read.similarity(facts[0])
        milliseconds = read.seconds(seconds) if seconds else None
        length = read.words(words) if words else None
        judgment = pair_no << 32 | worker_no
        if judgment in self._seen:
            self._refuse_second(worker_no, pair_no)
        self._seen.add(judgment)
        judgments.row.append(number)
        judgments.worker.append(worker_no)
        judgments.pair.append(pair_no)
        judgments.answer.append(answer_no)
        judgments.milliseconds.append(MISSING if milliseconds is None else milliseconds)
        judgments.words.append(MISSING if length is None else length)
        if new:
            self._take_facts(number, judgments.pairs[pair_no], *facts)
            self._last_facts[pair_no] = facts
        if means and (counting := read.means(means)) is not None:
            label = judgments.answers[answer_no]
            self.found.means[label] = self._agreed(number, label, "means", counting)

    def _take_facts(self, number: int, pair: str, similar: str, stratum: str, gold: str) -> None:
        """Take the facts about a pair, which must be the same in all its rows."""
        read, facts = self._cells, self.found.pairs.setdefault(pair, PairFacts())
        if stratum and (named := read.stratum(stratum)):
            facts.stratum = self._agreed(number, pair, "stratum", named)
        if gold and (known := read.gold(gold)):
            facts.gold = self._agreed(number, pair, "gold", known)
        if (millionths := read.similarity(similar)) is not None:
            facts.similarity = self._agreed(number, pair, "similarity", millionths)

    def _refuse_second(self, worker_no: int, pair_no: int) -> NoReturn:
        """Refuse a worker's second judgment of a pair."""
        judgments = self.found.judgments
        judged = zip(judgments.worker, judgments.pair, judgments.row, strict=True)
        same = (worker_no, pair_no)
        first = next(row for worker, pair, row in judged if (worker, pair) == same)
        raise BadCell(
            "worker",
            f"The worker {short(judgments.workers[worker_no])} judged the pair "
            f"{short(judgments.pairs[pair_no])} in row {first} already. Keep one of the two.",
        )

    def _agreed(self, number: int, subject: str, column: str, value: Fact) -> Fact:
        """Return the value, unless an earlier row has another."""
        row, first = self._first_values[column].setdefault(subject, (number, value))
        if first != value:
            raise BadCell(
                column,
                f"For {short(subject)} this is not what row {row} says. Make the two alike.",
            )
        return value


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def header_line(text: str) -> str:
    return lines_of(text[:10_000])[0]


def _trouble_with_header(names: list[str], delimiter: str) -> str | None:
    known = [name.lower() for name in names]
    if missing := [name for name in NEEDED if name not in known]:
        found = ", ".join(name or "(no name)" for name in names[:20])
        return (
            f"There is no column named {missing[0]}. The first row must name the columns worker, "
            f"pair and answer; it names: {found[:300]}."
        )
    twice = [name for name in KNOWN if known.count(name) > 1]
    return f"Two columns are named {twice[0]}. Give each a name of its own." if twice else None
