"""The document of a question: its text, and the places of its sentences."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter

from midpath.json_types import JsonMapping

Span = tuple[int, int]


def text_of(content: JsonMapping) -> str:
    """Return the running text if its file gave one; else the sentences, joined by single spaces."""
    text = content.get("text")
    return " ".join(content["sentences"]) if text is None else str(text)


def places_of(content: JsonMapping) -> list[Span]:
    """Return the begin and end of each sentence in the text, in characters (code points)."""
    text, places, end = text_of(content), [], 0
    for sentence in content["sentences"]:
        start = text.index(sentence, end)
        end = start + len(sentence)
        places.append((start, end))
    return places


def sentences_in(span: Span, text: str, places: Sequence[Span]) -> list[int]:
    """Return the sentences that a span touches with anything but white space.

    Sentences are in order, so only those between the span's ends are checked.
    """
    first = bisect_right(places, span[0], key=itemgetter(1))
    end = bisect_left(places, span[1], key=itemgetter(0))
    return [
        number
        for number in range(first, end)
        if text[max(places[number][0], span[0]) : min(places[number][1], span[1])].strip()
    ]
