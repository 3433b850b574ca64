"""Read the rows of a Hugging Face dataset that list the annotators of an item and their labels.

{"text": "a", "annotators": {"annotator_id": [7, 8], "label": ["good", "bad"]}}
{"text": "a", "annotators": [{"annotator_id": 7, "label": "good"}]}
{"text": "a", "annotator_ids": [7, 8], "labels": ["good", "bad"]}"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from midpath.exchange.judged.choices import Chosen
from midpath.exchange.judged.questions import Response, labels_of
from midpath.exchange.judged.synonyms import ITEMS, key_of
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.wanted import Wanted
from midpath.json_types import JsonMapping

NESTED = ("annotators", "annotations", "judgments")
WHO = ("annotator_id", "worker_id", "user_id", "annotator", "worker")
LISTS = ("annotator_ids", "worker_ids", "annotators", "workers")
LABELS = ("annotations", "labels", "label", "ratings", "answers", "annotator_labels")
ITEM_KEYS = ("text", *map(key_of, ITEMS))
# A list of objects is read if it has at most so many times as many places as values.
MAX_EMPTY = 20
FORM = "There must be as many labels as annotators."


def has_lists(value: object) -> bool:
    """Return whether a row lists annotators with their labels."""
    if not isinstance(value, dict) or _item(value) is None:
        return False
    return _nested(value) is not None or _parallel(value) is not None


def responses_in(values: Iterable[tuple[int, Any]], _: Wanted, to: Faults) -> Iterator[Response]:
    for row, value in values:
        try:
            yield from _responses(row, value, to)
        except BadCell as bad:
            to.refuse(row, bad.column, bad.message)


def _responses(row: int, value: Any, to: Faults) -> Iterator[Response]:
    if not has_lists(value):
        raise BadCell("", "The row needs a text, and its annotators with their labels.")
    name, item = _item(value) or ("", "")
    nested = _nested(value)
    if nested is not None:
        read = {name, nested}
        each = _columns(value[nested])
        who = next(key for key in WHO if key in each)
        questions = {key: each[key] for key in each if key != who}
        workers = each[who]
    else:
        listed, labels = _parallel(value) or ("", "")
        read = {name, listed, labels}
        workers, questions = value[listed], {labels: value[labels]}
    for other in sorted(value.keys() - read):
        to.skip_field(row, other)
    for question, answers in questions.items():
        if len(answers) != len(workers):
            raise BadCell(question, FORM)
        for worker, answer in zip(workers, answers, strict=True):
            yield Response(row, question, Chosen(item, str(worker), labels_of(question, answer)))


def _item(value: JsonMapping) -> tuple[str, str] | None:
    """Return the field with the item, and the item."""
    keys = {key_of(name): name for name in value}
    names = [keys[key] for key in ITEM_KEYS if key in keys]
    return next(
        ((name, str(value[name])) for name in names if isinstance(value[name], str | int)), None
    )


def _nested(value: JsonMapping) -> str | None:
    for name in NESTED:
        each = _columns(value.get(name))
        if any(key in each for key in WHO) and len(each) > 1:
            return name
    return None


def _columns(given: object) -> dict[str, list[Any]]:
    """Return lists by name, from lists by name or from a list of objects."""
    if isinstance(given, list) and given and all(isinstance(one, dict) for one in given):
        names = list(dict.fromkeys(chain.from_iterable(given)))
        if len(names) * len(given) > MAX_EMPTY * sum(map(len, given)):
            return {}
        return {name: [one.get(name) for one in given] for name in names}
    if isinstance(given, dict) and all(isinstance(one, list) for one in given.values()):
        return given
    return {}


def _parallel(value: JsonMapping) -> tuple[str, str] | None:
    lists = [name for name in LISTS if _is_plain(value.get(name))]
    labels = [name for name in LABELS if _is_plain(value.get(name))]
    return (lists[0], labels[0]) if lists and labels else None


def _is_plain(given: object) -> bool:
    return isinstance(given, list) and not any(isinstance(one, dict | list) for one in given)
