"""Places in a text as selected by the W3C Web Annotation Data Model, and the bodies about them.

A place is selected by its characters (TextPositionSelector, Unicode code points from 0, end
exclusive) and by its words and those around them (TextQuoteSelector). If the text has changed, the
place is found by its words if they occur once."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from midpath.exchange.judged.cells import short
from midpath.schemes.evidence.document import Span

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
# The fields of an annotation.
OF_ANNOTATION = {"@context", "id", "type", "motivation", "creator", "created", "body", "target"}
AROUND = 32  # characters of prefix and suffix
MAX_AROUND_LENGTH = 200


class Target(NamedTuple):
    """A marked place: given by its position, by its words and those around them, or both."""

    position: Span | None
    exact: str = ""
    prefix: str = ""
    suffix: str = ""


class BadAnnotation(ValueError):
    """A fault in an annotation."""


def place_of(target: Target, text: str) -> Span:
    """Return the position of a target in a text, or raise ValueError.

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
    raise ValueError(f"The text does not have {what}.")


def _only(words: str, text: str) -> int:
    """Return the position of words in a text if they occur once; else -1."""
    at = text.find(words)
    return at if text.find(words, at + 1) < 0 else -1


def bodies_of(given: object) -> Iterator[tuple[str, str]]:
    """Yield the purpose and the value of each textual body."""
    for body in given if isinstance(given, list) else [given]:
        if isinstance(body, dict) and isinstance(value := body.get("value"), str):
            yield str(body.get("purpose", "")), value


def targets_of(given: object) -> Iterator[Target]:
    """Yield the targets that select a place, or raise BadAnnotation."""
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
                raise BadAnnotation("The start and end of a position must be whole numbers from 0.")
        elif kind == "TextQuoteSelector":
            quote = {name: one.get(name, "") for name in quote}
            if not all(isinstance(words, str) for words in quote.values()) or not quote["exact"]:
                raise BadAnnotation("A quote needs exact words; prefix and suffix are optional.")
    if position is None and not quote["exact"]:
        raise BadAnnotation("A target needs a TextPositionSelector or a TextQuoteSelector.")
    around = quote["prefix"][-MAX_AROUND_LENGTH:], quote["suffix"][:MAX_AROUND_LENGTH]
    return Target(position, quote["exact"], *around)


def page_of(own: str, annotations: Iterable[object]) -> Iterator[bytes]:
    """Yield a page with this id, one annotation at a time.

    >>> print(b"".join(page_of("urn:a", [1, [2]])).decode(), end="")
    {
     "@context": "http://www.w3.org/ns/anno.jsonld",
     "id": "urn:a",
     "type": "AnnotationPage",
     "items": [
      1,
      [
       2
      ]
     ]
    }
    """
    page = {"@context": CONTEXT, "id": own, "type": "AnnotationPage", "items": []}
    before, after = (_lines(page) + "\n").rsplit("]", 1)
    yield before.encode()
    last = ""
    for one in annotations:
        inside = _lines(one).replace("\n", "\n  ")
        yield f"{',' if last else ''}\n  {inside}".encode()
        last = "\n "
    yield f"{last}]{after}".encode()


def _lines(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def body_of(purpose: str, value: str) -> dict[str, str]:
    return {"type": "TextualBody", "purpose": purpose, "format": "text/plain", "value": value}


def selectors(text: str, span: Span) -> list[dict[str, object]]:
    """Return the selectors of a place: by its characters, and by its words with those around
    them."""
    start, end = span
    return [
        {"type": "TextPositionSelector", "start": start, "end": end},
        {
            "type": "TextQuoteSelector",
            "exact": text[start:end],
            "prefix": text[max(0, start - AROUND) : start],
            "suffix": text[end : end + AROUND],
        },
    ]
