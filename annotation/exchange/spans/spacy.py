"""Read and write spaCy's training data as JSON, without spaCy.

    {"text": "Ada left.", "entities": [[0, 3, "Person"]]}                 a line, or in a list
    {"text": "Ada left.", "spans": {"sc": [[0, 3, "Person"]]}}            spans that may overlap
    {"text": "Ada left.", "spans": [{"start": 0, "end": 3, "label": "Person"}]}        Prodigy's
    ["Ada left.", {"entities": [[0, 3, "Person"]]}]                       as in spaCy 2

In spaCy 3, each is read by `Example.from_dict(nlp.make_doc(line["text"]), line)`, without the text.
Places are characters. `DocBin` files need spaCy itself and are not read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import orjson

from annotation.exchange.decoding import filled_lines
from annotation.exchange.jsonl import SCALARS
from annotation.exchange.spans.marked_text import ONE, Marked, Refusing, Solid, Span, sound_spans
from annotation.text.strict_json import UnreadableJSON, read_json

ENTITIES, SPANS, KEY = "entities", "spans", "sc"
FORM = 'Write each as [0, 3, "Person"]: start, end (exclusive, from 0) and label.'
Numbered = tuple[int, object]


def is_spacy(first: object) -> bool:
    """Return whether a line, or the first element of a list, is a text with spans."""
    if isinstance(first, list) and len(first) == 2:
        return isinstance(first[0], str) and isinstance(first[1], dict)
    if not isinstance(first, dict) or not isinstance(first.get("text"), str):
        return False
    return isinstance(first.get(ENTITIES), list) or isinstance(first.get(SPANS), list | dict)


def read_spacy(text: str, to: Refusing) -> Iterator[Marked]:
    for row, value in values_of(text, to):
        given = value
        if isinstance(given, list) and is_spacy(given):
            given = {"text": given[0], **given[1]}
        if not isinstance(given, dict) or not isinstance(given.get("text"), str):
            to.refuse(row, "text", 'Each needs a text: {"text": "Ada left.", "entities": []}')
            continue
        column = ENTITIES if given.get(ENTITIES) else SPANS
        column = column if column in given else ENTITIES
        listed = _listed(given.get(column, []))
        if listed is None:
            to.refuse(row, column, FORM)
            continue
        spans = sound_spans(row, column, Solid(given["text"]), listed, to)
        yield Marked(row, given["text"], {_annotator(given): spans}, columns=_others(given))


def write_spacy(
    texts: Iterable[tuple[str, Sequence[Span]]], *, overlapping: bool
) -> Iterator[bytes]:
    """Yield a line for each text. Spans that may overlap are not written as entities, for which
    spaCy refuses overlaps."""
    for text, spans in texts:
        listed = [list(span) for span in spans]
        marked = {SPANS: {KEY: listed}} if overlapping else {ENTITIES: listed}
        yield orjson.dumps({"text": text, **marked}, option=orjson.OPT_APPEND_NEWLINE)


def values_of(text: str, to: Refusing) -> Iterator[Numbered]:
    """Yield the values of JSON lines with their line numbers, or those of one list with their
    positions."""
    if text.lstrip().startswith("["):
        listed = whole_of(text, to)
        if isinstance(listed, list):
            values = [listed] if is_spacy(listed) else listed
            yield from enumerate(values, 1)
        return
    for row, line in filled_lines(text):
        try:
            yield row, read_json(line.encode())
        except UnreadableJSON as error:
            to.refuse(row, "", f"{error.message} (column {error.column})")


def whole_of(text: str, to: Refusing) -> object:
    """Return a file that is one JSON value; None, with the fault recorded, if it is not."""
    try:
        found: object = read_json(text.encode())
    except UnreadableJSON as error:
        to.refuse(error.line, "", f"{error.message} (line {error.line}, column {error.column})")
        return None
    return found


def _listed(given: object) -> list[Span] | None:
    """Return spans in any of the formats; None if they are in none of them."""
    if isinstance(given, Mapping):
        given = [one for spans in given.values() if isinstance(spans, list) for one in spans]
    if not isinstance(given, list):
        return None
    found = [_span(one) for one in given]
    return None if None in found else [one for one in found if one is not None]


def _span(given: object) -> Span | None:
    if isinstance(given, Mapping):
        given = [given.get(name) for name in ("start", "end", "label")]
    if not isinstance(given, list) or [type(one) for one in given[:3]] != [int, int, str]:
        return None
    begin, end, label = given[:3]  # a fourth value would be the id of an entry in a knowledge base
    return begin, end, label


def _annotator(given: Mapping[str, object]) -> str:
    """Return the annotator, as named by Prodigy."""
    named = given.get("_annotator_id") or given.get("_session_id")
    return str(named)[:200] if isinstance(named, str | int) else ONE


def _others(given: Mapping[str, object]) -> dict[str, object]:
    """Return the other fields of the line that can be stored with its text."""
    return {
        name: value
        for name, value in given.items()
        if name not in {"text", ENTITIES, SPANS}
        and not name.startswith("_")
        and isinstance(value, SCALARS)
    }
