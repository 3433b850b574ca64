"""Answers of a label campaign.

The vector has one number: the index of the label, or, if several may be chosen, the sum of 2 to the
power of each chosen index, so that equal sets are equal numbers.
"""

from collections.abc import Sequence

from midpath.schemes.base import InvalidAnswer, Settings, brief
from midpath.schemes.label.settings import ANY, SCALE


def vector_of(given: object, settings: Settings) -> tuple[int]:
    """Return the vector of an answer, or raise InvalidAnswer."""
    names = [one["label"] for one in settings["labels"]]
    if settings["kind"] != ANY:
        return (_place(given, names),)
    if not isinstance(given, list):
        raise InvalidAnswer(
            "Send the chosen labels as a list. An empty list means that none fits.", field="answer"
        )
    if len(given) > len(names):
        raise InvalidAnswer(
            f"There are only {len(names)} labels. Give each of them at most once.", field="answer"
        )
    total = 0
    for position, one in enumerate(given):
        bit = 1 << _place(one, names, position)
        if total & bit:
            raise InvalidAnswer(
                "A label appears twice. Give it once.", field="answer", position=position
            )
        total |= bit
    return (total,)


def places_of(vector: Sequence[int], settings: Settings) -> list[int]:
    """Return the indices of the chosen labels, from 0.

    >>> places_of((5,), {"kind": "any", "labels": range(3)}), places_of((2,), {"kind": "one"})
    ([0, 2], [2])
    """
    if settings["kind"] != ANY:
        return [vector[0]]
    return [place for place in range(len(settings["labels"])) if vector[0] >> place & 1]


def names_of(vector: Sequence[int], settings: Settings) -> list[str]:
    """Return the chosen labels, in order."""
    return [settings["labels"][place]["label"] for place in places_of(vector, settings)]


def codes_of(vector: Sequence[int], settings: Settings) -> tuple[str, ...]:
    """Return the chosen labels as in figures and files: a point on a scale is its number from 1, so
    that it can be computed with."""
    known = codes(settings)
    return tuple(known[place] for place in places_of(vector, settings))


def codes(settings: Settings) -> list[str]:
    """Return all labels of a campaign, in order, named as by `codes_of`."""
    if settings["kind"] == SCALE:
        return [str(place) for place in range(1, len(settings["labels"]) + 1)]
    return [one["label"] for one in settings["labels"]]


def _place(given: object, names: Sequence[str], position: int | None = None) -> int:
    if type(given) is int and 0 <= given < len(names):
        return given
    if isinstance(given, str) and given in names:
        return names.index(given)
    if given is None:
        raise InvalidAnswer("Choose a label.", field="answer", position=position)
    known = "; ".join(f"{number} {name}" for number, name in enumerate(names))
    raise InvalidAnswer(
        f"Unknown label: {brief(given)}. The labels are: {known}.",
        field="answer",
        position=position,
    )
