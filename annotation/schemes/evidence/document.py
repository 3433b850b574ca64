"""The document of a question: its text, and where in it the sentences stand."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

Span = tuple[int, int]


def text_of(content: Mapping[str, Any]) -> str:
    """The running text where its file gave one; else the sentences, joined by single spaces."""
    text = content.get("text")
    return " ".join(content["sentences"]) if text is None else str(text)


def places_of(content: Mapping[str, Any]) -> list[Span]:
    """Where each sentence begins and ends in the text, in characters (code points)."""
    text, places, end = text_of(content), [], 0
    for sentence in content["sentences"]:
        start = text.index(sentence, end)
        end = start + len(sentence)
        places.append((start, end))
    return places


def sentences_in(span: Span, text: str, places: Sequence[Span]) -> list[int]:
    """Those that a span touches with anything but white space. Sentences stand in their order, so
    only those between its ends are looked at."""
    first = bisect_right(places, span[0], key=itemgetter(1))
    beyond = bisect_left(places, span[1], key=itemgetter(0))
    return [
        number
        for number in range(first, beyond)
        if text[max(places[number][0], span[0]) : min(places[number][1], span[1])].strip()
    ]
