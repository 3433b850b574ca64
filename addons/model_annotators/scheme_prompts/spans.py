"""Prompt a model for spans. It quotes the words of each span, since models count badly; the quotes
are then found in the text."""

import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from addons.model_annotators.scheme_prompts.base import ModelPrompt
from annotation.models import Item
from midpath.schemes.base import InvalidAnswer, Payload, Settings, brief
from midpath.schemes.spans.answer import FIELD, most_spans
from midpath.schemes.spans.places import CHARACTERS, Reading, reading_of
from midpath.schemes.spans.settings import APART, CROSSING, NESTED

Place = tuple[int, int]
OVERLAPS = {
    APART: "Spans do not overlap.",
    NESTED: "A span may lie within another.",
    CROSSING: "Spans may overlap.",
}
SPAN = 'A span is {"text": "…", "label": "…"}.'


class SpansPrompt(ModelPrompt):
    def shown(self, item: Item, settings: Settings) -> str:
        return reading_of(item).text

    def form(self, settings: Settings) -> str:
        names = json.dumps([one["label"] for one in settings["labels"]], ensure_ascii=False)
        meant = "; ".join(
            f"{one['label']}: {one['definition']}"
            for one in settings["labels"]
            if one.get("definition")
        )
        return (
            '{"spans": [{"text": "…", "label": "…"}]}, with the words of each span exactly as in '
            "the text, in the order in which they begin there, and one of "
            f"{names}{f' ({meant})' if meant else ''}. If the same words occur several times, "
            '"nth": 2 means the second occurrence. The list is empty if there is nothing to mark. '
            f"{OVERLAPS[settings['overlap']]}"
        )

    def payload(self, reply: Payload, item: Item, settings: Settings) -> dict[str, object]:
        given, reading = reply.get(FIELD), reading_of(item)
        if not isinstance(given, list) or len(given) > most_spans(len(reading.words)):
            return {FIELD: given}  # the scheme refuses it with its own message
        return {FIELD: _found(given, _Quotes(reading, settings["unit"]), settings["overlap"])}


class _Quotes:
    """The positions of quoted words in a text, in a unit."""

    def __init__(self, reading: Reading, unit: str) -> None:
        self._reading, self._unit = reading, unit
        self._begins = {begin for begin, _ in reading.words}
        self._ends = {end for _, end in reading.words}
        self._known: dict[str, Sequence[Place]] = {}

    def places(self, quote: str) -> Sequence[Place]:
        """Return all positions, or only those of whole words if there are any."""
        if quote not in self._known:
            pattern = re.compile(r"\s+".join(map(re.escape, quote.split())))
            found = [one.span() for one in pattern.finditer(self._reading.text)]
            whole = [place for place in found if self._is_whole(*place)]
            if self._unit == CHARACTERS:
                self._known[quote] = whole or found
            else:
                self._known[quote] = [self._in_words(*place) for place in whole]
        return self._known[quote]

    def _is_whole(self, begin: int, end: int) -> bool:
        """Return whether no letter or digit adjoins either end; in scripts without spaces, by the
        file's own words."""
        text = self._reading.text
        before = begin in self._begins or not text[begin - 1 : begin].isalnum()
        return before and (end in self._ends or not text[end : end + 1].isalnum())

    def _in_words(self, begin: int, end: int) -> Place:
        """Return the words that contain these characters, including marks at their ends."""
        words = self._reading.words
        first = bisect_left(words, True, key=lambda word: word[1] > begin)
        return first, bisect_left(words, end, key=lambda word: word[0])


def _found(given: Sequence[object], quotes: _Quotes, overlap: str) -> list[list[object]]:
    """Return the positions of the spans: for each, the first free one after the previous span, else
    the first free one in the text."""
    found: list[list[object]] = []
    taken: defaultdict[str, set[Place]] = defaultdict(set)
    after = 0
    for position, one in enumerate(given):
        quote, label, nth = _read(one, position)
        places = quotes.places(quote)
        place = _chosen(places, nth, after, taken[label])
        if place is None:
            where = f"{nth} times" if nth else "so often" if places else "there"
            raise InvalidAnswer(
                f"The words {brief(quote)} do not occur {where} in this text as whole words.",
                field=FIELD,
                position=position,
            )
        taken[label].add(place)
        found.append([*place, label])
        after = place[1] if overlap == APART else place[0]
    return found


def _chosen(
    places: Sequence[Place], nth: int | None, after: int, taken: set[Place]
) -> Place | None:
    if nth is not None:
        return places[nth - 1] if nth <= len(places) else None
    first = bisect_left(places, (after, 0))
    free = (place for part in (places[first:], places[:first]) for place in part)
    return next((place for place in free if place not in taken), None)


def _read(one: object, position: int) -> tuple[str, str, int | None]:
    """Return the quoted words, the label, and which occurrence is meant."""
    if not isinstance(one, dict):
        raise InvalidAnswer(SPAN, field=FIELD, position=position)
    quote, label, nth = one.get("text"), one.get("label"), one.get("nth")
    if not isinstance(quote, str) or not quote.strip() or not isinstance(label, str):
        raise InvalidAnswer(SPAN, field=FIELD, position=position)
    if nth is not None and (type(nth) is not int or nth < 1):
        raise InvalidAnswer(
            "“nth” says which place with these words is meant, from 1.",
            field=FIELD,
            position=position,
        )
    return quote, label, nth


prompt = SpansPrompt()
