"""The text of an item, and the places of its words in it.

The words of a text are those of its file; the words of a document are separated by white space. A
document is its headings and paragraphs, each on its own line. Places are words, or characters (code
points).
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from midpath.schemes.base import Item, Settings
from midpath.schemes.passages import is_document, passage_of

WORDS, CHARACTERS = "words", "characters"
WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Reading:
    """A text, with the start and end of each of its words; `headings` has those of lines that are
    headings."""

    text: str
    words: Sequence[tuple[int, int]]
    headings: Sequence[tuple[int, int]] = ()

    def length(self, unit: str) -> int:
        return len(self.words) if unit == WORDS else len(self.text)

    def characters(self, begin: int, end: int, unit: str) -> tuple[int, int]:
        """Convert a span of places to characters."""
        if unit == CHARACTERS:
            return begin, end
        return self.words[begin][0], self.words[end - 1][1]

    def in_unit(self, begin: int, end: int, unit: str, wanted: str) -> tuple[int, int] | None:
        """Convert a span to another unit; None if it begins or ends within a word."""
        if unit == wanted:
            return begin, end
        if wanted == CHARACTERS:
            return self.characters(begin, end, unit)
        first = bisect_left(self.words, begin, key=lambda word: word[0])
        last = bisect_left(self.words, end, key=lambda word: word[1])
        if first > last or last >= len(self.words):
            return None
        if (self.words[first][0], self.words[last][1]) != (begin, end):
            return None
        return first, last + 1

    def of(self, begin: int, end: int, unit: str) -> str:
        """Return the text of a span."""
        first, last = self.characters(begin, end, unit)
        return self.text[first:last]

    def trimmed(self, begin: int, end: int) -> tuple[int, int]:
        """Return a span of characters without white space at its ends."""
        inside = self.text[begin:end]
        return begin + len(inside) - len(inside.lstrip()), begin + len(inside.rstrip())


def reading_of(item: Item) -> Reading:
    if is_document(item.content):
        text, headings = passage_of(item.content)
        return Reading(text, reads_words(text), headings)
    words = [str(word) for word in item.content.get("tokens", ())]
    places = _found(item.text, words)
    if places is None:  # the text does not contain the file's own words
        text = " ".join(words)
        return Reading(text, _found(text, words) or ())
    return Reading(item.text, places)


def reads_words(text: str) -> Sequence[tuple[int, int]]:
    return [found.span() for found in WORD.finditer(text)]


def length_of(item: Item, settings: Settings) -> int:
    return reading_of(item).length(settings["unit"])


def _found(text: str, words: Sequence[str]) -> list[tuple[int, int]] | None:
    """Return the places of the words, in order; None if one is missing."""
    places, end = [], 0
    for word in words:
        start = text.find(word, end)
        if start < 0:
            return None
        end = start + len(word)
        places.append((start, end))
    return places if words else list(reads_words(text))
