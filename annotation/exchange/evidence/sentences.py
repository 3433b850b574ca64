"""Where the sentences of a running text begin and end, by a plain rule."""

import re

from annotation.schemes.evidence.document import Span

# Each run of white space or of stops is looked at once, from its beginning: possessive, and never
# begun in the middle.
STOP = re.compile(
    r"(?<!\s)(?=[^\S\n]*+\n)\s++"
    r"|(?<![.!?…])[.!?…]++[\"'”’)\]]*+\s++"
    r"|[。！？]++[」』”]?+\s*+"
)
# Longer than an abbreviation with what opens before it; the rest of a word says nothing.
LAST_WORD = 64
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
        word_end = stop.start() + len(stop[0].rstrip())
        last = text[max(start, word_end - LAST_WORD) : word_end]
        if "\n" in stop[0] or _ends(last, text[stop.end() : stop.end() + 1]):
            _add(places, text, start, stop.end())
            start = stop.end()
    _add(places, text, start, len(text))
    return places


def _ends(sentence_end: str, following: str) -> bool:
    last = sentence_end.rsplit(maxsplit=1)[-1].casefold().lstrip("([\"'“‘")
    return not following.islower() and not ABBREVIATIONS.fullmatch(last)


def _add(places: list[Span], text: str, start: int, end: int) -> None:
    sentence = text[start:end].strip()
    if sentence:
        begin = text.index(sentence, start)
        places.append((begin, begin + len(sentence)))
