"""Differences of labels: levels of measurement, and weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from agreement.library.names import is_number, number_of, numbers_of
from agreement.weighted.distance_alpha import Distance, distance_of, ratio_difference

Level: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
Difference: TypeAlias = Callable[[Any, Any], float | Fraction]  # of two labels
Weights: TypeAlias = Literal["linear", "quadratic"]
LEVELS = "nominal, ordinal, interval or ratio, or a function of two labels"


def unequal(_a: int, _b: int) -> Fraction:
    """Return the nominal difference of two different labels."""
    return Fraction(1)


def ratio_distance(labels: Sequence[object]) -> Distance:
    """Return the ratio difference of labels. Raises ValueError if a label is negative."""
    numbers = numbers_of(labels)
    if negative := [number for number in numbers if number < 0]:
        raise ValueError(f"A ratio scale begins at 0, but one label is {negative[0]}.")
    return distance_of(numbers, ratio_difference)


def weights_distance(
    weights: Weights | Difference | None, labels: Sequence[object], order: Sequence[object] | None
) -> Distance:
    """Return 1 - w of two labels, at most 1.

    order : the labels in order, where they were given

    Raises ValueError if the labels have no order.
    """
    if weights is None:
        return unequal
    if callable(weights):
        distance = distance_of(labels, weights)
    elif weights in ("linear", "quadratic"):
        places = _places(labels, order)
        power = 1 if weights == "linear" else 2
        distance = distance_of(places, lambda a, b: abs(a - b) ** power)
    else:
        raise ValueError(
            f"{weights!r} are not weights. Give linear or quadratic, or a function of two labels."
        )
    size = range(len(labels))
    widest = max((distance(a, b) for a in size for b in range(a)), default=Fraction(0))
    return (lambda a, b: distance(a, b) / widest) if widest else distance


def _places(labels: Sequence[object], order: Sequence[object] | None) -> list[Fraction]:
    """Return the numbers that labels are; of others the places in the given order."""
    if all(map(is_number, order if order is not None else labels)):
        return [number_of(label) for label in labels]
    if order is None:
        raise ValueError(
            "Weights need labels that are numbers. Give texts in their order: labels=[…]."
        )
    return [Fraction(place) for place in range(len(labels))]
