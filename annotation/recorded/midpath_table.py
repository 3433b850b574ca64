"""Recorded judgments in Midpath's own table, the same for every scheme."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from annotation.models import Item
from annotation.recorded import READERS
from annotation.recorded.base import (
    BadFile,
    Given,
    Recorded,
    RecordedReader,
    require_no_error,
)
from midpath.exchange.decoding import lines_of
from midpath.exchange.judged.cells import Cells, Clean, short
from midpath.exchange.judged.judged_rows import JudgedRows, read_judgments
from midpath.exchange.judged.judgment_tables import DELIMITERS
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.rows import BadCell, RowError
from midpath.schemes.base import InvalidAnswer, Settings
from midpath.text.strict_json import UnreadableJSON, read_json

REQUIRED = frozenset(("judgment", "item", "name", "worker", "answer", "given", "vector", "counts"))
# The other columns of the table.
SPARE = REQUIRED.union(
    ("late", "known", "repeat", "review", "claimed_at", "submitted_at", "seconds"),
    ("active_seconds", "first_action_seconds", "suggested", "as_suggested"),
)
BEGINNING = 10_000


class Sent(NamedTuple):
    """An answer as submitted, and its meaning in the campaign of origin."""

    payload: dict[str, object]
    written: str


class OwnTable(RecordedReader):
    """A reader of Midpath's table of judgments, whose numbers depend on a campaign's settings."""

    form = "Midpath’s table-judgments.csv, .jsonl or .parquet"

    def read(
        self,
        filename: str,
        body: bytes,
        take: str = "",
        control: str = "",
        reading: ReadingOptions = GUESS,
    ) -> Recorded:
        rows = read_judgments(OwnRows, filename, body)
        require_no_error(rows.errors, rows.error_count)
        return Recorded(
            rows.answers, _no_settings, not_counted=rows.not_counted, skipped=rows.skipped
        )

    def payload(self, given: Given, item: Item, settings: Settings) -> dict[str, object]:
        sent: dict[str, object] = given.answer.payload
        # Keywords given with an answer are not part of a set.
        spare = "keywords" if settings.get("keywords") is None else ""
        return {name: value for name, value in sent.items() if name != spare}

    def hold(self, given: Given, written: Callable[[], str]) -> None:
        if given.answer.written != (meant := written()):
            raise InvalidAnswer(
                f"In this campaign the answer is {short(meant)}, but the file says "
                f"{short(given.answer.written)}. Choose the campaign that these answers come from.",
                field="answer",
            )


class OwnRows(JudgedRows):
    needed = ("worker", "name", "answer", "given")
    known = (*needed, "counts")
    spare = SPARE
    subject = "name"
    example = '{"worker": 1, "name": …, "answer": …, "given": …}'

    def __init__(self, clean: Clean) -> None:
        super().__init__()
        self._clean = clean
        self._cells = Cells(clean)
        self.answers: dict[str, list[Given]] = {}
        self.not_counted = 0

    def take(self, number: int, cells: Sequence[str]) -> None:
        *texts, counts = cells
        worker, name, answer, given = map(self._clean, texts)
        if self._cells.counts(counts) is False:
            self.not_counted += 1
            return
        for column, cell in zip(("worker", "name"), (worker, name), strict=True):
            if not cell:
                raise BadCell(column, f"The {column} is empty. Fill it in or remove the row.")
        sent = Given(number, "given", worker, Sent(_payload(given), answer))
        self.answers.setdefault(name, []).append(sent)


def is_own_table(body: bytes) -> bool:
    """Return whether a file has the columns of Midpath's table of judgments."""
    head = lines_of(body[:BEGINNING].decode("utf-8-sig", "ignore"))[0].strip()
    if head.startswith("{"):
        return all(f'"{name}":' in head for name in ("judgment", "name", "worker"))
    return any({*head.split(mark)} >= REQUIRED for mark in DELIMITERS)


OWN_TABLE = OwnTable()


def reader_of(scheme: str, body: bytes) -> RecordedReader:
    """Return the reader of a file; for Midpath's own table it is the same for every scheme."""
    return OWN_TABLE if is_own_table(body) else READERS[scheme]


def _payload(cell: str) -> dict[str, object]:
    try:
        found = read_json(cell.encode())
    except UnreadableJSON as error:
        raise BadCell("given", error.message) from error
    if not isinstance(found, dict):
        raise BadCell("given", "This must be an object: the answer as it was sent.")
    return found


def _no_settings() -> Settings:
    message = (
        "Midpath’s judgment table does not list the possible answers. Choose the campaign that "
        "these answers come from."
    )
    raise BadFile([RowError(0, "", message)])
