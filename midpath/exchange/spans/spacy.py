"""Read and write texts with spans as JSON lines: spaCy's training data, Prodigy's and doccano's
records.

    {"text": "Ada left.", "entities": [[0, 3, "Person"]]}                 a line, or in a list
    {"text": "Ada left.", "spans": {"sc": [[0, 3, "Person"]]}}            spans that may overlap
    {"text": "Ada left.", "spans": [{"start": 0, "end": 3, "label": "Person"}]}        Prodigy's
    ["Ada left.", {"entities": [[0, 3, "Person"]]}]                       as in spaCy 2
    {"text": "Ada left.", "label": [[0, 3, "Person"]]}                    doccano's, also "labels"
    {"text": "Ada left.", "entities": [{"start_offset": 0, "end_offset": 3, "label": "Person"}]}
    {"text": "Ada left.", "annotations": [{"start_offset": 0, …, "user": 7}]}

In spaCy 3, each of the first is read by `Example.from_dict(nlp.make_doc(line["text"]), line)`,
without the text. Places are characters. `DocBin` files need spaCy itself and are not read.
Prodigy's answers `reject` and `ignore` have no spans, and are counted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import orjson

from midpath.exchange.decoding import filled_lines
from midpath.exchange.jsonl import SCALARS
from midpath.exchange.judged.cells import short
from midpath.exchange.rows import UNCHOSEN, Faults
from midpath.exchange.spans.marked_text import Marked, Solid, Span, sound_spans
from midpath.exchange.spans.prodigy import annotator_of, is_skipped
from midpath.exchange.wanted import Wanted
from midpath.text.strict_json import UnreadableJSON, read_json

ENTITIES, SPANS, KEY = "entities", "spans", "sc"
OF_DOCCANO = ("label", "labels", "annotations")
USUAL = (ENTITIES, SPANS)
COLUMNS = (*USUAL, *OF_DOCCANO)
# Names of a line and of a span that are read, or that say nothing about the answer.
OWN = {"text", "data", "tokens"}
OF_SPAN = {
    *("start", "end", "start_offset", "end_offset", "label", "user", "text", "id", "type"),
    *("token_start", "token_end", "input_hash", "source", "pattern", "ws", "confidence"),
    *("created_at", "updated_at"),
}
PLACES = (("start", "end"), ("start_offset", "end_offset"))
FORM = 'Write each as [0, 3, "Person"]: start, end (exclusive, from 0) and label.'
Numbered = tuple[int, object]


def is_spacy(first: object) -> bool:
    """Return whether a line, or the first element of a list, is a text with spans."""
    if isinstance(first, list) and len(first) == 2:
        return isinstance(first[0], str) and isinstance(first[1], dict)
    if not isinstance(first, dict) or text_of(first) is None:
        return False
    lists = any(isinstance(first.get(name), list) for name in (ENTITIES, SPANS))
    return lists or isinstance(first.get(SPANS), dict) or is_doccano(first)


def is_doccano(first: Mapping[str, object]) -> bool:
    """Return whether a line has doccano's spans."""
    for name in OF_DOCCANO:
        given = first.get(name)
        if isinstance(given, list) and given:
            return all(_span(one) is not None for one in given)
    return False


def text_of(given: Mapping[str, object]) -> str | None:
    """Return the text of a line; old files of doccano call it data."""
    found = given.get("text", given.get("data"))
    return found if isinstance(found, str) else None


def _columns(given: Mapping[str, object]) -> list[str]:
    """Return the fields with spans, those that are not empty first."""
    names = [name for name in COLUMNS if name in given]
    lists = [name for name in names if name in USUAL or isinstance(given[name], list)]
    return sorted(lists, key=lambda name: not given[name])


def read_spacy(text: str, wanted: Wanted, to: Faults) -> Iterator[Marked]:
    values = [(row, _as_line(value)) for row, value in values_of(text, to)]
    group = _group(values, wanted, to)
    if group is None:
        return
    for row, given in values:
        whole = text_of(given) if isinstance(given, dict) else None
        if not isinstance(given, dict) or whole is None:
            to.refuse(row, "text", 'Each needs a text: {"text": "Ada left.", "entities": []}')
            continue
        columns = _others(row, given, to)
        if is_skipped(row, given, to):
            yield Marked(row, whole, {}, columns=columns, is_rejected=True)
            continue
        column, *others = _columns(given) or [ENTITIES]
        for other in others:
            if given[other]:
                to.skip_field(row, other)
        answers = _answers(row, given, given.get(column, []), group, to)
        if answers is None:
            to.refuse(row, column, FORM)
            continue
        solid = Solid(whole)
        sound = {who: sound_spans(row, column, solid, each, to) for who, each in answers.items()}
        yield Marked(row, whole, sound, columns=columns)


