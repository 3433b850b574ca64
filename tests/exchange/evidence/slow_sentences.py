"""The rule for sentences in its simplest form: it checks the runs again and again."""

import re

from midpath.exchange.evidence.sentences import ABBREVIATIONS

STOP = re.compile(r"\s*\n\s*|[.!?…]+[\"'”’)\]]*\s+|[。！？]+[」』”]?\s*")


def slow_sentence_places(text: str) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    start = 0
    for stop in STOP.finditer(text):
        if "\n" in stop[0] or _ends(text[start : stop.end()], text[stop.end() : stop.end() + 1]):
            places += _stripped(text, start, stop.end())
            start = stop.end()
    return places + _stripped(text, start, len(text))


def _ends(sentence: str, following: str) -> bool:
    last = sentence.rsplit(maxsplit=1)[-1].casefold().lstrip("([\"'“‘")
    return not following.islower() and not ABBREVIATIONS.fullmatch(last)


def _stripped(text: str, start: int, end: int) -> list[tuple[int, int]]:
    sentence = text[start:end].strip()
    begin = text.index(sentence, start) if sentence else 0
    return [(begin, begin + len(sentence))] if sentence else []
