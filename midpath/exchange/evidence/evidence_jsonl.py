"""JSON lines, one for each document and for each question on it:

    {"type": "document", "document": name, "sentences": [sentence, ...]}
    {"type": "question", "document": name, "category": ..., "question": text,
     "answers": {annotator: [sentence numbers from 0], ...}}

The category is optional, and so is what Midpath adds. To a document it adds "title", "sections"
[{"title", "start": its first sentence}], and "text", which contains the sentences in order. To a
question it adds "id"; "spans" {annotator: [[start, end], ...]} in characters of the text (without
one, the sentences joined by single spaces); "meta" {annotator: {"relevance", "subjectivity",
"categories", "likelihood", "cause", "choice": the chosen option}}. To either it adds "extra", an
object that is stored unchanged; for a question with answer options it contains {"options": [text,
...]}."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from midpath.exchange.decoding import filled_lines
from midpath.exchange.evidence.collector import Gathered, in_order, problem_with_meta
from midpath.exchange.evidence.common_form import (
    Answer,
    BadEvidence,
    Document,
    Evidence,
    Question,
    Section,
    Seen,
    Source,
    default_id,
    unseen,
)
from midpath.exchange.rows import RowError
from midpath.json_types import JsonObject
from midpath.schemes.evidence.document import Span
from midpath.text.strict_json import UnreadableJSON, read_json

DOCUMENT = ("type", "document", "title", "sections", "sentences", "text", "extra")
QUESTION = ("type", "document", "id", "category", "question", "answers", "spans", "meta", "extra")


class _Wrong(ValueError):
    def __init__(self, column: str, message: str) -> None:
        super().__init__(message)
        self.column, self.message = column, message


def read_jsonl(text: str, seen: Seen = unseen) -> Evidence:
    """Return the evidence in JSON lines; raise BadEvidence if there are errors."""
    gathered, lines = Gathered(), text.count("\n") + 1
    for row, line in filled_lines(text):
        seen("lines", row, lines)
        try:
            value = read_object(row, line)
        except BadEvidence as bad:
            for error in bad.errors:
                gathered.add(error.row, error.column, error.message)
            continue
        try:
            _read_line(gathered, row, value)
        except _Wrong as wrong:
            gathered.add(row, wrong.column, wrong.message)
    seen("lines", lines, lines)
    return gathered.evidence()


def read_object(row: int, line: str) -> JsonObject:
    try:
        value = read_json(line.encode())
    except UnreadableJSON as error:
        place = f" (column {error.column})" if error.column else ""
        raise BadEvidence([RowError(row, "", f"{error.message}{place}")]) from error
    if not isinstance(value, dict):
        raise BadEvidence([RowError(row, "", "Expected a JSON object: {...}.")])
    return value


def write_jsonl(source: Source) -> Iterator[bytes]:
    """Yield each document followed by its questions, as JSON lines. The same evidence gives the
    same bytes."""
    for document, _, questions in source.by_document():
        yield _line(_document_line(document))
        for number, question in enumerate(questions, 1):
            yield _line(_question_line(number, question))


def _line(content: Mapping[str, object]) -> bytes:
    return f"{json.dumps(content, ensure_ascii=False)}\n".encode()


def _read_line(gathered: Gathered, row: int, value: dict[str, object]) -> None:
    kind = value.get("type")
    if kind == "document":
        _require_names(value, DOCUMENT)
        gathered.add_document(row, _document(value))
    elif kind == "question":
        _require_names(value, QUESTION)
        gathered.add_question(row, _question(value))
    else:
        raise _Wrong("type", 'The row\'s "type" must be "document" or "question".')


def _require_names(value: Mapping[str, object], known: tuple[str, ...]) -> None:
    for name in value:
        if name not in known:
            raise _Wrong(
                name,
                f"{name!r} is unknown. Known keys: {', '.join(known)}. "
                'Put other data into "extra".',
            )


def _document(value: dict[str, object]) -> Document:
    sections = _get(value, "sections", list, [])
    for section in sections:
        if (
            not isinstance(section, dict)
            or set(section) != {"title", "start"}
            or not isinstance(section["title"], str)
            or type(section["start"]) is not int
        ):
            raise _Wrong("sections", 'A section is {"title": text, "start": sentence number}.')
    sentences = _get(value, "sentences", list)
    for number, sentence in enumerate(sentences):
        if not isinstance(sentence, str):
            raise _Wrong("sentences", f"Sentence {number} (from 0) is not a text.")
    text = _get(value, "text", str) if "text" in value else None
    return Document(
        name=_get(value, "document", str),
        sentences=tuple(sentences),
        sections=tuple(Section(one["title"], one["start"]) for one in sections),
        text=None if text == " ".join(sentences) else text,
        title=_get(value, "title", str, ""),
        extra=_get(value, "extra", dict, {}),
    )


def _question(value: JsonObject) -> Question:
    answers = _get(value, "answers", dict)
    spans = _get(value, "spans", dict, {})
    metas = _get(value, "meta", dict, {})
    for column, cells in (("spans", spans), ("meta", metas)):
        if strangers := cells.keys() - answers.keys():
            raise _Wrong(column, f"{min(strangers)!r} has no answer. Add it, or remove this.")
    if "id" in value and not _get(value, "id", str).strip():
        raise _Wrong("id", "The id is empty. Fill it in or leave it out.")
    return Question(
        id=value.get("id", ""),
        document=_get(value, "document", str),
        text=_get(value, "question", str),
        answers={
            name: Answer(
                in_order(_numbers(f"answers, {name}", marked)),
                tuple(_spans(f"spans, {name}", spans.get(name, []))),
                _meta(f"meta, {name}", metas.get(name, {})),
            )
            for name, marked in answers.items()
        },
        category=_get(value, "category", str, ""),
        extra=_get(value, "extra", dict, {}),
    )


def _numbers(column: str, value: object) -> list[int]:
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        raise _Wrong(column, "Expected a list of sentence numbers, from 0: [] for no answer.")
    return value


def _spans(column: str, value: object) -> Iterator[Span]:
    for span in value if isinstance(value, list) else [value]:
        if not isinstance(span, list) or [type(end) for end in span] != [int, int]:
            raise _Wrong(column, "Expected a list of spans: [[start, end], ...].")
        yield span[0], span[1]


def _meta(column: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _Wrong(column, "Expected an object: {...}.")
    if trouble := problem_with_meta(value):
        raise _Wrong(column, trouble)
    return value


NAMES: Mapping[type, str] = {str: "a text", list: "a list", dict: "an object"}
MISSING = object()


def _get(value: dict[str, object], name: str, kind: type, default: object = MISSING) -> Any:
    found = value.get(name, default)
    if found is MISSING:
        raise _Wrong(name, f"{name!r} is missing. Add it to the row.")
    if type(found) is not kind:
        raise _Wrong(name, f"{name!r} must be {NAMES[kind]}.")
    return found


def _document_line(document: Document) -> dict[str, object]:
    line: dict[str, object] = {"type": "document", "document": document.name}
    if document.title:
        line["title"] = document.title
    if document.sections:
        line["sections"] = [{"title": one.title, "start": one.start} for one in document.sections]
    line["sentences"] = list(document.sentences)
    if document.text is not None:
        line["text"] = document.text
    return line | ({"extra": dict(document.extra)} if document.extra else {})


def _question_line(number: int, question: Question) -> dict[str, object]:
    line: dict[str, object] = {"type": "question", "document": question.document}
    if question.id != default_id(question.document, number):
        line["id"] = question.id
    if question.category:
        line["category"] = question.category
    line["question"] = question.text
    line["answers"] = {name: list(one.sentences) for name, one in question.answers.items()}
    for name, part in (
        (
            "spans",
            {who: [list(span) for span in one.spans] for who, one in question.answers.items()},
        ),
        ("meta", {who: dict(one.meta) for who, one in question.answers.items()}),
    ):
        if given := {who: values for who, values in part.items() if values}:
            line[name] = given
    return line | ({"extra": dict(question.extra)} if question.extra else {})