def write_spacy(
    texts: Iterable[tuple[str, Sequence[Span]]], *, overlapping: bool
) -> Iterator[bytes]:
    """Yield a line for each text. Spans that may overlap are not written as entities, for which
    spaCy refuses overlaps."""
    for text, spans in texts:
        listed = [list(span) for span in spans]
        marked = {SPANS: {KEY: listed}} if overlapping else {ENTITIES: listed}
        yield orjson.dumps({"text": text, **marked}, option=orjson.OPT_APPEND_NEWLINE)


def values_of(text: str, to: Faults) -> Iterator[Numbered]:
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


def whole_of(text: str, to: Faults) -> object:
    """Return a file that is one JSON value; None, with the fault recorded, if it is not."""
    try:
        found: object = read_json(text.encode())
    except UnreadableJSON as error:
        to.refuse(error.line, "", f"{error.message} (line {error.line}, column {error.column})")
        return None
    return found


def _as_line(given: object) -> object:
    """Return a text with spans as spaCy 3 writes it."""
    if isinstance(given, list) and is_spacy(given):
        return {"text": given[0], **given[1]}
    return given


def _group(values: Iterable[Numbered], wanted: Wanted, to: Faults) -> str | None:
    """Return the key of spaCy's spans to read, "" if there are none; None if it must be chosen."""
    given = [value.get(SPANS) for _, value in values if isinstance(value, dict)]
    found = [spans for spans in given if isinstance(spans, dict)]
    groups = list(dict.fromkeys(str(name) for spans in found for name in spans if spans[name]))
    if wanted.control in groups or not groups:
        return wanted.control
    if len(groups) < 2 and not wanted.control:
        return groups[0]
    to.controls = groups
    listed = ", ".join(groups[:20])
    message = f"No spans have the key {short(wanted.control)}; they have: {listed}."
    if not wanted.control:
        message = f"The spans have several keys: {listed}. Choose one, as in --control {groups[0]}."
    to.refuse(0, SPANS, message, UNCHOSEN)
    return None


def _answers(
    row: int, given: Mapping[str, object], spans: object, group: str, to: Faults
) -> dict[str, list[Span]] | None:
    """Return the spans in any of the formats by annotator; None if they are in none of them."""
    if isinstance(spans, Mapping):
        for name in spans:
            if spans[name] and name != group:
                to.skip_field(row, f"{SPANS}.{name}")
        spans = spans.get(group, [])
    if not isinstance(spans, list):
        return None
    usual = annotator_of(given)
    found: dict[str, list[Span]] = {}
    for one in spans:
        span = _span(one)
        if span is None:
            return None
        user = one.get("user") if isinstance(one, dict) else None
        _skip_the_rest(row, one, to)
        found.setdefault(usual if user is None else str(user), []).append(span)
    return found or {usual: []}


def _span(given: object) -> Span | None:
    if isinstance(given, Mapping):
        first = next((keys for keys in PLACES if keys[0] in given), PLACES[0])
        given = [given.get(name) for name in (*first, "label")]
    if not isinstance(given, list) or [type(one) for one in given[:3]] != [int, int, str]:
        return None
    begin, end, label = given[:3]
    return begin, end, label


def _skip_the_rest(row: int, span: object, to: Faults) -> None:
    """Count what a span has besides its place and its label."""
    if isinstance(span, Mapping):
        for name in sorted(span.keys() - OF_SPAN):
            if span[name]:
                to.skip_field(row, f"{name} of spans")
    elif isinstance(span, list) and any(span[3:]):
        to.skip(row, "link to a knowledge base")


def _others(row: int, given: Mapping[str, object], to: Faults) -> dict[str, object]:
    """Return the other fields of the line that can be stored with its text, and count others."""
    own = {*OWN, *_columns(given)}
    names = [name for name in given if name not in own and not name.startswith("_")]
    for name in names:
        value = given[name]
        if name == "relations" and isinstance(value, list):
            to.skip(row, "relation", len(value))
        elif not isinstance(value, SCALARS):
            to.skip_field(row, name)
    return {name: given[name] for name in names if isinstance(given[name], SCALARS)}
