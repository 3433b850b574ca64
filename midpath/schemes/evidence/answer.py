"""The parts of an answer from a worker or a client, each checked in turn.

    {"answerable": true, "sentences": [3, 4], "choice": 1, "relevance": "relevant",
     "subjectivity": "objective", "likelihood": "likely", "categories": ["Data Security"]}
    {"answerable": false, "cause": "silent", ...}

In a campaign of characters "spans" [[start, end], ...] replace "sentences".
"""

from collections.abc import Mapping, Sequence

from midpath.schemes.base import MAX_SHOWN, InvalidAnswer, Item, Payload, Settings, brief
from midpath.schemes.evidence.document import Span, places_of, sentences_in, text_of
from midpath.schemes.evidence.vector import Meaning
from midpath.schemes.evidence.wording import ASPECTS, CAUSES, INCOMPREHENSIBLE, Aspect

FIELDS = ("answerable", "sentences", "spans", "cause", "choice", "categories")
FEWEST_MOST_SPANS = 100
KNOWN = (*FIELDS, *(aspect.name for aspect in ASPECTS))
MARKED_HERE = {
    "sentences": "Whole sentences are marked here. Send sentences, not spans.",
    "spans": "Spans of characters are marked here. Send spans, not sentences.",
}
NOT_A_LIST = {
    "sentences": "Send the sentences as a list of their numbers.",
    "spans": "Send the spans as a list, each as [start, end].",
}


def meaning_of_payload(payload: Payload, item: Item, settings: Settings) -> Meaning:
    for field in payload:
        if field not in KNOWN:
            raise InvalidAnswer(
                f"An answer has no field {brief(field)}. The fields are: {', '.join(KNOWN)}.",
                field=str(field)[:MAX_SHOWN],
            )
    answerable = payload.get("answerable")
    if not isinstance(answerable, bool):
        raise InvalidAnswer("Set answerable to true or false.", field="answerable")
    cause = _cause(payload.get("cause"), answerable, settings)
    has_details = cause != INCOMPREHENSIBLE
    aspects = {
        aspect.name: _aspect(
            payload.get(aspect.name), aspect, has_details and settings[aspect.name]
        )
        for aspect in ASPECTS
    }
    return Meaning(
        answerable=answerable,
        cause=cause,
        choice=_choice(payload.get("choice"), item.content.get("options"), answerable),
        **aspects,
        categories=_categories(payload.get("categories"), settings["categories"], has_details),
        sentences=_evidence(payload, item, answerable, settings),
    )


def evidence_of_expert(
    given: Mapping[str, object], item: Item
) -> tuple[bool, int | None, tuple[int, ...]]:
    """Return whether the document answers the question, and the option and the sentences of a gold
    answer."""
    answerable = given.get("answerable", True)
    if not isinstance(answerable, bool):
        raise InvalidAnswer("Set answerable to true or false.", field="answerable")
    sentences = _evidence(given, item, answerable, {"unit": "sentences"})
    choice = _choice(given.get("choice"), item.content.get("options"), answerable)
    return answerable, choice, sentences


def _evidence(
    payload: Payload, item: Item, answerable: bool, settings: Settings
) -> tuple[int, ...]:
    field, other = "sentences", "spans"
    if settings["unit"] == "characters":
        field, other = other, field
    if payload.get(other):
        raise InvalidAnswer(MARKED_HERE[field], field=other)
    given = payload.get(field, [])
    if not isinstance(given, list):
        raise InvalidAnswer(NOT_A_LIST[field], field=field)
    if given and not answerable:
        raise InvalidAnswer(
            "The answer has evidence and also “no answer in this document”. Send only one of the "
            "two.",
            field=field,
        )
    if answerable and not given:
        raise InvalidAnswer(
            "Mark the evidence, or choose “No answer in this document”.", field=field
        )
    if field == "sentences":
        return _sentences(given, item.content["sentences"])
    return _touched(given, item, settings["snap"]) if given else ()


def _sentences(given: Sequence[object], count: int) -> tuple[int, ...]:
    seen: set[int] = set()
    for position, number in enumerate(given):
        if type(number) is not int or not 0 <= number < count:
            raise InvalidAnswer(
                f"{brief(number)} is not a sentence of the document: they are numbered from 0 to "
                f"{count - 1}.",
                field="sentences",
                position=position,
            )
        if number in seen:
            raise InvalidAnswer(
                f"Sentence {number} appears twice. Give it once.",
                field="sentences",
                position=position,
            )
        seen.add(number)
    return tuple(sorted(seen))


