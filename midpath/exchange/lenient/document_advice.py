"""Explain how to turn a row with a long text into a document, with the names of its own fields."""

import json
from collections.abc import Mapping

from midpath.text.characters import visible

NAMES = (
    *("document", "document_id", "doc_id", "doc", "name", "title", "id", "url", "file", "filename"),
    *("source", "site", "policy"),
)
TEXTS = ("text", "content", "body", "full_text", "article", "document_text")
# Texts that are this long, or have several lines, look like documents.
LONG = 1000
MAX_SHOWN = 40


def looks_like_document(row: Mapping[str, object]) -> bool:
    """Return whether a row has a name and a text that is probably a document."""
    text = row.get(_text_of(row))
    long = isinstance(text, str) and (len(text) > LONG or "\n" in text.strip())
    return long and bool(_name_of(row))


def how_to_make_documents(row: Mapping[str, object]) -> str:
    """Return which fields a row lacks to be a document, with an example line.

    >>> print(how_to_make_documents({"title": "Policy A", "body": "One line. Another line."}))
    To import it as a document, rename “title” to “document”, rename “body” to “text” and add \
“subtitles”, the list of its headings ([] for none): \
{"document": "Policy A", "text": "One line. Another line.", "subtitles": []}
    """
    name, text = _name_of(row), _text_of(row)
    steps = []
    if name != "document":
        steps.append(_step(name, "document", "a unique name"))
    if text != "text":
        steps.append(_step(text, "text", "its text"))
    if "subtitles" not in row:
        steps.append("add “subtitles”, the list of its headings ([] for none)")
    example = {
        "document": _shown(row.get(name, "a.com")),
        "text": _shown(row.get(text, "…")),
        "subtitles": [],
    }
    said = " and ".join(filter(None, [", ".join(steps[:-1]), *steps[-1:]]))
    return f"To import it as a document, {said}: {json.dumps(example, ensure_ascii=False)}"


def _step(field: str, wanted: str, meaning: str) -> str:
    if field:
        return f"rename “{visible(field[:MAX_SHOWN])}” to “{wanted}”"
    return f"add “{wanted}”, {meaning}"


def _name_of(row: Mapping[str, object]) -> str:
    return next((name for name in NAMES if _is_name(row.get(name))), "")


def _is_name(value: object) -> bool:
    return isinstance(value, str | int) and value != "" and len(str(value)) <= LONG


def _text_of(row: Mapping[str, object]) -> str:
    """Return the field with the text: by its name, otherwise the longest text."""
    known = next((name for name in TEXTS if isinstance(row.get(name), str)), "")
    taken = _name_of(row)
    texts = {
        name: len(value) for name, value in row.items() if isinstance(value, str) and name != taken
    }
    return known or max(texts, key=texts.__getitem__, default="")


def _shown(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
