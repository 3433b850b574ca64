"""Answers of a span campaign: checked, as vectors and as spans.

    {"spans": [[0, 2, "Person"], [5, 6, 1]]}

A span is [from, up to, label], in places of the text (words or characters) from 0, the second
exclusive; the label is its name or its number from 0. An empty list says that there is nothing to
mark. The vector begins with the length of the text, followed by from, up to and label of each span,
in order. Spans of characters lose the white space at their ends.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from midpath.schemes.base import InvalidAnswer, Item, Payload, Settings, brief
from midpath.schemes.spans.places import CHARACTERS, Reading, reading_of
from midpath.schemes.spans.settings import APART, CROSSING

FIELD = "spans"
HEAD, SIZE = 1, 3
FEWEST_MOST_SPANS, MAX_SPANS = 60, 2000


class Span(NamedTuple):
    """A span of places, with the index of its label among the campaign's."""

    begin: int
    end: int
    label: int


def vector_of(payload: Payload, item: Item, settings: Settings) -> tuple[int, ...]:
    """Return the vector of an answer, or raise InvalidAnswer."""
    unknown = next((name for name in payload if name != FIELD), None)
    if unknown is not None:
        raise InvalidAnswer(
            f"Unknown field {brief(unknown)}: an answer has only spans.", field=str(unknown)[:60]
        )
    return vector_of_spans(payload.get(FIELD), reading_of(item), settings)


def vector_of_spans(given: object, reading: Reading, settings: Settings) -> tuple[int, ...]:
    """Return the vector of a list of spans of a text, or raise InvalidAnswer."""
    if not isinstance(given, list):
        raise InvalidAnswer(
            "Send the spans as a list. An empty list means that there is nothing to mark.",
            field=FIELD,
        )
    most = most_spans(len(reading.words))
    if len(given) > most:
        raise InvalidAnswer(
            f"These are {len(given):,} spans; at most {most:,} are allowed in this text.",
            field=FIELD,
            position=most,
        )
    names = {one["label"]: place for place, one in enumerate(settings["labels"])}
    found = [_span(one, reading, names, settings, at) for at, one in enumerate(given)]
    _refuse_overlaps(found, settings["overlap"])
    length = reading.length(settings["unit"])
    return (length, *(number for span in sorted(found) for number in span))


def most_spans(words: int) -> int:
    """Return the maximum number of spans of a text: two per word, within bounds."""
    return min(max(2 * words, FEWEST_MOST_SPANS), MAX_SPANS)


def spans_of(vector: Sequence[int]) -> Iterator[Span]:
    """Yield the spans of a vector.

    >>> [tuple(span) for span in spans_of((9, 0, 2, 0, 5, 6, 1))]
    [(0, 2, 0), (5, 6, 1)]
    """
    for at in range(HEAD, len(vector), SIZE):
        yield Span(*vector[at : at + SIZE])


def named_spans(vector: Sequence[int], settings: Settings) -> tuple[tuple[int, int, str], ...]:
    """Return the spans with the names of their labels, as in figures and files."""
    names = [one["label"] for one in settings["labels"]]
    return tuple((span.begin, span.end, names[span.label]) for span in spans_of(vector))


def _span(
    given: object, reading: Reading, names: Mapping[str, int], settings: Settings, position: int
) -> Span:
    unit = settings["unit"]
    length = reading.length(unit)
    if (
        not isinstance(given, list)
        or [type(end) for end in given[:2]] != [int, int]
        or len(given) != SIZE
    ):
        raise InvalidAnswer(
            f"A span is [from, up to, label], in the {length:,} {unit} of the text from 0.",
            field=FIELD,
            position=position,
        )
    begin, end, label = given
    if not 0 <= begin < end <= length:
        raise InvalidAnswer(
            f"From {brief(begin)} up to {brief(end)} is no span of this text, which has "
            f"{length:,} {unit}.",
            field=FIELD,
            position=position,
        )
    if unit == CHARACTERS:
        begin, end = reading.trimmed(begin, end)
        if begin >= end:
            raise InvalidAnswer(
                "This span contains only white space. Mark words.",
                field=FIELD,
                position=position,
            )
    return Span(begin, end, _label(label, names, position))


def _label(given: object, names: Mapping[str, int], position: int) -> int:
    if type(given) is int and 0 <= given < len(names):
        return given
    if isinstance(given, str) and given in names:
        return names[given]
    known = "; ".join(names)
    raise InvalidAnswer(
        f"Unknown label: {brief(given)}. The labels are: {known}.",
        field=FIELD,
        position=position,
    )


def _refuse_overlaps(spans: Sequence[Span], allowed: str) -> None:
    """Refuse duplicate spans, and overlaps if the campaign does not allow them.

    Spans are visited by their start, the longest first, so a span can only overlap open ones.
    """
    order = sorted(range(len(spans)), key=lambda at: (spans[at].begin, -spans[at].end, spans[at]))
    before: Span | None = None
    around: list[int] = []  # ends of the spans around this place
    for at in order:
        span = spans[at]
        if span == before:
            raise InvalidAnswer("A span appears twice. Give it once.", field=FIELD, position=at)
        before = span
        if allowed == CROSSING:
            continue
        while around and around[-1] <= span.begin:
            around.pop()
        if around and (allowed == APART or span.end > around[-1]):
            raise InvalidAnswer(
                "Spans must not overlap here. This one overlaps another."
                if allowed == APART
                else "A span can be inside another here, but this one partly overlaps another.",
                field=FIELD,
                position=at,
            )
        around.append(span.end)