def _touched(given: Sequence[object], item: Item, snap: bool) -> tuple[int, ...]:
    most = most_spans(item)
    if len(given) > most:
        raise InvalidAnswer(
            f"These are {len(given):,} spans; at most {most:,} are allowed in this document. Merge "
            "adjacent spans.",
            field="spans",
            position=most,
        )
    content = item.document.content if item.document else {"sentences": []}
    text, places = text_of(content), places_of(content)
    found: set[int] = set()
    end = 0
    for position, one in enumerate(given):
        span = _span(one, len(text), position)
        if span[0] < end:
            raise InvalidAnswer(
                "Spans must be in order and must not overlap. This one starts too early.",
                field="spans",
                position=position,
            )
        found.update(_touched_by(span, text, places, snap, position))
        end = span[1]
    return tuple(sorted(found))


def most_spans(item: Item) -> int:
    """Return the maximum number of spans: one per sentence, and more only in short documents.

    Several words of one sentence may be marked.
    """
    return max(int(item.content["sentences"]), FEWEST_MOST_SPANS)


def _touched_by(
    span: Span, text: str, places: Sequence[Span], snap: bool, position: int
) -> Sequence[int]:
    touched = sentences_in(span, text, places)
    trouble = ""
    if not touched:
        trouble = f"The span {span[0]} to {span[1]} is not in any sentence. Mark words of one."
    elif snap and span != (places[touched[0]][0], places[touched[-1]][1]):
        trouble = "Spans must start and end at sentence boundaries here. This one does not."
    if trouble:
        raise InvalidAnswer(trouble, field="spans", position=position)
    return touched


def _span(given: object, length: int, position: int) -> Span:
    if isinstance(given, list) and [type(end) for end in given] == [int, int]:
        start, end = given
        if 0 <= start < end <= length:
            return start, end
    raise InvalidAnswer(
        f"A span is [start, end] in the {length:,} characters of the document’s text, from 0.",
        field="spans",
        position=position,
    )


def _cause(given: object, answerable: bool, settings: Settings) -> str:
    if answerable or not settings["causes"]:
        if given is None:
            return ""
        raise InvalidAnswer(
            "A cause explains why there is no answer, but this answer has evidence. Leave out one "
            "of the two."
            if answerable
            else "This task does not ask for a cause. Leave it out.",
            field="cause",
        )
    if isinstance(given, str) and given in CAUSES:
        return given
    raise InvalidAnswer(
        f"Give the cause why there is no answer: {', '.join(CAUSES)}.", field="cause"
    )


def _choice(given: object, options: Sequence[str] | None, answerable: bool) -> int | None:
    if not options or not answerable:
        if given is None:
            return None
        raise InvalidAnswer(
            "An option is chosen, but the answer is “no answer in this document”. Leave out one "
            "of the two."
            if options
            else "This question has no options to choose from. Leave the choice out.",
            field="choice",
        )
    if type(given) is int and 0 <= given < len(options):
        return given
    if isinstance(given, str) and given in options:
        return options.index(given)
    raise InvalidAnswer(
        f"Choose an option by its number, from 0 to {len(options) - 1}, or by its words.",
        field="choice",
    )


def _aspect(given: object, aspect: Aspect, applies: bool) -> str:
    if not applies:
        if given is None:
            return ""
        raise InvalidAnswer(
            f"This task has no question about {aspect.name}. Leave it out.",
            field=aspect.name,
        )
    if isinstance(given, str) and given in aspect.names:
        return given
    raise InvalidAnswer(
        f"{aspect.ask} Choose one of: {', '.join(aspect.names)}.", field=aspect.name
    )


def _categories(given: object, known: Sequence[str] | None, applies: bool) -> tuple[str, ...]:
    if not known or not applies:
        if given in (None, []):
            return ()
        raise InvalidAnswer(
            "This task does not ask for categories. Leave them out.", field="categories"
        )
    if not isinstance(given, list) or not given:
        raise InvalidAnswer("Choose at least one category.", field="categories")
    for position, name in enumerate(given):
        if name not in known:
            raise InvalidAnswer(
                f"There is no category {brief(name)} here. The categories are: {'; '.join(known)}.",
                field="categories",
                position=position,
            )
        if name in given[:position]:
            raise InvalidAnswer(
                f"The category {name} appears twice. Give it once.",
                field="categories",
                position=position,
            )
    return tuple(given)
