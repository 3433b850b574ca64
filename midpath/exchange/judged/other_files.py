"""Read the labels in files of other programs, which have a line or a task for each item: Label
Studio, doccano, Prodigy and spaCy.

    {"text": "good soup", "label": ["positive"]}                                       doccano
    {"text": "good soup", "annotations": [{"label": "positive", "user": 7}]}           doccano
    {"text": "good soup", "accept": ["positive"], "answer": "accept", "options": […]}  Prodigy
    {"text": "good soup", "label": "positive", "answer": "accept"}                     Prodigy
    {"text": "good soup", "cats": {"positive": 1, "negative": 0}}                      spaCy

Prodigy's answers `reject` and `ignore` are counted, and are no judgments. The annotator is
`_annotator_id`, else `_session_id`, else `user`; without any, all answers are by one annotator.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import orjson

from midpath.exchange.decoding import filled_lines
from midpath.exchange.jsonl import FIRST_LINES
from midpath.exchange.judged import annotator_lists, argilla_labels, assignments, zooniverse
from midpath.exchange.judged.argilla import is_argilla
from midpath.exchange.judged.choices import Chosen, read_choices, with_kind, without_unanswered
from midpath.exchange.judged.questions import Found, answers_to_one
from midpath.exchange.label_studio.flat_exports import is_flat_table
from midpath.exchange.label_studio.tasks import is_label_studio, values_in
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.spans.prodigy import ONE, annotator_of, is_skipped
from midpath.exchange.wanted import Wanted
from midpath.json_types import JsonMapping
from midpath.text.strict_json import UnreadableJSON, read_json

TEXTS = ("text", "data")
LABELS = ("label", "labels", "annotations", "accept", "cats")
READ = {*TEXTS, *LABELS, "answer", "options", "tokens", "user", "id"}
AS_SPANS = "These are labelled spans, not labels of whole texts. Read the file with --spans."
# How to recognize the records of a program, and to read them.
RECORDS = (
    (assignments.is_assignment, assignments.responses_in),
    (is_argilla, argilla_labels.responses_in),
    (annotator_lists.has_lists, annotator_lists.responses_in),
)


def answers_in(
    text: str, subject: str, wanted: Wanted, to: Faults, *, is_list: bool
) -> Found | None:
    """Return the answers of a file of another program; None if the file is not one.

    is_list : whether the file is one JSON list"""
    first = _first(text)
    for is_record, responses in RECORDS if subject == "item" else ():
        if any(is_record(value) for _, value in _unpaged(enumerate(first))):
            found = list(responses(_unpaged(values_in(text, to)), wanted, to))
            return answers_to_one(found, wanted, to)
    if subject == "item" and zooniverse.is_zooniverse(text):
        return answers_to_one(list(zooniverse.responses_in(text, to)), wanted, to)
    if subject == "item" and any(map(_is_labelled, first)):
        return _read_lines(text, to)
    if is_list or is_flat_table(text) or any(map(is_label_studio, first)):
        return read_choices(text, subject, wanted, to)
    return None


def _unpaged(values: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """Yield the records with their numbers, also those in a page of an API."""
    for row, value in values:
        items = value.get("items") if isinstance(value, dict) else None
        yield from enumerate(items, 1) if isinstance(items, list) else [(row, value)]


def are_labels(body: bytes) -> bool:
    """Return whether a file has labels of whole texts."""
    return any(map(_is_labelled, _first(body.decode("utf-8-sig", "ignore"))))


def _first(text: str) -> list[object]:
    """Return the first values of a list or of lines of JSON."""
    start = text.lstrip()[:1]
    if start == "[":
        found = _loaded(text)
        return found[:FIRST_LINES] if isinstance(found, list) else []
    lines = islice(filled_lines(text), FIRST_LINES) if start == "{" else ()
    values = [value for _, line in lines if (value := _loaded(line)) is not None]
    return values or ([value] if start == "{" and (value := _loaded(text)) is not None else [])


def _loaded(line: str) -> object:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None


def _is_labelled(value: object) -> bool:
    """Return whether a line is a text with labels, in any of the forms."""
    if not isinstance(value, dict) or "worker" in value or "item" in value:
        return False
    if not any(isinstance(value.get(name), str) for name in TEXTS):
        return False
    lists = any(isinstance(value.get(name), list) for name in ("label", "labels", "annotations"))
    return lists or isinstance(value.get("cats"), dict) or ("answer" in value and _answers(value))


def _answers(value: Mapping[str, object]) -> bool:
    return any(name in value for name in ("label", "accept"))


def _read_lines(text: str, to: Faults) -> Found:
    found: Found = []
    for row, value in _values(text, to):
        try:
            found.append((row, list(_chosen(row, value, to))))
        except BadCell as bad:
            to.refuse(row, bad.column, bad.message)
    return with_kind(without_unanswered(found, "", to))


def _values(text: str, to: Faults) -> Iterator[tuple[int, Any]]:
    if text.lstrip().startswith("["):
        yield from enumerate(orjson.loads(text), 1)
        return
    for row, line in filled_lines(text):
        try:
            yield row, read_json(line.encode())
        except UnreadableJSON as error:
            to.refuse(row, "", f"{error.message} (column {error.column})")


def _chosen(row: int, value: Any, to: Faults) -> Iterator[Chosen]:
    if not isinstance(value, dict):
        raise BadCell("", 'Each needs a text and labels: {"text": "good soup", "label": ["good"]}')
    item = next((value[name] for name in TEXTS if isinstance(value.get(name), str)), None)
    if item is None:
        raise BadCell("text", 'Each needs a text: {"text": "good soup", "label": ["good"]}')
    for name in sorted(value.keys() - READ):
        if not name.startswith("_"):
            to.skip_field(row, name)
    if is_skipped(row, value, to):
        return
    annotations = value.get("annotations")
    if isinstance(annotations, list) and annotations:
        for worker, labels in _by_user(annotations).items():
            yield Chosen(item, worker, labels)
        return
    yield Chosen(item, annotator_of(value), _labels(value))


def _by_user(annotations: Sequence[object]) -> dict[str, list[str]]:
    """Return the labels of each user of doccano."""
    found: dict[str, list[str]] = {}
    for one in annotations:
        if not isinstance(one, dict):
            raise BadCell("annotations", 'Each needs a label and a user: {"label": 1, "user": 1}')
        if "start_offset" in one:
            raise BadCell("annotations", AS_SPANS)
        label = _label("annotations", one.get("label"))
        found.setdefault(str(one.get("user", ONE)), []).append(label)
    return found


def _labels(value: JsonMapping) -> list[str]:
    for name in ("accept", "labels", "label"):
        given = value.get(name)
        if isinstance(given, list):
            return [_label(name, one) for one in given]
    if isinstance(given := value.get("label"), str):
        return [given]
    return _categories(value["cats"]) if isinstance(value.get("cats"), dict) else []


def _label(name: str, given: object) -> str:
    if isinstance(given, list):
        raise BadCell(name, AS_SPANS)
    if isinstance(given, bool) or not isinstance(given, str | int):
        raise BadCell(name, 'Write labels as a list of strings: ["positive"]')
    if "|" in str(given):
        raise BadCell(name, "A label contains a bar (|). Leave it out.")
    return str(given)


def _categories(cats: Mapping[str, object]) -> list[str]:
    if any(one not in (0, 1) for one in cats.values()):
        raise BadCell("cats", "Each category must be 0 or 1. Round the others, or leave them out.")
    return [_label("cats", name) for name, one in cats.items() if one]
