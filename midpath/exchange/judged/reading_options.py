"""Choose how to read a table of judgments; everything else is guessed."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import asdict, dataclass, field, replace
from typing import Self

from midpath.exchange.judged.distinct_cells import Column
from midpath.exchange.rows import Faults
from midpath.json_types import JsonMapping
from midpath.text.characters import caseless

# How a matrix is written: whether its rows are items or workers, or whichever fits.
FITTING, ITEMS, WORKERS = "fitting", "items", "workers"
# What to do with second answers of a worker to an item.
REFUSE, FIRST, LAST, ALL = "refuse", "first", "last", "all"
REPEATS = (REFUSE, FIRST, LAST, ALL)
USUAL_MISSING = ("NA", "N/A", "#N/A", "<NA>", "NaN", "nan", "None", "NULL", "null", ".")


@dataclass(frozen=True)
class ReadingOptions:
    """A caller's choices.

    wide : ITEMS or WORKERS for a matrix with such rows, FITTING for any matrix; "" to guess whether
        it is one
    missing : the labels that mean that there is none; None for the usual ones
    columns : the names or numbers of columns, by what they contain
    read_elsewhere : the names of columns that another reader reads
    """

    wide: str = ""
    missing: Collection[str] | None = None
    repeats: str = REFUSE
    columns: Mapping[str, str] = field(default_factory=dict)
    read_elsewhere: Sequence[str] = ()

    @classmethod
    def of_texts(cls, wide: str, missing: str | None, repeats: str, columns: str) -> Self:
        """Return the options as people write them, or raise ValueError."""
        words = None if missing is None else missing_in(missing)
        return cls(wide, words, repeats or REFUSE, columns_in([columns]))

    def stored(self) -> str:
        """Return the options as a text that `of_stored` reads; empty if everything is guessed."""
        missing = None if self.missing is None else sorted(self.missing)
        given = {**asdict(self), "missing": missing, "columns": dict(self.columns)}
        return "" if self == GUESS else json.dumps(given)

    @classmethod
    def of_stored(cls, text: str) -> Self:
        return cls(**json.loads(text)) if text else cls()


GUESS = ReadingOptions()


def missing_words(options: ReadingOptions, *, own: bool = False) -> frozenset[str]:
    """Return the words that mean that there is no label. In Midpath's own files each word is a
    label, unless the options say otherwise."""
    usual = () if own else USUAL_MISSING
    return frozenset(usual if options.missing is None else options.missing)


def knowing(options: ReadingOptions, settings: JsonMapping) -> ReadingOptions:
    """Return the options for answers under these settings of a campaign: its labels are labels,
    even if they are usual words for missing ones."""
    named = settings.get("answers") or settings.get("labels") or ()
    labels = {caseless(one["label"]) for one in named}
    if options.missing is not None or not labels.intersection(map(caseless, USUAL_MISSING)):
        return options
    return replace(
        options, missing=[word for word in USUAL_MISSING if caseless(word) not in labels]
    )


class TableReading(Faults):
    """A table that is read by options.

    boolean_row : the first row whose answer is JSON's true or false; 0 if there is none
    tell : called with the number of the row that was read
    """

    def __init__(self) -> None:
        super().__init__()
        self.options = GUESS
        self.boolean_row = 0
        self.tell: Callable[[int], object] = lambda number: None

    def skip_field(self, row: int, name: str, noun: str = "field") -> None:
        """Count a field that is not read, unless another reader reads it."""
        if name not in self.options.read_elsewhere:
            super().skip_field(row, name, noun)

    def begin(self, *, own: bool = False) -> None:
        """Prepare to read; once again if the file turns out to be Midpath's own."""

    def take_block(self, first: int, columns: Sequence[Column]) -> bool:
        """Read many rows at once, and return whether that was possible; if not, none is read.

        first : the number of the first row
        columns : the known columns, with empty cells if the table has no such column
        """
        return False

    def end_blocks(self, *, is_all: bool) -> None:
        """Complete the rows that were read in blocks.

        is_all : whether no rows follow, one by one
        """

    def refuse_if_empty(self, judgments: Sized) -> None:
        """Refuse a file without judgments, and say what was left out of it."""
        if not self._errors and not judgments:
            left_out = f" Left out: {'; '.join(map(str, self.skipped))}." if self.skipped else ""
            self.refuse(0, "", f"The file contains no judgments that count.{left_out}")


def columns_in(given: Iterable[str]) -> dict[str, str]:
    """Return the columns in texts such as "item=task,label=answer", or raise ValueError.

    >>> columns_in(["item=task,worker=who", "label=3"])
    {'item': 'task', 'worker': 'who', 'label': '3'}
    """
    found: dict[str, str] = {}
    for part in filter(None, ",".join(given).split(",")):
        role, equals, name = part.partition("=")
        if not (role.strip() and equals and name.strip()):
            raise ValueError(f"{part!r} is not a column, such as label=rating")
        if role.strip() in found:
            raise ValueError(f"{role.strip()} is given twice")
        found[role.strip().lower()] = name.strip()
    return found


def missing_in(given: str) -> frozenset[str]:
    """Return the words in a text such as "NA,nan,."; an empty text names none."""
    return frozenset(word.strip() for word in given.split(",") if word.strip())
