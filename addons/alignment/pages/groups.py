"""A group's page: its words, and its segments side by side, document by document."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.http import Http404, HttpResponse
from django.shortcuts import render

from addons.alignment.access import aligned_for
from addons.alignment.models import Alignment
from addons.alignment.pages.figures import Order, cards_of, words_of
from addons.alignment.pages.words import head_of, results_of
from annotation.capabilities import Capability
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.common.paging import Page, page_of, whole_number
from midpath.alignment.group_lines import Place, existing_segment, members_of
from midpath.json_types import JsonMapping

DOCUMENTS_PER_PAGE, SEGMENTS_PER_DOCUMENT = 12, 30
MAX_SHOWN_LENGTH = 10_000
SHORTENED, BEFORE = 60, 20
MAX_MISSING = 60
ORDERS: dict[Order, str] = {
    "by_lift": "more frequent here than elsewhere",
    "by_probability": "most frequent here",
}


@dataclass(frozen=True)
class Piece:
    text: str
    marked: bool


@dataclass(frozen=True)
class Segment:
    """A segment; `short` if only its beginning is shown at first, `cut` if it is longer than the
    maximum shown."""

    title: str
    whole: Sequence[Piece]
    short: Sequence[Piece]
    cut: bool


@dataclass(frozen=True)
class Column:
    """The segments of one document in the group; `more` of them are not shown."""

    position: int
    name: str
    category: str
    segments: Sequence[Segment]
    more: int


@needs(to_read=Capability.SEE_TEXTS)
def show(request: ResearcherRequest, alignment_id: int, group: int) -> HttpResponse:
    """Members of the project. Groups count from 1; `q` finds segments, or documents by name."""
    alignment = aligned_for(request, alignment_id)
    cards = {card.number: card for card in cards_of(results_of(alignment))}
    if group not in cards:
        raise Http404
    reading = Reading(alignment, group, request.GET.get("q", "").strip())
    page = reading.page(whole_number(request, "after") or 0)
    context = head_of(alignment) | {
        "group": cards[group],
        "before": cards.get(group - 1),
        "next": cards.get(group + 1),
        "words": reading.words,
        "query": reading.query,
        "after": request.GET.get("after", ""),
        "page": page,
        "missing": reading.missing(),
    }
    return render(request, "research/alignments/group.html", context)


class Reading:
    """A group of the displayed run, with the query in it."""

    def __init__(self, alignment: Alignment, group: int, query: str) -> None:
        self.query = query
        self._alignment = alignment
        top = next(one for one in results_of(alignment)["tops"] if one["group"] == group - 1)
        self.words = [(by, words_of(top, key)) for key, by in ORDERS.items()]
        terms = _whole_words(words_of(top, "by_lift"))
        self._marks = re.compile(re.escape(query) if query else terms, re.IGNORECASE)
        self._places: defaultdict[int, list[Place]] = defaultdict(list)
        for place in members_of(alignment.results, alignment.grouping).get(group - 1, []):
            self._places[place[0]].append(place[1:])

    def page(self, after: int) -> Page[Column]:
        """Return a page of documents, searching until it is full; without a query, only one page is
        read."""
        wanted = sorted(position for position in self._places if position > after)
        if not self.query:
            wanted = wanted[: DOCUMENTS_PER_PAGE + 1]
        items = self._alignment.dataset.items.filter(position__in=wanted).order_by("position")
        named = items.values_list("position", "text", "content").iterator(chunk_size=50)
        found = (column for row in named if (column := self._column(*row)).segments)
        return page_of(list(islice(found, DOCUMENTS_PER_PAGE + 1)), DOCUMENTS_PER_PAGE)

    def missing(self) -> dict[str, object]:
        """Return some names of the documents without segments in this group, and their number."""
        others = self._alignment.dataset.items.exclude(position__in=self._places)
        names = list(others.order_by("position").values_list("text", flat=True)[:MAX_MISSING])
        count = self._alignment.results["documents"] - len(self._places)
        return {"names": names, "count": count, "more": count - len(names)}

    def _column(self, position: int, name: str, content: JsonMapping) -> Column:
        places = self._places[position]
        segments = [found for place in places if (found := existing_segment(content, place))]
        if self.query.lower() not in name.lower():
            segments = [
                one for one in segments if self.query.lower() in f"{one.title}\n{one.text}".lower()
            ]
        first = segments[:SEGMENTS_PER_DOCUMENT]
        shown = [self._segment(one.title, one.text) for one in first]
        return Column(position, name, content["category"], shown, len(segments) - len(first))

    def _segment(self, title: str, text: str) -> Segment:
        words = text.split()
        short = self._around(text, words) if len(words) > SHORTENED else ""
        cut = len(text) > MAX_SHOWN_LENGTH
        whole = f"{text[:MAX_SHOWN_LENGTH]}…" if cut else text
        return Segment(title, list(self._pieces(whole)), list(self._pieces(short)), cut)

    def _around(self, text: str, words: Sequence[str]) -> str:
        """Return the text from its beginning, or from shortly before the match."""
        found = self._marks.search(text) if self.query else None
        first = max(0, len(text[: found.start()].split()) - BEFORE) if found else 0
        shown = [*(["…"] if first else []), *words[first : first + SHORTENED]]
        return " ".join([*shown, "…"] if first + SHORTENED < len(words) else shown)

    def _pieces(self, text: str) -> Iterator[Piece]:
        here = 0
        for mark in self._marks.finditer(text):
            if mark.start() > here:
                yield Piece(text[here : mark.start()], False)
            yield Piece(mark.group(), True)
            here = mark.end()
        if here < len(text):
            yield Piece(text[here:], False)


def _whole_words(terms: Sequence[str]) -> str:
    """Return a pattern that matches any of the terms as whole words, and nothing without terms.

    A term's words may be separated by anything but word characters.
    """
    found = sorted((r"\W+".join(map(re.escape, term.split())) for term in terms), key=len)
    return rf"(?<!\w)(?:{'|'.join(reversed(found)) or '(?!)'})(?!\w)"
