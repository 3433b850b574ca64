"""Figures as they are stored and shown: a value, its exact form, a reason where there is none."""

from __future__ import annotations

from fractions import Fraction

from agreement.votes.nominal import Nominal

Figure = dict[str, object]


def as_float(fraction: Fraction | None) -> float | None:
    return None if fraction is None else float(fraction)


def as_exact(fraction: Fraction | None) -> str | None:
    """As "p/q", whole numbers too.

    >>> as_exact(Fraction(2, 4)), as_exact(Fraction(1))
    ('1/2', '1/1')
    """
    return None if fraction is None else f"{fraction.numerator}/{fraction.denominator}"


def figure_of(value: Fraction | None, reason: str) -> Figure:
    """A value with its exact form, and the reason where there is none."""
    figure: Figure = {"value": as_float(value), "exact": as_exact(value)}
    return figure | {"reason": reason} if value is None else figure


def nominal_figure(
    found: Nominal, reason: str = "", units: str = "units", labels: str = "labels"
) -> Figure:
    """Nominal alpha with its parts; `reason` in place of its own, and what units and labels are."""
    return figure_of(found.value, reason or found.reason or "") | {
        "observed": as_float(found.observed),
        "expected": as_float(found.expected),
        units: found.units,
        labels: found.labels,
        "left_out": found.left_out,
    }
