"""The positions of texts in documents, found by their words."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeAlias

from midpath.exchange.segments import Level, Segment, segments_of
from midpath.json_types import JsonMapping

# The numbers of the document, of the section in it, and, for a paragraph, of the paragraph in the
# section.
Place: TypeAlias = tuple[int, ...]
# A document's number, name and content.
Named: TypeAlias = tuple[int, str, JsonMapping]


class Places:
    """The segments of documents, by the documents' names and the segments' words.

    Differences in white space between words are ignored.
    """

    def __init__(self, documents: Iterable[Named], level: Level) -> None:
        self.level = level
        self._segments: dict[str, list[tuple[Place, Segment]]] = {
            name: [((number, *one.place), one) for one in segments_of(content, level)]
            for number, name, content in documents
        }
        self._by_text: defaultdict[tuple[str, str], list[tuple[Place, str]]] = defaultdict(list)
        for name, segments in self._segments.items():
            for place, one in segments:
                self._by_text[name, plain(one.text)].append((place, one.title))

    def __contains__(self, name: str) -> bool:
        return name in self._segments

    def segments(self, name: str) -> list[tuple[Place, Segment]]:
        return self._segments.get(name, [])

    def find(self, name: str, text: str, title: str = "") -> Place | None:
        """Return the first segment with these words and this title, else the first with these
        words."""
        found = self._by_text.get((name, plain(text)), [])
        titled = [place for place, one in found if one == title]
        return next(iter([*titled, *(place for place, _ in found)]), None)

    def of_sentences(self, name: str, sentences: Sequence[str]) -> list[Place | None]:
        """Return the segment of each sentence of a document, whose sentences are in order.

        None for a sentence that is not found after the previous ones.
        """
        segments = self.segments(name)
        texts = [plain(one.text) for _, one in segments]
        starts = [0, *accumulate(len(text) + 1 for text in texts)]
        # Sentences have no line break, so none spans two segments.
        whole = "\n".join(texts)
        found: list[Place | None] = []
        end = 0
        for sentence in map(plain, sentences):
            at = whole.find(sentence, end)
            if at >= 0:
                end = at + len(sentence)
            found.append(segments[bisect_right(starts, at) - 1][0] if at >= 0 else None)
        return found


def plain(text: str) -> str:
    return " ".join(text.split())
