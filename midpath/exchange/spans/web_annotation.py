"""Write and read spans in the W3C Web Annotation Data Model: a JSON-LD page with an annotation for
each marked span.

The target's source names the text, the creator the worker, and the body the label. A worker who
marked nothing in a text has one annotation on the whole text that says so. The file does not
contain the texts: places are located in the dataset's text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from midpath.exchange.decoding import NotText, decode
from midpath.exchange.rows import Faults
from midpath.exchange.spans.judged import problem_with_label
from midpath.exchange.spans.marked_text import Span, Spans
from midpath.exchange.web_annotations import (
    OF_ANNOTATION,
    BadAnnotation,
    Target,
    bodies_of,
    body_of,
    page_of,
    place_of,
    selectors,
    targets_of,
)
from midpath.text.strict_json import UnreadableJSON, read_json

ENDING = ".jsonld"
OWN_ID = re.compile(r"urn:midpath:span:([^:]+):([^:]+):(\d{1,9})")
EXAMPLE = "urn:midpath:span:TEXT:WORKER:NUMBER"
NOTHING = "Nothing is marked."
Text = tuple[str, str, Mapping[str, Sequence[Span]]]  # name, text, spans by worker


class WebSpans(NamedTuple):
    """A worker's labelled spans in a text, not yet located in it."""

    row: int
    marks: tuple[tuple[Target, str], ...] = ()

    @property
    def spans(self) -> Spans:
        """Return the spans at the positions that the file states."""
        return tuple((*one.position, label) for one, label in self.marks if one.position)

    def on(self, text: str) -> Spans:
        """Return the spans located in the dataset's text, or raise ValueError."""
        return tuple(sorted((*place_of(target, text), label) for target, label in self.marks))


def write_web_spans(texts: Iterable[Text]) -> Iterator[bytes]:
    """Yield a page of annotations. The same spans give the same bytes."""
    return page_of("urn:midpath:spans", (one for text in texts for one in _annotations(*text)))


def read_web_spans(body: bytes, to: Faults) -> dict[str, dict[str, WebSpans]]:
    """Return each worker's spans by the name of the text; faults are recorded."""
    found: dict[str, dict[str, WebSpans]] = {}
    seen: dict[str, int] = {}
    for row, one in enumerate(_items(body, to), 1):
        try:
            own, name, worker, mark = _mark(one)
            if (first := seen.setdefault(own, row)) != row:
                raise BadAnnotation(f"Duplicate id (see annotation {first}). Keep one of the two.")
        except BadAnnotation as bad:
            to.refuse(row, "annotation", str(bad))
            continue
        for other in sorted(one.keys() - OF_ANNOTATION):
            to.skip_field(row, other)
        workers = found.setdefault(name, {})
        before = workers.get(worker)
        if before is not None and not (before.marks and mark):
            message = f"Either mark something or say “{NOTHING}”, not both."
            to.refuse(row, "annotation", message)
        known = before or WebSpans(row)
        workers[worker] = known._replace(marks=(*known.marks, *mark))
    return found


def _annotations(
    name: str, text: str, answers: Mapping[str, Sequence[Span]]
) -> Iterator[dict[str, object]]:
    named = quote(name, safe="")
    source = f"urn:midpath:text:{named}"
    for worker, spans in answers.items():
        who = quote(worker, safe="")
        creator = {"id": f"urn:midpath:worker:{who}", "type": "Person", "nickname": worker}
        marks: list[tuple[str, dict[str, str], object]] = [
            (
                "tagging",
                body_of("tagging", label),
                {"source": source, "selector": selectors(text, (begin, end))},
            )
            for begin, end, label in spans
        ]
        nothing = ("assessing", body_of("assessing", NOTHING), source)
        for number, (motivation, body, target) in enumerate(marks or [nothing], 1):
            yield {
                "id": f"urn:midpath:span:{named}:{who}:{number}",
                "type": "Annotation",
                "motivation": motivation,
                "creator": creator,
                "body": body,
                "target": target,
            }


def _items(body: bytes, to: Faults) -> list[Any]:
    try:
        page = read_json(decode(body).encode())
    except (NotText, UnreadableJSON) as error:
        to.refuse(error.line, "", error.message)
        return []
    items = page.get("items") if isinstance(page, dict) else None
    if isinstance(items, list) and items:
        return items
    to.refuse(0, "items", 'Expected a page of annotations: {"items": [{"id": …}]}.')
    return []


def _mark(one: Any) -> tuple[str, str, str, tuple[tuple[Target, str], ...]]:
    """Return the id of an annotation, its text and worker, and what it marks, if anything."""
    own = str(one.get("id", "")) if isinstance(one, dict) else ""
    named = OWN_ID.fullmatch(own)
    if named is None:
        raise BadAnnotation(f"The id does not name a text and worker: {EXAMPLE}, percent-encoded.")
    name, worker = unquote(named[1]), unquote(named[2])
    bodies = list(bodies_of(one.get("body")))
    targets = list(targets_of(one.get("target")))
    if ("assessing", NOTHING) in bodies and not targets:
        return own, name, worker, ()
    labels = [value for purpose, value in bodies if purpose == "tagging"]
    if len(labels) != 1 or len(targets) != 1:
        raise BadAnnotation(f"An annotation needs one label and one place, or “{NOTHING}”.")
    if targets[0].position is None:
        raise BadAnnotation("A span needs a TextPositionSelector.")
    if trouble := problem_with_label(labels[0]):
        raise BadAnnotation(trouble)
    return own, name, worker, ((targets[0], labels[0]),)
