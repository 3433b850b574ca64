"""Convert evidence files to the contents of items, both documents and questions, and back to
documents."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from midpath.exchange.evidence.common_form import Document, Question, Section
from midpath.json_types import JsonMapping, JsonObject
from midpath.schemes.base import Item


def content_of_document(document: Document) -> JsonObject:
    """Return the content of a document as other imports make it, but with the file's own
    sentences."""
    sentences, breaks = document.sentences, _breaks(document)
    starts = [section.start for section in document.sections]
    titles = [section.title for section in document.sections]
    if not starts or starts[0] > 0:
        starts, titles = [0, *starts], ["", *titles]
    ends = [*starts[1:], len(sentences)]
    content: dict[str, object] = {
        "category": "",
        "sections": [
            {"title": title, "paragraphs": list(_paragraphs(sentences, breaks, start, end))}
            for title, start, end in zip(titles, starts, ends, strict=True)
        ],
        "sentences": list(sentences),
        "outline": [[section.title, section.start] for section in document.sections],
    }
    if document.text is not None:
        content |= {"text": document.text, "breaks": breaks}
    optional = {"title": document.title, "extra": dict(document.extra)}
    return content | {name: value for name, value in optional.items() if value}


def content_of_question(question: Question, document: Document) -> dict[str, object]:
    """Return the content of a question. Its answer options are in the file's extra: {"options":
    [...]}."""
    extra = dict(question.extra)
    options = extra.pop("options", None)
    content: dict[str, object] = {"question": question.text, "sentences": len(document.sentences)}
    optional = {"category": question.category, "options": options, "extra": extra}
    return content | {name: value for name, value in optional.items() if value}


def document_of(item: Item) -> Document:
    """Return the document of an item in the form of its file."""
    content: JsonMapping = item.content
    return Document(
        name=item.text,
        sentences=tuple(content["sentences"]),
        sections=tuple(Section(title, start) for title, start in content.get("outline", ())),
        text=content.get("text"),
        title=content.get("title", ""),
        extra=content.get("extra", {}),
    )


def problem_with_options(question: Question) -> str:
    """Return what is wrong with a question's options; empty if they are valid or missing."""
    options = question.extra.get("options")
    if options is None:
        return ""
    sound = isinstance(options, list) and all(isinstance(o, str) and o.strip() for o in options)
    if not sound or len(options) < 2 or len(set(options)) < len(options):
        return "Give at least two different options, or leave them out."
    return ""


def _breaks(document: Document) -> list[int]:
    """Return the sentences that start a line."""
    if document.text is None:
        return []
    gaps = enumerate(pairwise(document.places), 1)
    return [n for n, ((_, end), (start, _)) in gaps if "\n" in document.text[end:start]]


def _paragraphs(
    sentences: Sequence[str], breaks: Sequence[int], start: int, end: int
) -> Iterator[str]:
    inside = breaks[bisect_right(breaks, start) : bisect_left(breaks, end)]
    edges = [start, *inside, end]
    for first, last in pairwise(edges):
        if first < last:
            yield " ".join(sentences[first:last])
