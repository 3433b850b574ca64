"""Read the W3C annotations that `web_annotation` writes: each annotator's answer to a question.

The id of an annotation names the question and the annotator: urn:midpath:answer:QUESTION:ANNOTATOR,
each percent-encoded. The file does not hold the documents' texts, so places are found in the text
that is at hand: at the position where the quote stands there, else where the quote stands once."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote

from annotation.exchange.evidence.form import Answer, Document, Troubles
from annotation.exchange.evidence.gather import META
from annotation.exchange.evidence.web_annotation import NO_ANSWER
from annotation.exchange.judged_cells import short
from annotation.schemes.evidence.document import Span
from annotation.strict_json import UnreadableJSON, read_json

OWN_ID = re.compile(r"urn:midpath:answer:([^:]+):([^:]+)")
LONGEST_AROUND = 200
EXAMPLE = "urn:midpath:answer:QUESTION:ANNOTATOR"


class Target(NamedTuple):
    """A place that was marked: by its position, by its words and those around them, or by both."""

    position: Span | None
    exact: str = ""
    prefix: str = ""
    suffix: str = ""


class WebAnswer(NamedTuple):
    """An annotator's answer to a question, whose places are not yet found in its document."""

    row: int
    question: str
    annotator: str
    targets: tuple[Target, ...]
    meta: Mapping[str, Any]

    def on(self, document: Document) -> Answer:
        """Return the answer in its document, or raise ValueError."""
        text = document.full_text
        spans = tuple(sorted({place_of(target, text) for target in self.targets}))
        if outside := document.spans_outside(spans):
            start, end = min(outside)
            raise ValueError(f"From {start} up to {end} stands no sentence of the document.")
        return Answer(tuple(sorted(document.touched_by(spans))), spans, self.meta)


class _Bad(ValueError):
    """A fault in an annotation."""


def read_web_answers(text: str) -> list[WebAnswer]:
    """Return the answers in a file; raise BadEvidence if anything is wrong."""
    troubles, found = Troubles(), list[WebAnswer]()
    try:
        page = read_json(text.encode())
    except UnreadableJSON as error:
        troubles.add(error.line, "", error.message)
        troubles.stop_if_any()
        raise
    items = page.get("items") if isinstance(page, dict) else None
    if not isinstance(items, list) or not items:
        troubles.add(0, "items", 'A page of annotations is expected: {"items": [{"id": …}]}.')
        troubles.stop_if_any()
        return []
    for row, one in enumerate(items, 1):
        try:
            found.append(_answer(row, one))
        except _Bad as bad:
            troubles.add(row, "annotation", str(bad))
    troubles.stop_if_any()
    return found


def place_of(target: Target, text: str) -> Span:
    """Return where a target stands in a text, or raise ValueError.

    >>> place_of(Target((0, 2), "We"), "We ask."), place_of(Target((5, 8), "ask", "We "), "We ask.")
    ((0, 2), (3, 6))
    """
    exact = target.exact
    if target.position is not None:
        start, end = target.position
        if start < end <= len(text) and exact in {"", text[start:end]}:
            return start, end
    quoted = target.prefix + exact + target.suffix
    for words, before in ((quoted, len(target.prefix)), (exact, 0)):
        if exact and (at := _only(words, text)) >= 0:
            return at + before, at + before + len(exact)
    what = f"the words {short(exact)} once" if exact else f"the position {target.position}"
    raise ValueError(f"The document of this question does not have {what}.")


def _only(words: str, text: str) -> int:
    """Return where words stand in a text, if they do so once; else -1."""
    at = text.find(words)
    return at if text.find(words, at + 1) < 0 else -1


def _answer(row: int, one: Any) -> WebAnswer:
    named = OWN_ID.fullmatch(str(one.get("id", ""))) if isinstance(one, dict) else None
    if named is None:
        raise _Bad(f"The id names no question and annotator: {EXAMPLE}, percent-encoded.")
    meta: dict[str, Any] = {}
    nothing = False
    for purpose, value in _bodies(one.get("body", [])):
        name, told, said = value.partition(": ")
        if purpose == "tagging":
            meta.setdefault("categories", []).append(value)
        elif purpose == "assessing" and told and META.get(name) is str:
            meta[name] = said
        nothing = nothing or (purpose == "assessing" and value == NO_ANSWER)
    targets = tuple(_targets(one.get("target")))
    if nothing == bool(targets):
        raise _Bad(f"It marks something, or says “{NO_ANSWER}”; one of the two.")
    question, annotator = (unquote(part) for part in named.groups())
    return WebAnswer(row, question, annotator, targets, meta)


def _bodies(given: Any) -> Iterator[tuple[str, str]]:
    for body in given if isinstance(given, list) else [given]:
        if isinstance(body, dict) and isinstance(value := body.get("value"), str):
            yield str(body.get("purpose", "")), value


def _targets(given: Any) -> Iterator[Target]:
    for target in given if isinstance(given, list) else [given]:
        if isinstance(target, dict) and "selector" in target:
            yield _target(target["selector"])


def _target(given: Any) -> Target:
    position, quote = None, {"exact": "", "prefix": "", "suffix": ""}
    for one in given if isinstance(given, list) else [given]:
        kind = one.get("type") if isinstance(one, dict) else None
        if kind == "TextPositionSelector":
            position = one.get("start"), one.get("end")
            if [type(end) for end in position] != [int, int] or min(position) < 0:
                raise _Bad("The start and the end of a position are whole numbers from 0 on.")
        elif kind == "TextQuoteSelector":
            quote = {name: one.get(name, "") for name in quote}
            if not all(isinstance(words, str) for words in quote.values()) or not quote["exact"]:
                raise _Bad("A quote has exact words, and may have a prefix and a suffix.")
    if position is None and not quote["exact"]:
        raise _Bad("A target is selected by a TextPositionSelector or a TextQuoteSelector.")
    around = quote["prefix"][-LONGEST_AROUND:], quote["suffix"][:LONGEST_AROUND]
    return Target(position, quote["exact"], *around)
