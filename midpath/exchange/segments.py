"""Divide a document into segments, from which pairs are made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from midpath.json_types import JsonMapping

Level = Literal["sections", "paragraphs"]
LEVELS: tuple[Level, ...] = ("sections", "paragraphs")
FEWEST_WORDS = 10
MAX_SIDE_LENGTH = 20_000


class Counted(TypedDict):
    """The counts of one category, as in COLING 2014, Table 2."""

    category: str
    documents: int
    sections: int
    paragraphs: int
    words: int
    short_sections: int
    short_paragraphs: int


@dataclass(frozen=True)
class Segment:
    """A section or paragraph. `place` is the number of the section and, for a paragraph, its number
    in the section; both from 0."""

    place: tuple[int, ...]
    title: str
    text: str

    @property
    def words(self) -> int:
        return len(self.text.split())


def segments_of(content: JsonMapping, level: Level) -> list[Segment]:
    """Return all segments in order, short ones included."""
    found = []
    for number, section in enumerate(content["sections"]):
        title, paragraphs = section["title"], section["paragraphs"]
        if level == "sections":
            found.append(Segment((number,), title, "\n".join(paragraphs)))
        else:
            found += [
                Segment((number, place), title, text) for place, text in enumerate(paragraphs)
            ]
    return found


def long_enough(segment: Segment) -> bool:
    """Return whether a segment has ten words or more. COLING 2014 §3.3 leaves out shorter ones,
    such as "return to top"."""
    return segment.words >= FEWEST_WORDS


def count_documents(contents: Iterable[JsonMapping]) -> list[Counted]:
    """Return the counts by category, sorted by name. Words are separated by white space; titles are
    not counted."""
    found: dict[str, Counted] = {}
    for content in contents:
        category = content["category"]
        row = found.setdefault(category, _nothing(category))
        row["documents"] += 1
        for section in content["sections"]:
            lengths = [len(paragraph.split()) for paragraph in section["paragraphs"]]
            row["sections"] += 1
            row["paragraphs"] += len(lengths)
            row["words"] += sum(lengths)
            row["short_sections"] += sum(lengths) < FEWEST_WORDS
            row["short_paragraphs"] += sum(length < FEWEST_WORDS for length in lengths)
    return sorted(found.values(), key=lambda row: row["category"])


def in_all(rows: Sequence[Counted]) -> Counted:
    """Return the sums over all categories."""
    total = _nothing("")
    for row in rows:
        total["documents"] += row["documents"]
        total["sections"] += row["sections"]
        total["paragraphs"] += row["paragraphs"]
        total["words"] += row["words"]
        total["short_sections"] += row["short_sections"]
        total["short_paragraphs"] += row["short_paragraphs"]
    return total


def _nothing(category: str) -> Counted:
    return Counted(
        category=category,
        documents=0,
        sections=0,
        paragraphs=0,
        words=0,
        short_sections=0,
        short_paragraphs=0,
    )
