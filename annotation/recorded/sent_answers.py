"""Recorded answers sent by a program: rows of item, annotator and answer."""

from collections.abc import Collection, Iterator, Mapping

import orjson
from django.db.models import QuerySet

from annotation.models import Item
from annotation.recorded.base import Given, Recorded, RecordedReader
from midpath.exchange.judged.cells import short
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.rows import RowError
from midpath.schemes.base import Settings

MAX_ANNOTATOR_LENGTH = 200
LARGEST = 2**63 - 1  # the largest item number
NO_ROW = "no row of an annotation"


class SentRows(RecordedReader):
    """A reader of rows, one line of JSON each. Their answers have the form that workers send, and
    their meaning depends on a campaign's settings. Items are identified by number."""

    form = 'rows such as {"item": 1, "annotator": "a", "payload": {…}}'

    def read(
        self,
        filename: str,
        body: bytes,
        take: str = "",
        control: str = "",
        reading: ReadingOptions = GUESS,
    ) -> Recorded:
        answers: dict[str, list[Given]] = {}
        errors = []
        for number, line in enumerate(body.splitlines(), 1):
            row = orjson.loads(line)
            if trouble := problem_with(row):
                errors.append(RowError(number, *trouble, NO_ROW))
                continue
            given = Given(number, "payload", str(row["annotator"]), row["payload"])
            answers.setdefault(str(row["item"]), []).append(given)
        return Recorded(answers, faults=errors)

    def names_of(self, item: Item) -> Iterator[str]:
        yield str(item.pk)

    def narrowed(self, items: QuerySet[Item], names: Collection[str]) -> QuerySet[Item]:
        numbers = map(int, names)
        return items.filter(pk__in=[number for number in numbers if 0 < number <= LARGEST])

    def payload(self, given: Given, item: Item, settings: Settings) -> dict[str, object]:
        # Keywords given with an answer are not part of a set.
        spare = "keywords" if settings.get("keywords") is None else ""
        return {name: value for name, value in given.answer.items() if name != spare}


def problem_with(row: Mapping[str, object]) -> tuple[str, str] | None:
    """Return the column at fault and the message; None for a valid row."""
    if strange := sorted(row.keys() - {"item", "annotator", "payload"}):
        return strange[0], "Unknown name. Allowed names: item, annotator, payload."
    if type(row.get("item")) is not int:
        return "item", "This must be the number of an item of the dataset."
    annotator = row.get("annotator")
    if type(annotator) is not int and not (isinstance(annotator, str) and annotator.strip()):
        return "annotator", "Enter who gave the answer: a name or number."
    if len(str(annotator)) > MAX_ANNOTATOR_LENGTH:
        return "annotator", f"{short(str(annotator))} has over {MAX_ANNOTATOR_LENGTH} characters."
    if not isinstance(row.get("payload"), dict):
        return "payload", "This must be an object: the answer as a worker would send it."
    return None


SENT_ROWS = SentRows()
