"""The interface of readers of recorded annotations: which answer an annotator gave to which item.

The files are parsed by the same code as in `manage.py score`, so an upload and a score of one file
never differ."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from django.db.models import QuerySet

from annotation.models import Item
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.rows import RowError, Skipped
from midpath.exchange.wanted import Wanted
from midpath.schemes.base import Settings

PREDICTIONS = "models"


class BadFile(ValueError):
    """The errors of a file that cannot be read, by row. It is read as a whole or not at all.

    `controls` are the questions of the file, if one of them must be chosen."""

    def __init__(
        self, errors: Sequence[RowError], count: int = 0, controls: Sequence[str] = ()
    ) -> None:
        super().__init__(errors[0].message)
        self.errors = errors
        self.count = max(count, len(errors))
        self.controls = controls


class Given(NamedTuple):
    """An annotator's answer from a file, with its place there; `row` is 0 if the file has no
    rows."""

    row: int
    column: str
    annotator: str
    answer: Any


@dataclass(frozen=True)
class Recorded:
    """The contents of a file: answers by the name of their item, in the file's order.

    `shown_settings` returns settings of the scheme that allow these answers, or raises BadFile if
    there are none. `named` says whether a name is the same annotator for all items. `not_counted`
    is the number of answers that the file marks as not counting. `faults` are those of rows without
    an answer, which can be left out. `skipped` is what the reader left out, and
    `notes` say how it read the file."""

    answers: dict[str, list[Given]]
    shown_settings: Callable[[], Settings] = dict
    named: bool = True
    not_counted: int = 0
    faults: Sequence[RowError] = ()
    skipped: Sequence[Skipped] = ()
    notes: Sequence[str] = ()


class RecordedReader(ABC):
    """A reader of one scheme's recorded annotations.

    form : its file formats, for people
    has_gold : whether a file may contain gold answers, which can be read instead
    has_predictions : whether a file may contain the answers of models as well
    """

    form: ClassVar[str]
    has_gold: ClassVar[bool] = False
    has_predictions: ClassVar[bool] = False

    @abstractmethod
    def read(
        self,
        filename: str,
        body: bytes,
        take: str = "",
        control: str = "",
        reading: ReadingOptions = GUESS,
    ) -> Recorded:
        """Return the contents of a file, or raise BadFile.

        take : GOLD for the gold answers, as if from one annotator; PREDICTIONS for those of models;
            else the annotations
        control : the question of a file that answers several
        reading : how to read a table
        """

    def names_of(self, item: Item) -> Iterator[str]:
        """Yield the names that files may use for an item."""
        yield item.text

    def narrowed(self, items: QuerySet[Item], names: Collection[str]) -> QuerySet[Item]:
        """Return the items of a dataset that can have one of the names, so that few annotations do
        not load a large dataset."""
        return items

    @abstractmethod
    def payload(self, given: Given, item: Item, settings: Settings) -> dict[str, object]:
        """Return an answer as a worker would send it, or raise InvalidAnswer."""

    def hold(self, given: Given, written: Callable[[], str]) -> None:
        """Raise InvalidAnswer if the file says that an answer has a different meaning from
        `written`."""
        return


def require_no_error(errors: Sequence[RowError], count: int, controls: Sequence[str] = ()) -> None:
    if errors:
        raise BadFile(errors, count, controls)


def wanted_by(take: str, control: str) -> Wanted:
    return Wanted(control, predictions=take == PREDICTIONS)
