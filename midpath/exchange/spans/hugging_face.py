"""Read the rows of a Hugging Face dataset whose tokens have tags, as JSON lines.

    {"tokens": ["Ada", "left"], "ner_tags": ["B-Person", "O"]}

In Parquet, tags are numbers, and the file names them (`ClassLabel`): they are converted to names
with the file. In JSON lines, numbers have no names, and are refused."""

from collections.abc import Iterator
from typing import Any

from midpath.exchange.jsonl import SCALARS
from midpath.exchange.label_studio.tasks import values_in
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.spans.conllu import TAG, tagged_spans
from midpath.exchange.spans.marked_text import Marked, Solid, sound_spans
from midpath.exchange.spans.prodigy import ONE
from midpath.json_types import JsonMapping

TOKENS = "tokens"
TAGS = ("ner_tags", "ner", "tags", "labels")
WORKERS = ("annotator_id", "annotator", "worker_id", "worker")
NUMBERS = (
    "The tags are numbers without names. Save the dataset as Parquet, which has the names, or with "
    'names: "ner_tags": ["B-Person", "O"]'
)
FORM = 'Each token needs a tag: {"tokens": ["Ada"], "ner_tags": ["B-Person"]}'


def is_tagged(value: object) -> bool:
    """Return whether a row has tokens with tags."""
    return isinstance(value, dict) and bool(value.get(TOKENS)) and _field(value) is not None


def read_hugging_face(text: str, to: Faults) -> Iterator[Marked]:
    for row, value in values_in(text, to):
        try:
            yield _marked(row, value, to)
        except BadCell as bad:
            to.refuse(row, bad.column, bad.message)


def _field(value: JsonMapping) -> str | None:
    """Return the field with the tags, if there is one."""
    tokens = value.get(TOKENS)
    if not isinstance(tokens, list) or not all(isinstance(one, str) for one in tokens):
        return None
    for name in TAGS:
        given = value.get(name)
        if isinstance(given, list) and (name == TAGS[0] or _are_tags(given)):
            return name
    return None


def _are_tags(given: list[object]) -> bool:
    tags = [one for one in given if isinstance(one, str) and TAG.fullmatch(one)]
    return bool(given) and len(tags) == len(given)


def _marked(row: int, value: Any, to: Faults) -> Marked:
    field = _field(value) if isinstance(value, dict) else None
    if field is None:
        raise BadCell(TOKENS, FORM)
    tokens, tags = value[TOKENS], value[field]
    if len(tokens) != len(tags):
        raise BadCell(field, FORM)
    if any(isinstance(one, int) for one in tags):
        raise BadCell(field, NUMBERS)
    if not _are_tags(tags) and tags:
        raise BadCell(field, "A tag is O, or B- or I- with a label: B-Person")
    text = " ".join(" ".join(tokens).split())
    solid = Solid(text)
    spans = sound_spans(row, field, solid, list(tagged_spans(tokens, tags, solid)), to)
    who = next((str(value[name]) for name in WORKERS if value.get(name) is not None), ONE)
    rest = {name: value[name] for name in value if name not in {TOKENS, field, *WORKERS}}
    for name, one in rest.items():
        if not isinstance(one, SCALARS):
            to.skip_field(row, name)
    columns = {name: one for name, one in rest.items() if isinstance(one, SCALARS)}
    return Marked(row, text, {who: spans}, words=text.split(), columns=columns)
