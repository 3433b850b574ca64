"""The lines of a gold file of spans: its texts, and spans as lists."""

from contextlib import suppress
from typing import NamedTuple

from agreement.spans.figures import Answer
from midpath.json_types import JsonObject
from midpath.schemes.base import InvalidAnswer, Item, Settings
from midpath.schemes.spans.answer import named_spans
from midpath.schemes.spans.gold_answers import known_vector
from midpath.schemes.spans.places import Reading, reading_of

FORMAT = "midpath spans 1"


class SpanItem(NamedTuple):
    """A text with the positions of its words; `gold` is the gold answer, None if there is none."""

    name: str
    reading: Reading
    length: int
    gold: Answer | None

    @property
    def words(self) -> int:
        return len(self.reading.words)


def read_item(item: Item, settings: Settings) -> SpanItem:
    """Return a text as files have it."""
    gold, reading = None, reading_of(item)
    with suppress(InvalidAnswer):
        known = known_vector(item, settings)
        gold = None if known is None else named_spans(known, settings)
    return SpanItem(item.text, reading, reading.length(settings["unit"]), gold)


def item_content(item: SpanItem) -> JsonObject:
    return {
        "text": item.reading.text,
        "words": item.reading.words,
        "gold": listed(item.gold),
    }


def listed(answer: Answer | None) -> list[list[int | str]] | None:
    return None if answer is None else [list(span) for span in answer]
