"""Sizes and origins of documents by category, as in ACL 2014, Table 2."""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import TypedDict

from midpath.json_types import JsonMapping

# The columns with a document's address and its date; those of a collected policy come first.
LINKS, DATES = ("url", "link"), ("updated_on", "date")


class Sizes(TypedDict):
    """The counts of one category: documents, those with a link and with a date, and the sums of
    their sections and tokens and of the squares of both. Tokens are separated by white space."""

    category: str
    documents: int
    linked: int
    dated: int
    sections: int
    squared_sections: int
    tokens: int
    squared_tokens: int


def document_sizes(contents: Iterable[JsonMapping]) -> list[Sizes]:
    """Return the counts by category, sorted by name. Titles of sections are not counted."""
    found: dict[str, Sizes] = {}
    for content in contents:
        category = content["category"]
        before = found.get(category, _nothing(category))
        found[category] = _sum(before, _sizes(content), category)
    return sorted(found.values(), key=lambda row: row["category"])


def sizes_in_all(rows: Sequence[Sizes]) -> Sizes:
    total = _nothing("")
    for row in rows:
        total = _sum(total, row, "")
    return total


def standard_deviation(count: int, total: int, squares: int) -> float | None:
    """Return the standard deviation (n − 1) from exact sums; undefined for fewer than two.

    sd² = (n Σ x² − (Σ x)²) / (n (n − 1))

    >>> standard_deviation(3, 6, 14)
    1.0
    """
    if count < 2:
        return None
    return sqrt((count * squares - total * total) / (count * (count - 1)))


def _sizes(content: JsonMapping) -> Sizes:
    columns: Mapping[str, object] = content.get("columns", {})
    sections = len(content["sections"])
    paragraphs = (text for section in content["sections"] for text in section["paragraphs"])
    tokens = sum(len(text.split()) for text in paragraphs)
    return Sizes(
        category=content["category"],
        documents=1,
        linked=int(any(columns.get(name) for name in LINKS)),
        dated=int(any(columns.get(name) for name in DATES)),
        sections=sections,
        squared_sections=sections**2,
        tokens=tokens,
        squared_tokens=tokens**2,
    )


def _sum(one: Sizes, other: Sizes, category: str) -> Sizes:
    return Sizes(
        category=category,
        documents=one["documents"] + other["documents"],
        linked=one["linked"] + other["linked"],
        dated=one["dated"] + other["dated"],
        sections=one["sections"] + other["sections"],
        squared_sections=one["squared_sections"] + other["squared_sections"],
        tokens=one["tokens"] + other["tokens"],
        squared_tokens=one["squared_tokens"] + other["squared_tokens"],
    )


def _nothing(category: str) -> Sizes:
    return Sizes(
        category=category,
        documents=0,
        linked=0,
        dated=0,
        sections=0,
        squared_sections=0,
        tokens=0,
        squared_tokens=0,
    )
