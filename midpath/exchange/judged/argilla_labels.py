"""Read the labels, ratings and choices in records of Argilla. A rating is a place on an ordinal
scale."""

from collections.abc import Iterable, Iterator
from typing import Any

from midpath.exchange.judged.argilla import Given, given_in, item_in
from midpath.exchange.judged.choices import Chosen
from midpath.exchange.judged.questions import Response, labels_of
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.wanted import Wanted

RATING = "ordinal"
OBJECTS = "answer that is no label (spans or a ranking)"


def responses_in(
    values: Iterable[tuple[int, Any]], wanted: Wanted, to: Faults
) -> Iterator[Response]:
    for row, value in values:
        try:
            given = given_in(row, value, wanted, to)
            item = item_in(value) if given else ""
            for one in given:
                if _has_objects(one.value):
                    to.skip(row, OBJECTS)
                else:
                    yield Response(row, one.question, _chosen(item, one))
        except BadCell as bad:
            to.refuse(row, bad.column, bad.message)


def _chosen(item: str, given: Given) -> Chosen:
    is_rating = isinstance(given.value, int) and not isinstance(given.value, bool)
    labels = labels_of(given.question, given.value)
    return Chosen(item, given.who, labels, kind=RATING if is_rating else "")


def _has_objects(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)
