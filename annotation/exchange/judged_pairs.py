"""Judgments of pairs as files hold them: one row each, with the columns worker, pair and answer.

Optional columns: `stratum`, `similarity` (0 to 1) and `gold` (the known answer) of the pair;
`seconds` that the judgment took and `words` of the pair; `means` (yes or no, what the answer counts
as) and `counts` (no: kept, but in no figure), as Midpath's own files have them. Other columns are
not read. Nothing here raises for bad data: what is wrong comes back as errors by row."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import PurePath
from typing import NamedTuple

from annotation.exchange.decoding import NotText, decode, lines_of
from annotation.exchange.rows import RowError
from annotation.exchange.spreadsheets import as_meant
from annotation.strict_json import UnreadableJSON, read_json

NEEDED = ("worker", "pair", "answer")
OPTIONAL = ("stratum", "similarity", "gold", "seconds", "words", "means", "counts")
KNOWN = (*NEEDED, *OPTIONAL)
YES_NO = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
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
        return reading.found
    json_lines = PurePath(filename).suffix.lower() in {".jsonl", ".ndjson"}
    records = reading.json_records(text) if json_lines else reading.table_records(text)
    for number, record in records:
        try:
            reading.take(number, record)
        except BadCell as error:
            reading.refuse(number, error.column, error.message)
    if not reading.found.errors and not reading.found.rows:
        reading.refuse(0, "", "The file holds no judgment that counts.")
    return reading.found


class Reading:
    """Gathers what the rows say and holds them against each other."""

    def __init__(self) -> None:
        self.found = JudgedPairs()
        self._row_of: dict[tuple[str, str], int] = {}
        self._said: dict[tuple[str, str], tuple[int, object]] = {}

    def refuse(self, row: int, column: str, message: str) -> None:
        self.found.errors.append(RowError(row, column, message))

    def json_records(self, text: str) -> Iterator[Record]:
        for number, line in enumerate(lines_of(text), 1):
            if not line.strip():
                continue
            try:
                value = read_json(line.encode())
            except UnreadableJSON as error:
                place = f" (column {error.column})" if error.column else ""
                self.refuse(number, "", f"{error.message}{place}")
                continue
            if not isinstance(value, dict):
                wanted = '{"worker": "w1", "pair": "p1", "answer": "yes"}'
                self.refuse(number, "", f"The line must be an object: {wanted}.")
            elif odd := [name for name in KNOWN if isinstance(value.get(name), (list, dict))]:
                self.refuse(number, odd[0], "This must be one value, not a list or an object.")
            else:
                yield number, {name: _cell(value[name]) for name in KNOWN if name in value}

    def table_records(self, text: str) -> Iterator[Record]:
        delimiter = _delimiter(text)
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        number, names = 0, list[str]()
        try:
            for number, cells in enumerate(reader, 1):
                if not names:
                    names = [name.strip().lower() for name in cells]
                    if trouble := _trouble_with_header(names):
                        self.refuse(number, "", trouble)
                        return
                elif len(cells) != len(names):
                    if cells:
                        self.refuse(number, "", _wrong_width(len(cells), len(names), delimiter))
                else:
                    row = dict(zip(names, cells, strict=True))
                    yield number, {name: as_meant(row[name]) for name in KNOWN if name in row}
        except csv.Error as error:
            advice = "See that every quotation mark that opens a cell also closes it."
            place = f"near line {reader.line_num}"
            self.refuse(number + 1, "", f"The row cannot be read ({place}): {error}. {advice}")

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
    if not cell.isprintable() and (odd := [c for c in cell if ord(c) < 32 or ord(c) == 127]):
        raise BadCell(name, f"The cell holds the control character U+{ord(odd[0]):04X}. Remove it.")


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


def _delimiter(text: str) -> str:
    first = lines_of(text[:10_000])[0]
    return max((",", ";", "\t"), key=first.count)


def _trouble_with_header(names: list[str]) -> str:
    if missing := [name for name in NEEDED if name not in names]:
        found = ", ".join(name or "(no name)" for name in names[:20])
        return (
            f"There is no column named {missing[0]}. The first row must name the columns worker, "
            f"pair and answer; it names: {found[:300]}."
        )
    twice = [name for name in KNOWN if names.count(name) > 1]
    return f"Two columns are named {twice[0]}. Remove one." if twice else ""


def _wrong_width(found: int, expected: int, delimiter: str) -> str:
    advice = ""
    if found > expected and delimiter != "\t":
        advice = f" A cell that holds “{delimiter}” must stand in quotation marks."
    return f"{expected} cells expected, {found} found.{advice}"


def _short(text: str) -> str:
    return f"“{text[:60]}”" if len(text) <= 60 else f"“{text[:59]}…”"
