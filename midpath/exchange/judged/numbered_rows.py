"""Judgments as columns of numbers, and how to read second answers of a worker to an item."""

from array import array
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from midpath.exchange.judged.cells import (
    MISSING,
    Cells,
    Clean,
    Labels,
    Names,
    needed,
    short,
)
from midpath.exchange.judged.distinct_cells import Column
from midpath.exchange.judged.judged_rows import JudgedRows
from midpath.exchange.judged.reading_options import ALL, FIRST, LAST, REFUSE, missing_words
from midpath.exchange.rows import BadCell
from midpath.lazy import LazyModule
from midpath.text.characters import canonical

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyModule("numpy")

Ints, Longs = partial(array, "i"), partial(array, "q")
COLUMNS = ("row", "worker", "item", "answer", "milliseconds", "words")


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


class NumberedRows(JudgedRows):
    """The judgments read so far, as columns. `clean` undoes a spreadsheet's changes to a cell."""

    def __init__(
        self, clean: Clean, judgments: JudgmentColumns, longest: int, labels: list[str]
    ) -> None:
        super().__init__()
        self._judgments = judgments
        self._columns = [getattr(judgments, name).append for name in COLUMNS]
        self._workers = Names("worker", clean, judgments.workers)
        self._items = Names(self.subject, clean, judgments.items, longest)
        self._label_numbers = Labels(self.needed[2], clean, labels)
        self._cells = Cells(clean)
        self._seen: set[int] = set()
        self._rows: dict[int, int] = {}
        self._repeats = 0

    def begin(self, *, own: bool = False) -> None:
        """Choose the words for missing labels; in Midpath's own files each word is a label."""
        self._label_numbers.missing = missing_words(self.options, own=own)

    def skip_missing(self, number: int, cell: str, worker: str, item: str) -> None:
        """Count a judgment of the item by the worker whose label is missing."""
        needed("worker", worker)
        needed(self.subject, item, len(item))
        word = canonical(cell).strip()
        self.skip(number, f"label {word}, read as missing" if word else "label missing")

    def gold(self, number: int, cell: str) -> str:
        """Return a gold answer; an empty string, counted, if the cell says that it is missing."""
        known = self._cells.gold(cell)
        if known in self._label_numbers.missing:
            self.skip(number, f"gold answer {known}, read as missing")
            return ""
        return known

    def keep(
        self, number: int, worker: int, item: int, answer: int, seconds: str, words: str
    ) -> None:
        """Add a judgment. A worker's second one of the same item is refused unless the options
        allow it."""
        milliseconds = self._cells.seconds(seconds) if seconds else None
        length = self._cells.words(words) if words else None
        self._add(
            number,
            worker,
            item,
            answer,
            MISSING if milliseconds is None else milliseconds,
            MISSING if length is None else length,
        )

    def keep_block(
        self,
        first: int,
        worker: Column,
        item: Column,
        answer: Column,
        seconds: Column,
        words: Column,
    ) -> bool:
        """Add judgments as columns, and return whether all are valid; if not, none is added. Second
        ones of the same item by a worker are found later."""
        names = self._workers, self._items, self._label_numbers
        sizes = [one.size() for one in names]
        try:
            numbers = [
                one.numbers_of(column.names)
                for one, column in zip(names, (worker, item, answer), strict=True)
            ]
            times = [
                [MISSING if (number := read(cell)) is None else number for cell in column.names]
                for read, column in ((self._cells.seconds, seconds), (self._cells.words, words))
            ]
            is_plain = MISSING not in numbers[-1]
        except BadCell:
            is_plain = False
        if not is_plain:
            for one, size in zip(names, sizes, strict=True):
                one.forget(size)
            return False
        judged = self._judgments
        rows = np.arange(first, first + len(worker.numbers), dtype=judged.row.typecode)
        judged.row.frombytes(rows.tobytes())
        columns = judged.worker, judged.item, judged.answer, judged.milliseconds, judged.words
        for column, of, given in zip(
            columns, [*numbers, *times], (worker, item, answer, seconds, words), strict=True
        ):
            column.frombytes(np.array(of, dtype=column.typecode)[given.numbers].tobytes())
        return True

    def end_blocks(self, *, is_all: bool) -> None:
        """Find a worker's second judgments of an item in the blocks, as `keep` does."""
        judged = self._judgments
        judgments = np.array(judged.item, dtype=np.int64)
        judgments <<= 32
        judgments |= np.asarray(judged.worker)
        judgments.sort()
        if (judgments[1:] == judgments[:-1]).any():
            columns = [getattr(judged, name) for name in COLUMNS]
            rows = zip(*(column[:] for column in columns), strict=True)
            for column in columns:
                del column[:]
            for row in rows:
                try:
                    self._add(*row)
                except BadCell as bad:
                    self.refuse(row[0], bad.column, bad.message)
        elif not is_all:
            self._seen.update(judgments.tolist())

    def _add(
        self, number: int, worker: int, item: int, answer: int, milliseconds: int, words: int
    ) -> None:
        judgment = item << 32 | worker
        if judgment in self._seen and not self._may_repeat(number, worker, item):
            return
        self._seen.add(judgment)
        row_to, worker_to, item_to, answer_to, milliseconds_to, words_to = self._columns
        row_to(number)
        worker_to(worker)
        item_to(item)
        answer_to(answer)
        milliseconds_to(milliseconds)
        words_to(words)

    def settle_repeats(self) -> None:
        """Leave out all but the last of second answers, if they are to be read so."""
        if self._repeats and self.options.repeats == ALL:
            many = f"{self._repeats:,}"
            self.notes.append(f"Second answers that count as further judgments: {many}.")
        if self._repeats and self.options.repeats == LAST:
            self._leave_out_earlier()

    def _leave_out_earlier(self) -> None:
        judged, seen, last = self._judgments, set[int](), list[int]()
        for at in reversed(range(len(judged))):
            judgment = judged.item[at] << 32 | judged.worker[at]
            if judgment not in seen:
                seen.add(judgment)
                last.append(at)
        last.reverse()
        first = next(at for at, place in enumerate([*last, -1]) if at != place)
        reason = "answer replaced by a later one of its worker"
        self.skip(judged.row[first], reason, len(judged) - len(last))
        for name in COLUMNS:
            column = getattr(judged, name)
            setattr(judged, name, array(column.typecode, map(column.__getitem__, last)))

    def _may_repeat(self, number: int, worker: int, item: int) -> bool:
        """Return whether a worker's second judgment of an item is stored; refuse it if the options
        do not say how to read it."""
        way = self.options.repeats
        self._repeats += 1
        if way == FIRST:
            self.skip(number, "answer given again by the same worker")
        elif way == REFUSE:
            raise BadCell(
                "worker",
                f"The worker {short(self._judgments.workers[worker])} already judged the "
                f"{self.subject} {short(self._judgments.items[item])} in row "
                f"{self._first_row(item << 32 | worker)}. Keep one of the two, or choose which "
                "answers count: --repeats first, last or all.",
            )
        return way != FIRST

    def _first_row(self, judgment: int) -> int:
        """Return the row of an earlier judgment. All of them are looked up once for many second
        answers."""
        judged = self._judgments
        for at in range(len(self._rows), len(judged)):
            self._rows[judged.item[at] << 32 | judged.worker[at]] = judged.row[at]
        return self._rows[judgment]
