"""Figures as they are stored and shown: a value, its exact form, and a reason if undefined."""

from __future__ import annotations

from fractions import Fraction

from agreement.votes.nominal import Nominal

Figure = dict[str, object]


def as_float(fraction: Fraction | None) -> float | None:
    return None if fraction is None else float(fraction)


def as_exact(fraction: Fraction | None) -> str | None:
    """Return the fraction as "p/q", also for whole numbers.

    >>> as_exact(Fraction(2, 4)), as_exact(Fraction(1))
    ('1/2', '1/1')
    """
    return None if fraction is None else f"{fraction.numerator}/{fraction.denominator}"


def figure_of(value: Fraction | None, reason: str) -> Figure:
    """Return the value with its exact form, and with the reason if it is undefined."""
    figure: Figure = {"value": as_float(value), "exact": as_exact(value)}
    return figure | {"reason": reason} if value is None else figure


def nominal_figure(
    found: Nominal, reason: str = "", units: str = "units", labels: str = "labels"
) -> Figure:
    """Return nominal alpha with its parts.

    reason : replaces alpha's own reason where given
    units, labels : the names of the units and labels in the result
    """
    return figure_of(found.value, reason or found.reason or "") | {
        "observed": as_float(found.observed),
        "expected": as_float(found.expected),
        units: found.units,
        labels: found.labels,
        "left_out": found.left_out,
    }
