"""The file formats of other programs for spans: detect the format, and read the texts."""

from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath

import orjson

from midpath.exchange.decoding import ZIP, NotText, decode, filled_lines
from midpath.exchange.foreign_files import DOC_BIN
from midpath.exchange.jsonl import FIRST_LINES
from midpath.exchange.judged.argilla import is_argilla
from midpath.exchange.label_studio.flat_exports import is_flat_table
from midpath.exchange.label_studio.tasks import is_label_studio
from midpath.exchange.rows import Faults
from midpath.exchange.spans.argilla import read_argilla
from midpath.exchange.spans.brat import is_brat, read_brat
from midpath.exchange.spans.conll import is_conll, read_conll
from midpath.exchange.spans.conllu import is_conllu, read_conllu
from midpath.exchange.spans.hugging_face import is_tagged, read_hugging_face
from midpath.exchange.spans.label_studio import read_tasks
from midpath.exchange.spans.marked_text import Marked, merged
from midpath.exchange.spans.spacy import is_doccano, is_spacy, read_spacy
from midpath.exchange.spans.uima import is_archive, is_document, read_uima
from midpath.exchange.wanted import USUAL, Wanted

CONLL, SPACY, LABEL_STUDIO, BRAT = "CoNLL", "spaCy", "Label Studio", "brat"
DOCCANO, PRODIGY, ARGILLA = "doccano", "Prodigy", "Argilla"
CONLLU, UIMA = "CoNLL-U", "WebAnno or UIMA"
HUGGING_FACE = "Hugging Face"
FORMS = (CONLL, CONLLU, SPACY, PRODIGY, DOCCANO, LABEL_STUDIO, BRAT, ARGILLA, UIMA, HUGGING_FACE)
OF_CONLL = {".conll", ".bio", ".iob", ".iob1", ".iob2", ".bio2"}
WITHOUT_CHOICE = {CONLL: read_conll, CONLLU: read_conllu, HUGGING_FACE: read_hugging_face}
READERS = {LABEL_STUDIO: read_tasks, ARGILLA: read_argilla}
BY_EXTENSION = {".ann": BRAT, ".spacy": SPACY}
OF_CONLLU = ".conllu"
# Files whose rows are recognized by their delimiter.
TABLES = {".csv"}
ALONE = (
    "This is a brat .ann file without its text. Pack it with its .txt file into a ZIP archive and "
    "choose the archive."
)


def form_of(filename: str, body: bytes) -> str:
    """Return the format of a span file; empty if it is unknown."""
    if body.startswith(ZIP):
        return BRAT if is_brat(body) else UIMA if is_archive(body) else ""
    extension = PurePath(filename).suffix.lower()
    if extension in BY_EXTENSION:
        return BY_EXTENSION[extension]
    try:
        return _by_content(decode(body), extension)
    except NotText:
        return ""


def _by_content(text: str, extension: str) -> str:
    if is_document(text):
        return UIMA
    if extension == OF_CONLLU or (extension not in OF_CONLL and is_conllu(text)):
        return CONLLU
    if extension in OF_CONLL:
        return CONLL
    return _by_start(text, text.lstrip()[:1], extension)


def _by_start(text: str, start: str, extension: str) -> str:
    if start in {"[", "{"}:
        return _of_json(text)
    if is_flat_table(text):
        return LABEL_STUDIO
    return CONLL if start and extension not in TABLES and is_conll(text) else ""


def read_marked(
    form: str, filename: str, body: bytes, to: Faults, wanted: Wanted = USUAL
) -> Iterator[Marked]:
    """Yield each text of a file in this format, with the answers of all its annotators; faults are
    recorded."""
    yield from merged(_read(form, filename, body, wanted, to), to)


def _read(form: str, filename: str, body: bytes, wanted: Wanted, to: Faults) -> Iterator[Marked]:
    if form == BRAT and is_brat(body):
        yield from read_brat(body, wanted, to)
        return
    if form == UIMA:
        yield from read_uima(filename, body, wanted, to)
        return
    extension = PurePath(filename).suffix.lower()
    if extension in {".ann", ".spacy"} and body.lstrip()[:1] not in {b"[", b"{"}:
        to.refuse(0, "", ALONE if extension == ".ann" else "This is {}. {}".format(*DOC_BIN))
        return
    try:
        text = decode(body)
    except NotText as error:
        to.refuse(error.line, "", error.message)
        return
    if form in WITHOUT_CHOICE:
        yield from WITHOUT_CHOICE[form](text, to)
    else:
        yield from READERS.get(form, read_spacy)(text, wanted, to)


def _of_json(text: str) -> str:
    """Return the format by the first values of a list or of lines; later errors are found by its
    reader."""
    first = _first(text)
    if any(map(is_label_studio, first[:1])):
        return LABEL_STUDIO
    if any(map(is_argilla, first[:1])):
        return ARGILLA
    if any(map(is_tagged, first[:1])):
        return HUGGING_FACE
    line = next((one for one in first if is_spacy(one)), None)
    if line is None:
        return ""
    if isinstance(line, dict) and is_doccano(line):
        return DOCCANO
    return PRODIGY if isinstance(line, dict) and "answer" in line else SPACY


def _first(text: str) -> list[object]:
    """Return the first values of a list or of lines."""
    stripped = text.lstrip()
    try:
        if not stripped.startswith("["):
            lines = [line for _, line in islice(filled_lines(text), FIRST_LINES)]
            return [orjson.loads(lines[0]), *filter(None, map(_whole, lines[1:]))]
        listed = orjson.loads(stripped)
    except orjson.JSONDecodeError:
        return [_whole(stripped) if stripped.startswith("{") else _guessed(stripped)]
    return [listed] if is_spacy(listed) else listed[:FIRST_LINES]


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
