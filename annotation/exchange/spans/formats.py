"""The file formats of other programs for spans: detect the format, and read the texts."""

from collections.abc import Iterator
from pathlib import PurePath

import orjson

from annotation.exchange.decoding import NotText, decode, filled_lines
from annotation.exchange.spans.brat import is_brat, read_brat
from annotation.exchange.spans.conll import is_conll, read_conll
from annotation.exchange.spans.label_studio import is_task, read_tasks
from annotation.exchange.spans.marked_text import Marked, Refusing
from annotation.exchange.spans.spacy import is_spacy, read_spacy

CONLL, SPACY, LABEL_STUDIO, BRAT = "CoNLL", "spaCy", "Label Studio", "brat"
FORMS = (CONLL, SPACY, LABEL_STUDIO, BRAT)
READERS = {CONLL: read_conll, SPACY: read_spacy, LABEL_STUDIO: read_tasks}
OF_CONLL = {".conll", ".bio", ".iob", ".iob1", ".iob2", ".bio2"}
# Files whose rows are recognized by their delimiter.
TABLES = {".csv"}
ALONE = (
    "This is a brat .ann file without its text. Pack it with its .txt file into a ZIP archive and "
    "choose the archive."
)
DOC_BIN = (
    "This is a spaCy DocBin, which only spaCy can read. Export its texts as JSON lines: "
    '{"text": …, "entities": [[0, 3, "Person"]]}'
)


def form_of(filename: str, body: bytes) -> str:
    """Return the format of a span file; empty if it is unknown."""
    if is_brat(body):
        return BRAT
    extension = PurePath(filename).suffix.lower()
    if extension in {".ann", ".spacy"}:
        return BRAT if extension == ".ann" else SPACY
    try:
        text = decode(body)
    except NotText:
        return ""
    if extension in OF_CONLL:
        return CONLL
    start = text.lstrip()[:1]
    if start in {"[", "{"}:
        return _of_json(text)
    return CONLL if start and extension not in TABLES and is_conll(text) else ""


def read_marked(form: str, filename: str, body: bytes, to: Refusing) -> Iterator[Marked]:
    """Yield the texts of a file in this format; faults are recorded."""
    if form == BRAT and is_brat(body):
        yield from read_brat(body, to)
        return
    extension = PurePath(filename).suffix.lower()
    if extension in {".ann", ".spacy"} and body.lstrip()[:1] not in {b"[", b"{"}:
        to.refuse(0, "", ALONE if extension == ".ann" else DOC_BIN)
        return
    try:
        text = decode(body)
    except NotText as error:
        to.refuse(error.line, "", error.message)
        return
    yield from READERS[form](text, to)


def _of_json(text: str) -> str:
    """Return the format by the first value of a list or of lines; later errors are found by its
    reader."""
    first = _first(text)
    if is_task(first):
        return LABEL_STUDIO
    return SPACY if is_spacy(first) else ""


def _first(text: str) -> object:
    stripped = text.lstrip()
    try:
        if not stripped.startswith("["):
            _, line = next(filled_lines(text))
            return orjson.loads(line)
        listed = orjson.loads(stripped)
    except orjson.JSONDecodeError:
        return _whole(stripped) if stripped.startswith("{") else _guessed(stripped)
    return listed if is_spacy(listed) else next(iter(listed), None)


def _whole(text: str) -> object:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _guessed(text: str) -> object:
    """Return the likely kind of a broken list."""
    head = text[:2000]
    if '"data"' in head:
        return {"data": {}}
    return {"text": "", "entities": []} if '"entities"' in head or '"spans"' in head else None
