"""Labels, items and workers as people name them: what is one name, and in which order."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any
from unicodedata import normalize

import numpy as np

PLAIN = {str, int, bool, type(None)}  # types of labels that stay as they are
NOTHING = {"NAType", "NaTType"}  # what pandas calls its missing values
UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


def label_of(value: Any) -> Any:
    """Return a label as a value of Python that can be compared; None if it is missing.

    Raises ValueError if it is a list or another changeable object.

    >>> label_of(np.float64(2)), label_of({"b", "a"}) == frozenset("ab"), label_of(float("nan"))
    (2, True, None)
    """
    kind = type(value)
    if kind is str or kind is int or value is None:
        return value
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        if value != value:  # noqa: PLR0124
            return None
        return int(value) if value.is_integer() else value
    if isinstance(value, set):
        return frozenset(value)
    if kind.__name__ in NOTHING:
        return None
    if not isinstance(value, Hashable) or (isinstance(value, tuple) and not _is_fixed(value)):
        raise ValueError(f"{value!r} is not a label. Give a text, a number, a set or a tuple.")
    return value


def labels_of(values: list[Any]) -> list[Any]:
    """Return `label_of` of many values, faster if all are texts and whole numbers."""
    return values if set(map(type, values)) <= PLAIN else [label_of(value) for value in values]


def _is_fixed(value: tuple[Any, ...]) -> bool:
    return all(isinstance(one, Hashable) for one in value)


def check_names(what: str, names: Sequence[Any]) -> None:
    """Raise ValueError if two names are equal to a person but not to a computer, or the reverse.

    what : "labels", "items" or "workers"

    >>> check_names("labels", ["yes", "yes\\u200b"])
    Traceback (most recent call last):
    ValueError: The labels 'yes' and 'yes\\u200b' look alike. Write them the same way.
    """
    kinds = set(map(type, names))
    if bool in kinds and kinds & {int, float, Fraction, Decimal}:
        raise ValueError(f"Some {what} are truth values and some are numbers. True equals 1.")
    if str not in kinds:
        return
    texts = dict.fromkeys(name for name in names if isinstance(name, str))
    numbers = {str(name) for name in names if not isinstance(name, str)} if len(kinds) > 1 else ()
    seen: dict[str, str] = {}
    for name in texts:
        if name in numbers:
            raise ValueError(f"The {what} {name!r} and {name} are a text and a number. Choose one.")
        plain = name if name.isascii() else normalize("NFC", name).translate(UNSEEN)
        if seen.setdefault(plain, name) != name:
            raise ValueError(
                f"The {what} {seen[plain]!r} and {name!r} look alike. Write them the same way."
            )


def in_order(names: Sequence[Any]) -> list[int]:
    """Return the indexes of names in their order: numbers by value, texts by alphabet, others by
    type and how they are written.

    >>> in_order([10, 9]), in_order(["b", "a"]), in_order([frozenset("b"), frozenset("ab")])
    ([1, 0], [1, 0], [1, 0])
    """
    if all(isinstance(name, str) for name in names) or all(is_number(name) for name in names):
        return sorted(range(len(names)), key=names.__getitem__)
    return sorted(range(len(names)), key=lambda at: _written(names[at]))


def is_number(value: object) -> bool:
    return isinstance(value, Real | Decimal) and not isinstance(value, bool)


def number_of(label: object) -> Fraction:
    """Return the number that a label is, or that it writes; decimals count as they are written.

    Raises ValueError if it is not a number.

    >>> number_of(0.1), number_of("3")
    (Fraction(1, 10), Fraction(3, 1))
    """
    try:
        if isinstance(label, Fraction):
            return label
        if is_number(label) or isinstance(label, str):
            return Fraction(str(label))
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(
        f"The label {label!r} is not a number, which this level needs. Replace labels by numbers, "
        "such as 1, 2 and 3."
    )


def numbers_of(labels: Iterable[object]) -> list[Fraction]:
    """Return the numbers that labels are.

    Raises ValueError if two labels, such as "1" and "1.0", are the same number.
    """
    named: dict[Fraction, object] = {}
    for label in labels:
        number = number_of(label)
        if number in named:
            raise ValueError(f"The labels {named[number]!r} and {label!r} are the same number.")
        named[number] = label
    return list(named)


def _written(name: Any) -> tuple[str, str]:
    if isinstance(name, frozenset):
        return "set", repr(sorted(map(repr, name)))
    return type(name).__name__, repr(name)
