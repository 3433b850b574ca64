"""Where the sentences of a running text begin and end, by a plain rule."""

import re

from annotation.exchange.evidence.form import Span

STOP = re.compile(r"\s*\n\s*|[.!?…]+[\"'”’)\]]*\s+|[。！？]+[」』”]?\s*")
ABBREVIATIONS = re.compile(
    r"(e\.g|i\.e|cf|vs|nos?|mrs?|ms|dr|prof|st|inc|ltd|co|corp|art|sec|u\.s|u\.k|approx|dept|fig|al)\."
)


def sentence_places(text: str) -> list[Span]:
    """A sentence ends at a line's end, and after . ! ? unless a small letter follows or the word is
    a known abbreviation. Everything but white space is in some sentence.

    >>> text = "We use it, e.g. Cookies. See below.\\nAsk us!"
    >>> [text[start:end] for start, end in sentence_places(text)]
    ['We use it, e.g. Cookies.', 'See below.', 'Ask us!']
    """
    places: list[Span] = []
    start = 0
    for stop in STOP.finditer(text):
        if "\n" in stop[0] or _ends(text[start : stop.end()], text[stop.end() : stop.end() + 1]):
            _add(places, text, start, stop.end())
            start = stop.end()
    _add(places, text, start, len(text))
    return places


def _ends(sentence: str, following: str) -> bool:
    last = sentence.rsplit(maxsplit=1)[-1].casefold().lstrip("([\"'“‘")
    return not following.islower() and not ABBREVIATIONS.fullmatch(last)


def _add(places: list[Span], text: str, start: int, end: int) -> None:
    sentence = text[start:end].strip()
    if sentence:
        begin = text.index(sentence, start)
        places.append((begin, begin + len(sentence)))
