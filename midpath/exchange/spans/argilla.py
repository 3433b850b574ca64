"""Read the spans in records of Argilla: {"start", "end", "label"}, in characters."""

from collections.abc import Iterable, Iterator
from typing import Any

from midpath.exchange.judged.argilla import Given, given_in, text_in
from midpath.exchange.judged.questions import chosen_name
from midpath.exchange.label_studio.tasks import values_in
from midpath.exchange.rows import UNCHOSEN, BadCell, Faults
from midpath.exchange.spans.marked_text import Marked, Solid, Span, sound_spans
from midpath.exchange.wanted import Wanted

NO_SPANS = "No question of the file has spans. Read labels and ratings with --labels."
FORM = 'Write each span as {"start": 0, "end": 3, "label": "Person"}.'


def read_argilla(text: str, wanted: Wanted, to: Faults) -> Iterator[Marked]:
    records: list[tuple[int, Any, list[Given]]] = []
    for row, record in values_in(text, to):
        try:
            records.append((row, record, given_in(row, record, wanted, to)))
        except BadCell as bad:
            to.refuse(row, bad.column, bad.message)
    question = _question(records, wanted, to)
    for row, record, given in records if question is not None else ():
        try:
            yield _marked(row, record, given, question or "", to)
        except BadCell as bad:
            to.refuse(row, bad.column, bad.message)


def _has_spans(value: object) -> bool:
    given = value if isinstance(value, list) else []
    return any(isinstance(one, dict) and "start" in one for one in given)


def _question(
    records: Iterable[tuple[int, Any, list[Given]]], wanted: Wanted, to: Faults
) -> str | None:
    """Return the question whose spans are read; None if it must be chosen."""
    given = [one for _, _, each in records for one in each]
    names = list(dict.fromkeys(one.question for one in given if _has_spans(one.value)))
    if names:
        return chosen_name(names, wanted.control, "question", to)
    if wanted.required and given:
        to.refuse(0, "", NO_SPANS, UNCHOSEN)
        return None
    return ""


def _marked(row: int, record: Any, given: Iterable[Given], question: str, to: Faults) -> Marked:
    text = text_in(record)
    solid = Solid(text)
    answers = {}
    for one in given:
        if one.question == question:
            spans = sound_spans(row, question, solid, _spans(question, one.value), to)
            if one.who in answers:
                raise BadCell(question, f"{one.who} answered twice. Keep one of the two.")
            answers[one.who] = spans
        else:
            to.skip(row, f"answer to another question: {one.question}")
    name = str(record.get("id") or "")
    return Marked(row, text, answers, name=name)


def _spans(question: str, value: object) -> list[Span]:
    found: list[Span] = []
    for one in value if isinstance(value, list) else [value]:
        keys = ("start", "end", "label")
        span: list[Any] = [one.get(key) for key in keys] if isinstance(one, dict) else []
        if [type(part) for part in span] != [int, int, str]:
            raise BadCell(question, FORM)
        found.append((span[0], span[1], span[2]))
    return found
