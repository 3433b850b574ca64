"""Read label judgments: one per row, with the columns worker, item and label.

Optional columns: `gold` (the gold label) of the item; `seconds` that the judgment took and `words`
of the item; `counts` (no: stored, but in no figure), `kind` (one, any, ordinal or interval) and
`names` (the names of labels on a scale), as in Midpath's own files. As in crowd-kit, the item
column may be called `task`. Other columns are not read. Bad data raises no exception: errors are
returned by row.

Several labels are separated by `|`, and a lone `|` means no label; in JSON lines they may be a
list. If any row has a `|`, a list or the kind any, all answers are sets of labels; otherwise each
is one label. Labels on a scale are numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Literal

from midpath.exchange.files import Seen, unseen
from midpath.exchange.judged.cells import MISSING, Clean, short
from midpath.exchange.judged.distinct_cells import Column
from midpath.exchange.judged.judged_rows import read_judgments
from midpath.exchange.judged.numbered_rows import Ints, JudgmentColumns, NumberedRows
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.rows import MAX_TEXT_BYTES, BadCell, RowError, Skipped
from midpath.exchange.wanted import USUAL, Wanted
from midpath.text.look_alikes import remark_on_booleans, remarks_on

Kind = Literal["one", "any", "scale"]
Level = Literal["nominal", "ordinal", "interval"]
Answer = tuple[str, ...]

KINDS: dict[str, tuple[Kind, Level]] = {
    "one": ("one", "nominal"),
    "any": ("any", "nominal"),
    "ordinal": ("scale", "ordinal"),
    "interval": ("scale", "interval"),
}
PARTED = "|"
LARGEST = 10**9
FINEST = Decimal("1e-9")


@dataclass
class Judgments(JudgmentColumns):
    """Judgments with tuples of labels: one label, or any number of them in alphabetical order."""

    answers: list[Answer] = field(default_factory=list)


@dataclass
class JudgedLabels:
    """The judgments of a file, its gold labels, and its errors.

    `places` says that labels are positions on a scale, counted from 1, whatever their names, as in
    Midpath's own files. `not_counted` is the number of rows marked as not counting; no other field
    includes them."""

    kind: Kind = "one"
    level: Level = "nominal"
    places: bool = False
    judgments: Judgments = field(default_factory=Judgments)
    gold: dict[str, Answer] = field(default_factory=dict)
    not_counted: int = 0
    errors: list[RowError] = field(default_factory=list)
    error_count: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    controls: Sequence[str] = ()


def read_judged_labels(
    filename: str,
    body: bytes,
    level: Level | None = None,
    seen: Seen = unseen,
    wanted: Wanted = USUAL,
    options: ReadingOptions = GUESS,
) -> JudgedLabels:
    """Return the judgments in a table with a header (comma, semicolon or tab) or in JSON lines.

    The file's extension determines its format, or its beginning if it has none. `level` is the
    level of a scale, or nominal if numbers are just names; None leaves it to the file. `seen` is
    called with the number of lines read and their total. `options` override guesses."""
    return read_judgments(Reading, filename, body, seen, wanted, options).judged(level)


class Reading(NumberedRows):
    """The labels read so far."""

    needed = ("worker", "item", "label")
    known = (*needed, "seconds", "words", "counts", "kind", "names", "gold")
    choices = True
    subject = "item"
    example = '{"worker": "w1", "item": "i1", "label": "joy"}'

    def __init__(self, clean: Clean) -> None:
        self.found = JudgedLabels()
        self._labels: list[str] = []  # the distinct label cells, by number
        super().__init__(clean, self.found.judgments, MAX_TEXT_BYTES, self._labels)
        self._clean = clean
        self._gold: dict[str, tuple[int, str]] = {}  # the first row with a gold label, and its cell
        self._kind: tuple[int, str] | None = None  # the first row that states it
        self._names = False  # whether any row names its labels

    def one_value(self, name: str, value: object) -> object:
        """Return a list of labels as one cell."""
        if name == "names":
            return "yes" if value else ""
        if name not in {"label", "gold"} or not isinstance(value, list):
            return value
        if any(isinstance(one, bool) or not isinstance(one, str | int | float) for one in value):
            return value
        labels = [str(one) for one in value]
        if any(PARTED in label for label in labels):
            return value
        return PARTED.join(labels) if len(labels) > 1 else "".join(labels) + PARTED

    def chosen(self, labels: Sequence[str]) -> str:
        return labels[0] if len(labels) == 1 else PARTED.join(labels) or PARTED

    def take(self, number: int, cells: Sequence[str]) -> None:
        """Read one judgment, or raise BadCell. The other cells of a row that does not count are not
        read."""
        worker, item, label, seconds, words, counts, kind, names, gold = cells
        if counts and self._cells.counts(counts) is False:
            self.found.not_counted += 1
            return
        if (label_no := self._label_numbers[label]) == MISSING:
            self.skip_missing(number, label, worker, item)
            return
        worker_no, item_no = self._workers[worker], self._items[item]
        self.keep(number, worker_no, item_no, label_no, seconds, words)
        if kind and (named := self._clean(kind).strip()):
            self._take_kind(number, named)
            self._names = self._names or bool(names)
        if gold and (known := self.gold(number, gold)):
            name = self.found.judgments.items[item_no]
            self._gold.setdefault(name, (number, self.agreed(number, name, "gold", known)))

    def take_block(self, first: int, columns: Sequence[Column]) -> bool:
        """Read many judgments at once, unless their rows say more than an answer and its times."""
        worker, item, label, seconds, words, *others = columns
        if any(any(column.names) for column in others):
            return False
        return self.keep_block(first, worker, item, label, seconds, words)

    def judged(self, level: Level | None) -> JudgedLabels:
        """Return the contents of the file, with labels read by `level` or the file's own kind."""
        found = self.found
        self.settle_repeats()
        self.refuse_if_empty(found.judgments)
        found.kind, found.level = self._kind_of(level)
        found.places = found.kind == "scale" and self._names
        self._read_answers()
        self._read_gold()
        self._errors.sort(key=lambda error: error.row)
        found.errors, found.error_count = self.errors, self.error_count
        found.skipped, found.controls = self.skipped, self.controls
        found.notes = [*self.notes, *self._remarks()]
        return found

    def _remarks(self) -> list[str]:
        """Return remarks on labels that look like one label."""
        answers = [*self.found.judgments.answers, *self.found.gold.values()]
        labels = list(dict.fromkeys(label for answer in answers for label in answer))
        return [*remarks_on(labels), *remark_on_booleans(self.boolean_row, labels)]

    def _take_kind(self, number: int, kind: str) -> None:
        if kind not in KINDS:
            raise BadCell(
                "kind",
                f"{short(kind)} is not one of {', '.join(KINDS)}. Correct it, or rename the "
                "column.",
            )
        row, first = self._kind = self._kind or (number, kind)
        if kind != first:
            raise BadCell("kind", f"Row {row} has a different kind. A file can have only one.")

    def _kind_of(self, level: Level | None) -> tuple[Kind, Level]:
        """Return `level` if given, else the file's own kind, else the one that fits its labels."""
        said = KINDS[self._kind[1]] if self._kind else None
        if level is not None and level != "nominal":
            return "scale", level
        if said and not (level == "nominal" and said[0] == "scale"):
            return said
        return ("any" if any(PARTED in label for label in self._labels) else "one"), "nominal"

    def _read_answers(self) -> None:
        """Convert the cells of labels to answers; refuse each row with an invalid one."""
        judgments, numbers = self.found.judgments, dict[Answer, int]()
        of: list[int] = []
        bad: dict[int, str] = {}
        for number, cell in enumerate(self._labels):
            try:
                of.append(numbers.setdefault(self._answer("label", cell), len(numbers)))
            except BadCell as error:
                of.append(MISSING)
                bad[number] = error.message
        if bad:
            for row, number in zip(judgments.row, judgments.answer, strict=True):
                if number in bad:
                    self.refuse(row, "label", bad[number])
        if of != [*range(len(of))]:
            judgments.answer = Ints(map(of.__getitem__, judgments.answer))
        judgments.answers = list(numbers)

    def _read_gold(self) -> None:
        for item, (row, cell) in self._gold.items():
            try:
                self.found.gold[item] = self._answer("gold", cell)
            except BadCell as error:
                self.refuse(row, error.column, error.message)

    def _answer(self, column: str, cell: str) -> Answer:
        if self.found.kind == "any":
            labels = [label for part in cell.split(PARTED) if (label := part.strip())]
            twice, times = Counter(labels).most_common(1)[0] if labels else ("", 0)
            if times > 1:
                raise BadCell(column, f"{short(twice)} is listed twice. Keep one of the two.")
            return tuple(sorted(labels))
        if PARTED in cell:
            raise BadCell(
                column,
                f"{short(cell)} contains several labels, but only one is allowed. Keep one, or "
                "allow any number of labels.",
            )
        return (_number(column, cell),) if self.found.kind == "scale" else (cell,)


def _number(column: str, cell: str) -> str:
    """Return a number in its shortest form: 0.5 for 0.50."""
    try:
        number = Decimal(cell)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise BadCell(
            column,
            f"{short(cell)} is not a number, such as 3 or 0.5. On a scale, labels are numbers; "
            "write decimals with a point.",
        )
    if number.copy_abs() > LARGEST or number != (rounded := number.quantize(FINEST)):
        raise BadCell(
            column,
            f"{short(cell)} has too many digits. A number on a scale is at most {LARGEST:,} and "
            "has at most 9 decimals.",
        )
    shortest = f"{rounded:f}".rstrip("0").rstrip(".")
    return "0" if shortest == "-0" else shortest
