"""Read span files as datasets: their texts, with the spans as gold answers.

If most texts are long, all become documents, with each line a paragraph. Answers of several
annotators are not gold answers; they belong in an annotation set."""

import json
from collections import Counter
from dataclasses import replace

from midpath.exchange.rows import DOCUMENTS, TEXTS, Rows
from midpath.exchange.segments import count_documents
from midpath.exchange.spans.formats import read_marked
from midpath.exchange.spans.marked_text import (
    BYTE_ORDER_MARK,
    Marked,
    Solid,
    Spans,
    without_mark,
)
from midpath.exchange.wanted import Wanted
from midpath.text.characters import problem_with_characters
from midpath.text.formatting import counted

GOLD = "gold"
MAX_NAME_LENGTH, MAX_NAMED = 300, 20
# Longer texts are easier to read in paragraphs.
LONG_WORDS, LONG_CHARACTERS = 60, 2000


def read_marked_rows(form: str, filename: str, body: bytes, rows: Rows, control: str = "") -> None:
    wanted = Wanted(control, required=False)
    marked = [_without_mark(one) for one in read_marked(form, filename, body, rows, wanted)]
    rows.format = form
    rows.kind = DOCUMENTS if 2 * sum(map(_is_long, marked)) > len(marked) else TEXTS
    for one in marked:
        _add_document(one, rows) if rows.kind == DOCUMENTS else _add_text(one, rows)
    if rows.kind == DOCUMENTS:
        rows.details["statistics"] = count_documents(rows.contents)
    rows.notes += _notes(marked)
    rows.annotations = sum(len(one.answers) for one in marked)
    rows.schemes = ["spans"] if rows.annotations else []


def _without_mark(marked: Marked) -> Marked:
    if not marked.text.startswith(BYTE_ORDER_MARK):
        return marked
    text, known = without_mark(marked.text, marked.known or ())
    answers = {who: without_mark(marked.text, spans)[1] for who, spans in marked.answers.items()}
    known_ones = None if marked.known is None else known
    return replace(marked, text=text, answers=answers, known=known_ones)


def _is_long(marked: Marked) -> bool:
    words = len(marked.words or marked.text.split())
    return words > LONG_WORDS or len(marked.text) > LONG_CHARACTERS


def _add_text(marked: Marked, rows: Rows) -> None:
    text = " ".join(marked.text.split())
    rows.at_hand = text
    rows.add(marked.row, text, column="text", tokens=marked.words, columns=_columns(marked, text))


def _add_document(marked: Marked, rows: Rows) -> None:
    paragraphs = [" ".join(line.split()) for line in marked.text.splitlines() if line.strip()]
    rows.at_hand = marked.text[:MAX_NAME_LENGTH]
    if trouble := problem_with_characters(marked.text):
        rows.refuse(marked.row, marked.name, trouble)
    elif not paragraphs:
        rows.refuse(marked.row, marked.name, "The document contains no text.")
    else:
        content = {
            "category": "",
            "sections": [{"title": "", "paragraphs": paragraphs}],
            "columns": _columns(marked, "\n".join(paragraphs)),
        }
        name = " ".join((marked.name or f"Document {marked.row}").split())[:MAX_NAME_LENGTH]
        rows.keep(marked.row, name, content, column="text")


def _columns(marked: Marked, text: str) -> dict[str, object]:
    """Return the columns stored with a text; its gold answer is in characters of the stored
    text."""
    named = {"name": marked.name} if marked.name else {}
    known = marked.right
    if known is None or not text:
        return {**named, **marked.columns}
    spans = Solid(marked.text).spans_in(Solid(text), known)
    return {**named, **marked.columns, GOLD: gold_cell(spans)}


def gold_cell(spans: Spans) -> str:
    """Return gold spans as the cell of a dataset, whatever unit a campaign's workers mark."""
    listed = [list(span) for span in spans]
    return json.dumps({"unit": "characters", "spans": listed}, ensure_ascii=False)


def _notes(marked: list[Marked]) -> list[str]:
    labels = Counter(label for one in marked for _, _, label in one.right or ())
    notes = []
    if labels:
        shown = ", ".join(label for label, _ in labels.most_common(MAX_NAMED))
        more = f" and {len(labels) - MAX_NAMED} more" if len(labels) > MAX_NAMED else ""
        notes.append(
            f"{counted(labels.total(), 'gold span')} with the labels {shown}{more}. To use them "
            "as gold answers, give your campaign these labels."
        )
    if several := sum(one.right is None and bool(one.answers) for one in marked):
        notes.append(
            f"{counted(several, 'text')} with spans of several annotators, which are not gold "
            "answers. Save them as an annotation set."
        )
    return notes
