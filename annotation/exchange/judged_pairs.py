"""Judgments of pairs as files hold them: one row each, with the columns worker, pair and answer.

Optional columns: `stratum`, `similarity` (0 to 1) and `gold` (the known answer) of the pair;
`seconds` that the judgment took and `words` of the pair; `means` (yes or no, what the answer counts
as) and `counts` (no: kept, but in no figure), as Midpath's own files have them. Other columns are
not read. Nothing here raises for bad data: what is wrong comes back as errors by row."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import PurePath
from typing import NamedTuple

from annotation.exchange.decoding import NotText, decode, lines_of
from annotation.exchange.jsonl import SCALARS, objects_of
from annotation.exchange.rows import Faults, RowError, trouble_with_characters
from annotation.exchange.spreadsheets import as_meant
from annotation.exchange.tables import named_cells

NEEDED = ("worker", "pair", "answer")
OPTIONAL = ("stratum", "similarity", "gold", "seconds", "words", "means", "counts")
KNOWN = (*NEEDED, *OPTIONAL)
YES_NO = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
DELIMITERS = (",", ";", "\t")
EXAMPLE = '{"worker": "w1", "pair": "p1", "answer": "yes"}'
LONGEST_CELL = 2000
MILLION, THOUSAND = 1_000_000, 1000
Record = tuple[int, Mapping[str, str]]


@dataclass(frozen=True)
class JudgedRow:
    """`milliseconds` and `words` are None where the file does not tell them."""

    row: int
    worker: str
    pair: str
    answer: str
    milliseconds: int | None = None
    words: int | None = None


@dataclass
class PairFacts:
    """What the rows of one pair say of it; the similarity is in whole millionths."""

    stratum: str = ""
    similarity: int | None = None
    gold: str | None = None


@dataclass
class JudgedPairs:
    """`means`: of each answer whether it counts as yes, empty where the file does not say;
    `not_counted`: rows that say that they do not count, which stand in no other field."""

    rows: list[JudgedRow] = field(default_factory=list)
    pairs: dict[str, PairFacts] = field(default_factory=dict)
    means: dict[str, bool] = field(default_factory=dict)
    not_counted: int = 0
    errors: list[RowError] = field(default_factory=list)
    error_count: int = 0


class BadCell(ValueError):
    def __init__(self, column: str, message: str) -> None:
        super().__init__(message)
        self.column = column
        self.message = message


class Numbers(NamedTuple):
    similarity: int | None
    milliseconds: int | None
    words: int | None


def read_judged_pairs(filename: str, body: bytes) -> JudgedPairs:
    """A table with a header (comma, semicolon or tab), or JSON lines by the file's extension."""
    reading = Reading()
    try:
        text = decode(body)
    except NotText as error:
        reading.refuse(error.line, "", error.message)
        return reading.judged()
    json_lines = PurePath(filename).suffix.lower() in {".jsonl", ".ndjson"}
    for number, record in reading.json_records(text) if json_lines else reading.table_records(text):
        try:
            reading.take(number, record)
        except BadCell as error:
            reading.refuse(number, error.column, error.message)
    return reading.judged()


