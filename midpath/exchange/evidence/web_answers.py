"""Read the W3C annotations that `web_annotation` writes: each annotator's answer to a question.

The id of an annotation names the question and the annotator: urn:midpath:answer:QUESTION:ANNOTATOR,
each percent-encoded. The file does not contain the documents' texts, so answers are located in the
dataset's text: at the given position if the quote is there, else at the quote's only occurrence."""

import re
from typing import Any, NamedTuple
from urllib.parse import unquote

from midpath.exchange.evidence.collector import META
from midpath.exchange.evidence.common_form import Answer, Document, Troubles
from midpath.exchange.evidence.web_annotation import NO_ANSWER
from midpath.exchange.rows import Faults
from midpath.exchange.web_annotations import (
    OF_ANNOTATION,
    BadAnnotation,
    Target,
    bodies_of,
    place_of,
    targets_of,
)
from midpath.json_types import JsonMapping, JsonObject
from midpath.text.strict_json import UnreadableJSON, read_json

OWN_ID = re.compile(r"urn:midpath:answer:([^:]+):([^:]+)")
EXAMPLE = "urn:midpath:answer:QUESTION:ANNOTATOR"


class WebAnswer(NamedTuple):
    """An annotator's answer to a question, not yet located in its document."""

    row: int
    question: str
    annotator: str
    targets: tuple[Target, ...]
    meta: JsonMapping

    def on(self, document: Document) -> Answer:
        """Return the answer in its document, or raise ValueError."""
        text = document.full_text
        spans = tuple(sorted({place_of(target, text) for target in self.targets}))
        if outside := document.spans_outside(spans):
            start, end = min(outside)
            raise ValueError(f"There is no sentence of the document from {start} to {end}.")
        return Answer(tuple(sorted(document.touched_by(spans))), spans, self.meta)


def read_web_answers(text: str, left_out: Faults | None = None) -> list[WebAnswer]:
    """Return the answers in a file; raise BadEvidence if there are errors. `left_out` counts the
    fields that are not read."""
    troubles, found = Troubles(left_out), list[WebAnswer]()
    try:
        page = read_json(text.encode())
    except UnreadableJSON as error:
        troubles.add(error.line, "", error.message)
        troubles.stop_if_any()
        raise
    items = page.get("items") if isinstance(page, dict) else None
    if not isinstance(items, list) or not items:
        troubles.add(0, "items", 'Expected a page of annotations: {"items": [{"id": …}]}.')
        troubles.stop_if_any()
        return []
    for row, one in enumerate(items, 1):
        try:
            found.append(_answer(row, one))
            for name in sorted(one.keys() - OF_ANNOTATION):
                troubles.left_out.skip_field(row, name)
        except BadAnnotation as bad:
            troubles.add(row, "annotation", str(bad))
    troubles.stop_if_any()
    return found


def _answer(row: int, one: Any) -> WebAnswer:
    named = OWN_ID.fullmatch(str(one.get("id", ""))) if isinstance(one, dict) else None
    if named is None:
        raise BadAnnotation(f"The id names no question and annotator: {EXAMPLE}, percent-encoded.")
    meta: JsonObject = {}
    nothing = False
    for purpose, value in bodies_of(one.get("body", [])):
        name, found, said = value.partition(": ")
        if purpose == "tagging":
            meta.setdefault("categories", []).append(value)
        elif purpose == "assessing" and found and META.get(name) is str:
            meta[name] = said
        nothing = nothing or (purpose == "assessing" and value == NO_ANSWER)
    targets = tuple(targets_of(one.get("target")))
    if nothing == bool(targets):
        raise BadAnnotation(f"It must either mark something or say “{NO_ANSWER}”.")
    question, annotator = (unquote(part) for part in named.groups())
    return WebAnswer(row, question, annotator, targets, meta)
