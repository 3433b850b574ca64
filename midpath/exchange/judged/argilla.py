"""Read the records of Argilla: what people answered, and the suggestions of models.

    {"fields": {"text": "a"}, "responses": {"tone": [{"value": "good", "user_id": "u"}]},
     "suggestions": {"tone": {"value": "bad", "agent": "m"}}}                     version 2
    {"fields": {"text": "a"}, "responses": [{"user_id": "u", "status": "submitted",
     "values": {"tone": {"value": "good"}}}], "suggestions": []}                  version 1
    {"text": "a", "tone.responses": ["good"], "tone.responses.users": ["u"],
     "tone.suggestion": "bad"}                                                   flattened

Drafts and discarded responses are counted, and are no answers."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.wanted import Wanted
from midpath.json_types import JsonMapping

RESPONSES, USERS, STATUS = ".responses", ".responses.users", ".responses.status"
SUGGESTION, AGENT = ".suggestion", ".suggestion.agent"
COUNTED = {
    "draft": "draft of a response",
    "discarded": "response discarded by the annotator",
}
PREDICTION, ANSWER = "suggestion of a model", "response of an annotator"
READ = {"id", "_server_id", "status", "fields", "responses", "suggestions"}
FORM = 'A response needs a value and a user: {"value": "good", "user_id": "u1"}'


class Given(NamedTuple):
    """A value that someone gave for a question."""

    question: str
    who: str
    value: Any


def is_argilla(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    nested = isinstance(value.get("fields"), dict) and "responses" in value
    return nested or any(name.endswith(USERS) for name in value)


def text_in(record: JsonMapping) -> str:
    """Return the text of a record: the field text, or the only field; or raise BadCell."""
    fields = record.get("fields")
    named = fields if isinstance(fields, dict) else record
    if isinstance(named.get("text"), str):
        return str(named["text"])
    texts = [one for one in named.values() if isinstance(one, str)] if fields else []
    if len(texts) != 1:
        raise BadCell("fields", "The record needs one text, in the field text.")
    return str(texts[0])


def item_in(record: JsonMapping) -> str:
    """Return the name of a record: its text, if it has one, otherwise its id."""
    try:
        return text_in(record)
    except BadCell:
        if isinstance(record.get("id"), str | int):
            return str(record["id"])
        raise


def given_in(row: int, record: Any, wanted: Wanted, to: Faults) -> list[Given]:
    """Return the responses of a record, or the suggestions if those are wanted; count the others.
    Raise BadCell if it is not a record."""
    if not is_argilla(record):
        raise BadCell("", "This is not a record of Argilla with responses.")
    responses, suggestions = list(_responses(row, record, to)), list(_suggestions(record))
    chosen, others, reason = responses, suggestions, PREDICTION
    if wanted.predictions:
        chosen, others, reason = suggestions, responses, ANSWER
    if others:
        to.skip(row, reason, len(others))
    _skip_the_rest(row, record, to)
    return chosen


def _responses(row: int, record: JsonMapping, to: Faults) -> Iterator[Given]:
    for question, one in _listed(record):
        status = str(one.get("status"))
        who = one.get("user_id")
        if status in COUNTED:
            to.skip(row, COUNTED[status])
        elif not isinstance(who, str | int) or "value" not in one:
            raise BadCell("responses", FORM)
        else:
            yield Given(question, str(who), one["value"])


def _listed(record: JsonMapping) -> Iterator[tuple[str, JsonMapping]]:
    """Yield each response with its question, its value, its user and its status."""
    given = record.get("responses")
    if isinstance(given, dict):
        for question, each in given.items():
            yield from ((question, one) for one in _objects(each))
    elif given is not None:
        for response in _objects(given):
            yield from _of_response(response)
    else:
        for question in [name.removesuffix(USERS) for name in record if name.endswith(USERS)]:
            yield from ((question, one) for one in _flattened(record, question))


def _of_response(response: JsonMapping) -> Iterator[tuple[str, JsonMapping]]:
    """Yield the values of a response of version 1, which has those of all questions."""
    values = response.get("values") or {}
    if not isinstance(values, dict):
        raise BadCell("responses", FORM)
    said = {name: response.get(name) for name in ("user_id", "status")}
    if not values and str(response.get("status")) in COUNTED:
        yield "", said
    for question, value in values.items():
        yield question, {**(value if isinstance(value, dict) else {"value": value}), **said}


def _flattened(record: JsonMapping, question: str) -> Iterator[JsonMapping]:
    values, users = record.get(question + RESPONSES) or [], record.get(question + USERS) or []
    if not isinstance(values, list) or not isinstance(users, list) or len(values) != len(users):
        raise BadCell(question + RESPONSES, "There must be as many responses as users.")
    statuses = record.get(question + STATUS)
    if not isinstance(statuses, list) or len(statuses) != len(users):
        statuses = [None] * len(users)
    for value, who, status in zip(values, users, statuses, strict=True):
        yield {"value": value, "user_id": who, "status": status}


def _suggestions(record: JsonMapping) -> Iterator[Given]:
    given = record.get("suggestions")
    if isinstance(given, dict):
        for question, one in given.items():
            if isinstance(one, dict) and one.get("value") is not None:
                yield Given(question, _agent(one.get("agent")), one["value"])
    elif given is not None:
        for one in _objects(given):
            if one.get("value") is not None:
                yield Given(str(one.get("question_name")), _agent(one.get("agent")), one["value"])
    for name, value in record.items():
        if name.endswith(SUGGESTION) and value is not None:
            question = name.removesuffix(SUGGESTION)
            yield Given(question, _agent(record.get(question + AGENT)), value)


def _agent(name: object) -> str:
    return str(name) if name else "model 1"


def _objects(given: object) -> Sequence[JsonMapping]:
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise BadCell("responses", FORM)
    return given


def _skip_the_rest(row: int, record: JsonMapping, to: Faults) -> None:
    """Count the other fields of a record; those of its questions have a dot in their name."""
    flat = "fields" not in record
    for name in record:
        ours = name in READ or (flat and (name == "text" or ".suggestion" in name))
        if not ours and RESPONSES not in name and record[name] not in (None, {}, []):
            to.skip_field(row, name)
