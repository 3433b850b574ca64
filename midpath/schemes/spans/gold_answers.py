"""The gold answer of a text: its spans, from the column `gold`.

    [[0, 2, "Person"], [5, 6, "Place"]]   or   none
    {"unit": "characters", "spans": [[0, 10, "Person"], [20, 28, "Place"]]}

as JSON, or as text in a cell. Without a unit, places count what the campaign's workers mark, words
or characters.
"""

from collections.abc import Mapping
from typing import Any

from midpath.schemes.base import InvalidAnswer, Item, Settings, brief
from midpath.schemes.spans.answer import FIELD, vector_of_spans
from midpath.schemes.spans.places import Reading, reading_of
from midpath.schemes.spans.settings import UNIT
from midpath.text.strict_json import UnreadableJSON, read_json

GOLD, WHY = "gold", "why"
NONE = "none"


def known_vector(item: Item, settings: Settings) -> tuple[int, ...] | None:
    """Return the vector of the gold answer; None if there is none."""
    given = item.content.get("columns", {}).get(GOLD)
    if given is None or (isinstance(given, str) and not given.strip()):
        return None
    try:
        reading = reading_of(item)
        return vector_of_spans(_in_unit(listed(given), reading, settings), reading, settings)
    except InvalidAnswer as error:
        raise InvalidAnswer(
            f"The gold answer {brief(given)} is not valid: {error.message}", field=GOLD
        ) from error


def listed(given: object) -> object:
    """Return the list in a cell."""
    if isinstance(given, str):
        if given.strip().casefold() == NONE:
            return []
        try:
            given = read_json(given.encode())
        except UnreadableJSON as error:
            raise InvalidAnswer(
                'Write the spans as [[0, 2, "Person"]], or none.', field=GOLD
            ) from error
    return given


def _in_unit(given: object, reading: Reading, settings: Settings) -> object:
    """Return the spans in the unit that the campaign's workers mark."""
    if not isinstance(given, Mapping):
        return given
    spans, unit, wanted = given.get(FIELD), given.get("unit", settings["unit"]), settings["unit"]
    if unit not in UNIT.choices:
        raise InvalidAnswer(
            f"The unit of spans must be one of {', '.join(UNIT.choices)}, not {brief(unit)}.",
            field=GOLD,
        )
    if unit == wanted or not isinstance(spans, list):
        return spans
    return [changed(span, reading, unit, wanted) for span in spans]


def changed(span: object, reading: Reading, unit: str, wanted: str) -> object:
    """Convert a span to another unit, or raise InvalidAnswer if that is impossible.

    Anything that is no span is returned unchanged, to be refused later."""
    if not isinstance(span, list | tuple) or len(span) != 3 or not _stands(span, reading, unit):
        return span
    begin, end, label = span
    found = reading.in_unit(begin, end, unit, wanted)
    if found is None:
        raise InvalidAnswer(
            f"The span {brief(reading.of(begin, end, unit))} starts or ends within a word, but "
            "this campaign marks whole words. Let workers mark characters, or import the texts "
            "with words divided there.",
            field=FIELD,
        )
    return [*found, label]


def _stands(span: Any, reading: Reading, unit: str) -> bool:
    begin, end, _ = span
    whole = type(begin) is int and type(end) is int
    return whole and 0 <= begin < end <= reading.length(unit)
