"""The document of a question: its text, and where in it the sentences stand."""

from collections.abc import Mapping, Sequence
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
    """Those that a span touches with anything but white space."""
    return [
        number
        for number, (start, end) in enumerate(places)
        if text[max(start, span[0]) : min(end, span[1])].strip()
    ]
