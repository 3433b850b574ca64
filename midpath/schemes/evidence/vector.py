"""The canonical vector of an answer, and its meaning.

    [answerable, cause, choice, relevance, subjectivity, likelihood, categories, *sentences]

answerable is 1 or 0. Cause, choice (of a question with options), relevance, subjectivity and
likelihood count from 1 in the order of their values; 0 means not asked or not given. Categories
are bits: the campaign's first category is 1, its second 2, its third 4. The sentences of the
evidence follow, numbered from 0, ascending; there are some if and only if answerable is 1. If spans
of characters were marked, these are the sentences that they touch; the spans themselves stay in the
payload.
"""

from collections.abc import Sequence
from typing import NamedTuple

from midpath.schemes.base import Settings
from midpath.schemes.evidence.wording import ASPECTS, CAUSES

HEAD = 7


class Meaning(NamedTuple):
    """The meaning of an answer; a part is empty if it was not asked. `choice` counts from 0."""

    answerable: bool
    cause: str
    choice: int | None
    relevance: str
    subjectivity: str
    likelihood: str
    categories: tuple[str, ...]
    sentences: tuple[int, ...]


def vector_of(meaning: Meaning, settings: Settings) -> tuple[int, ...]:
    chosen = settings["categories"] or ()
    return (
        int(meaning.answerable),
        _number(meaning.cause, CAUSES),
        0 if meaning.choice is None else meaning.choice + 1,
        *(_number(getattr(meaning, aspect.name), aspect.names) for aspect in ASPECTS),
        sum(1 << place for place, name in enumerate(chosen) if name in meaning.categories),
        *sorted(meaning.sentences),
    )


def meaning_of(vector: Sequence[int], settings: Settings) -> Meaning:
    answerable, cause, choice, *aspects, categories = vector[:HEAD]
    known = settings["categories"] or ()
    relevance, subjectivity, likelihood = (
        _value(number, aspect.names) for number, aspect in zip(aspects, ASPECTS, strict=True)
    )
    return Meaning(
        bool(answerable),
        _value(cause, CAUSES),
        choice - 1 if choice else None,
        relevance,
        subjectivity,
        likelihood,
        tuple(name for place, name in enumerate(known) if categories >> place & 1),
        sentences_of(vector),
    )


def sentences_of(vector: Sequence[int]) -> tuple[int, ...]:
    return tuple(vector[HEAD:])


def _number(value: str, values: Sequence[str]) -> int:
    return values.index(value) + 1 if value else 0


def _value(number: int, values: Sequence[str]) -> str:
    return values[number - 1] if number else ""
