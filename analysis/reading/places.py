"""Where in documents a text stands: what judged it may know it by its words only."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, TypeAlias

from annotation.exchange.segments import Level, Segment, segments_of
from annotation.models import Dataset

# The number of the document, of the section in it, and of the paragraph in that where it is one.
Place: TypeAlias = tuple[int, ...]
# Its number, its name and its content.
Named: TypeAlias = tuple[int, str, Mapping[str, Any]]


def documents_in(dataset: Dataset) -> Iterator[Named]:
    items = dataset.items.order_by("position").values_list("position", "text", "content")
    return items.iterator(chunk_size=200)


class Places:
    """The segments of documents by the names of these and by their words; white space between
    words makes no difference."""

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
        """Of several segments with these words the first with this title, else the first."""
        found = self._by_text.get((name, plain(text)), [])
        titled = [place for place, one in found if one == title]
        return next(iter([*titled, *(place for place, _ in found)]), None)

    def of_sentences(self, name: str, sentences: Sequence[str]) -> list[Place | None]:
        """The segment that each sentence of a document stands in, which stand in their order; None
        for one that does not stand where those before it let it."""
        segments = self.segments(name)
        texts = [plain(one.text) for _, one in segments]
        starts = [0, *accumulate(len(text) + 1 for text in texts)]
        # No sentence holds a line's end, so none stands across two segments.
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
