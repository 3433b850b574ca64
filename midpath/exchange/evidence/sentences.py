"""Find the sentences of running text by simple rules."""

import re

from midpath.schemes.evidence.document import Span

# Possessive quantifiers, and no match begins within a run of white space or full stops, so each run
# is scanned only once.
STOP = re.compile(
    r"(?<!\s)(?=[^\S\n]*+\n)\s++"
    r"|(?<![.!?…])[.!?…]++[\"'”’)\]]*+\s++"
    r"|[。！？]++[」』”]?+\s*+"
)
# Longer than any abbreviation with its opening brackets or quotation marks; only this much of a
# word's end is compared.
LAST_WORD = 64
ABBREVIATIONS = re.compile(
    r"(e\.g|i\.e|cf|vs|nos?|mrs?|ms|dr|prof|st|inc|ltd|co|corp|art|sec|u\.s|u\.k|approx|dept|fig|al)\."
)


def sentence_places(text: str) -> list[Span]:
    r"""Return the spans of the sentences.

    A sentence ends at the end of a line, and after . ! ? unless a small letter follows or the word
    is a known abbreviation. All text but white space is in some sentence.

    >>> text = "We use it, e.g. Cookies. See below.\nAsk us!"
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
