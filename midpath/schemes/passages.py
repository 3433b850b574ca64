"""The text of a document: its headings and paragraphs, each on its own line."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from midpath.json_types import JsonMapping

# The key in an item's content that says which part of which document it is.
PART = "part"


class Section(TypedDict):
    """A section of a document."""

    title: str
    paragraphs: Sequence[str]


class DocumentContent(TypedDict):
    """A document as it is stored, without what other kinds of datasets add."""

    sections: Sequence[Section]


class Passage(NamedTuple):
    """A text, with the start and end of each line that is a heading."""

    text: str
    headings: list[tuple[int, int]]


def passage_of(content: DocumentContent | JsonMapping) -> Passage:
    """Return the text of a document's content.

    >>> passage_of({"sections": [{"title": "Use", "paragraphs": ["We log.", "We sell."]}]})
    Passage(text='Use\\nWe log.\\nWe sell.', headings=[(0, 3)])
    """
    lines: list[str] = []
    headings: list[tuple[int, int]] = []
    at = 0
    for section in content["sections"]:
        if section["title"]:
            headings.append((at, at + len(section["title"])))
        for line in filter(None, [section["title"], *section["paragraphs"]]):
            lines.append(line)
            at += len(line) + 1
    return Passage("\n".join(lines), headings)


def place_of(content: JsonMapping) -> dict[str, str | int]:
    """Return the numbers of an item's document, section and paragraph, from 1; nothing for an item
    that is no part of a document."""
    return dict(content.get(PART, {}))


def is_document(content: Mapping[str, object]) -> bool:
    return "sections" in content
