"""Match the annotations of a file with the items of a dataset, each validated like any answer."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import orjson

from annotation.models import Dataset, Item
from annotation.recorded.base import Given, Recorded, RecordedReader
from annotation.schemes.base import Scheme
from annotation.services.sets.row_buffer import Row
from midpath.exchange.judged.cells import short
from midpath.exchange.rows import RowError
from midpath.schemes.base import InvalidAnswer, Settings
from midpath.text.characters import canonical
from midpath.text.formatting import counted

MAX_ANNOTATIONS = 200_000
MAX_NUMBERS = 10_000_000
MAX_FAULTS = 10_000
UNKNOWN = "the dataset has no such item"
TWICE = "one annotator, the same item twice"
UNFIT = "no answer to this item"
TOO_LONG = "longer than any answer"
# Called with the number of annotations read so far and their total.
Progress: TypeAlias = Callable[[int, int], object]


def unseen(done: int, total: int) -> None:
    """Ignore the progress."""


class TooMuch(Exception):
    """More than a set can contain; the message says what and what to do."""


@dataclass
class Matching:
    """The annotations of a file, matched one by one with the items of a dataset, and the faults of
    the others.

    `faults` is complete once `rows` is exhausted."""

    reader: RecordedReader
    recorded: Recorded
    dataset: Dataset
    scheme: Scheme
    settings: Settings
    faults: list[RowError] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    items: int = 0

    def __post_init__(self) -> None:
        self._waiting: dict[str, list[tuple[str, Given]]] = {}
        for name, given in self.recorded.answers.items():
            self._waiting.setdefault(canonical(name), []).extend((name, one) for one in given)
        self.faults += self.recorded.faults
        self._many = many = sum(map(len, self._waiting.values()))
        if many > MAX_ANNOTATIONS:
            raise TooMuch(
                f"The file contains {many:,} annotations; a set has at most {MAX_ANNOTATIONS:,}. "
                "Divide it, and upload each part as a set."
            )
        everyone = (one for each in self._waiting.values() for _, one in each)
        keys = list(dict.fromkeys(canonical(one.annotator) for one in everyone))
        self._number_of = numbers_of(keys)

    def rows(self, progress: Progress = unseen) -> Iterator[Row]:
        """Yield the valid annotations in the dataset's order."""
        numbers = done = 0
        rows = Item.objects.filter(dataset=self.dataset).select_related("document")
        rows = self.reader.narrowed(rows, self._waiting.keys())
        for item in rows.order_by("position").iterator(chunk_size=500):
            names = dict.fromkeys(map(canonical, self.reader.names_of(item)))
            answers = [one for name in names for one in self._waiting.pop(name, ())]
            progress(done, self._many)
            done += len(answers)
            before = numbers
            for row in self._of_item(answers, item):
                numbers += len(row.vector) + 1
                if numbers > MAX_NUMBERS:
                    raise TooMuch(
                        "The answers together mark more than a set can contain. Divide the file, "
                        "and upload each part as a set."
                    )
                yield row
            self.items += numbers > before
        for given in self._waiting.values():
            for name, one in given:
                message = f"The dataset has no {self.scheme.noun} {short(name)}."
                self._refuse(one, f"{message} Correct it, or leave it out.", UNKNOWN)

    def _of_item(self, answers: Sequence[tuple[str, Given]], item: Item) -> Iterator[Row]:
        seen: set[int] = set()
        room = self.scheme.room(item, self.settings) if answers else 0
        for name, given in answers:
            annotator = canonical(given.annotator)
            number = self._number_of[annotator]
            if number in seen:
                message = f"{short(given.annotator)} annotates {short(name)} a second time."
                self._refuse(given, f"{message} Keep one of the two.", TWICE)
                continue
            try:
                payload, vector = self._answer(given, item, room)
            except InvalidAnswer as error:
                self._refuse(given, error.message, UNFIT)
                continue
            seen.add(number)
            self.numbers[annotator] = number
            yield Row(item.pk, number, payload, vector)

    def _answer(
        self, given: Given, item: Item, room: int
    ) -> tuple[dict[str, object], tuple[int, ...]]:
        lengths = self.scheme.lengths
        if lengths is not None and not lengths.allow(item):
            raise InvalidAnswer(
                f"{self.scheme.title} needs texts of {lengths}; this one has "
                f"{counted(len(item.words), 'word')}.",
                field="item",
            )
        payload = self.reader.payload(given, item, self.settings)
        if len(orjson.dumps(payload)) > room:
            raise InvalidAnswer(
                f"The answer is longer than any to this {self.scheme.noun} can be.", field=""
            )
        vector = self.scheme.parse(payload, item, self.settings)
        self.reader.hold(given, lambda: self.scheme.written(vector, item, self.settings))
        return payload, vector

    def _refuse(self, given: Given, message: str, reason: str) -> None:
        if len(self.faults) >= MAX_FAULTS:
            raise TooMuch(
                f"More than {MAX_FAULTS:,} annotations fit nothing in this dataset. Was the file "
                "made for another one, or for another scheme?"
            )
        self.faults.append(RowError(given.row, given.column, message, reason))


def numbers_of(names: list[str]) -> dict[str, int]:
    """Return a number for each annotator: their own if all are small numbers, else in the order of
    the file, so that no name is stored.

    >>> numbers_of(["2", "7"]), numbers_of(["ann", "2"])
    ({'2': 2, '7': 7}, {'ann': 1, '2': 2})
    """
    plain = [name for name in names if name.isascii() and name.isdigit() and len(name) < 7]
    if len(plain) == len(names) and all(str(int(name)) == name != "0" for name in names):
        return {name: int(name) for name in names}
    return {name: number for number, name in enumerate(names, 1)}