class Reading(Faults):
    """Gathers what the rows say and holds them against each other."""

    def __init__(self) -> None:
        super().__init__()
        self.found = JudgedPairs()
        self._row_of: dict[tuple[str, str], int] = {}
        self._said: dict[tuple[str, str], tuple[int, object]] = {}

    def judged(self) -> JudgedPairs:
        if not self._errors and not self.found.rows:
            self.refuse(0, "", "The file holds no judgment that counts.")
        self.found.errors, self.found.error_count = self.errors, self.error_count
        return self.found

    def json_records(self, text: str) -> Iterator[Record]:
        for number, value in objects_of(text, self, EXAMPLE):
            if odd := [name for name in KNOWN if not isinstance(value.get(name), SCALARS)]:
                self.refuse(number, odd[0], "This must be one value, not a list or an object.")
            else:
                yield number, {name: _cell(value[name]) for name in KNOWN if name in value}

    def table_records(self, text: str) -> Iterator[Record]:
        delimiter = max(DELIMITERS, key=header_line(text).count)
        for number, cells in named_cells(text, delimiter, self, _trouble_with_header):
            row = {name.lower(): cell for name, cell in cells.items()}
            yield number, {name: as_meant(row[name]) for name in KNOWN if name in row}

    def take(self, number: int, record: Mapping[str, str]) -> None:
        """One judgment, or what is wrong with it; a row that does not count says nothing else."""
        if not _yes_no("counts", record.get("counts", "")):
            self.found.not_counted += 1
            return
        worker, pair, answer = (_needed(name, record) for name in NEEDED)
        numbers = _numbers(record)
        first = self._row_of.setdefault((worker, pair), number)
        if first != number:
            raise BadCell(
                "worker",
                f"The worker {_short(worker)} judged the pair {_short(pair)} in row {first} "
                "already. Keep one of the two.",
            )
        facts = self.found.pairs.setdefault(pair, PairFacts())
        facts.stratum = self._agreed(number, pair, "stratum", record) or facts.stratum
        facts.gold = self._agreed(number, pair, "gold", record) or facts.gold
        if numbers.similarity is not None:
            self._hold(number, pair, "similarity", numbers.similarity)
            facts.similarity = numbers.similarity
        if means := record.get("means", "").strip():
            self.found.means[answer] = _yes_no("means", means)
            self._hold(number, answer, "means", self.found.means[answer])
        self.found.rows.append(
            JudgedRow(number, worker, pair, answer, numbers.milliseconds, numbers.words)
        )

    def _agreed(self, number: int, pair: str, column: str, record: Mapping[str, str]) -> str:
        cell = record.get(column, "").strip()
        if cell:
            _check_length(column, cell)
            self._hold(number, pair, column, cell)
        return cell

    def _hold(self, number: int, subject: str, column: str, value: object) -> None:
        row, said = self._said.setdefault((subject, column), (number, value))
        if said != value:
            raise BadCell(
                column,
                f"For {_short(subject)} this is not what row {row} says. Make the two alike.",
            )


def _needed(name: str, record: Mapping[str, str]) -> str:
    cell = record.get(name, "").strip()
    if not cell:
        raise BadCell(name, f"The {name} is empty. Fill it in or remove the row.")
    _check_length(name, cell)
    return cell


def _check_length(name: str, cell: str) -> None:
    if len(cell) > LONGEST_CELL:
        raise BadCell(name, f"The cell has {len(cell):,} characters; at most {LONGEST_CELL:,} fit.")
    if trouble := trouble_with_characters(cell):
        raise BadCell(name, trouble)


def _numbers(record: Mapping[str, str]) -> Numbers:
    return Numbers(
        _scaled("similarity", record, MILLION, 1, "a number from 0 to 1, such as 0.42"),
        _scaled("seconds", record, THOUSAND, 10**9, "a number of seconds, such as 12.5"),
        _scaled("words", record, 1, 10**9, "a whole number"),
    )


def _scaled(name: str, record: Mapping[str, str], times: int, most: int, wanted: str) -> int | None:
    """A number from 0 to `most` in whole parts, halves to the even one; None for an empty cell."""
    cell = record.get(name, "").strip()
    if not cell:
        return None
    try:
        number = Decimal(cell)
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and 0 <= number <= most):
        raise BadCell(name, f"{_short(cell)} is not {wanted}. Correct it or leave it empty.")
    return int((number * times).to_integral_value())


def _yes_no(name: str, cell: str) -> bool:
    """An empty cell counts as yes."""
    word = cell.strip().lower()
    if word and word not in YES_NO:
        raise BadCell(name, f"{_short(cell)} is neither yes nor no. Correct it or leave it empty.")
    return YES_NO.get(word, True)


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


def _short(text: str) -> str:
    return f"“{text[:60]}”" if len(text) <= 60 else f"“{text[:59]}…”"
