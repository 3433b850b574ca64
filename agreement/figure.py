"""Figures as they are stored and shown: a value, its exact form, and a reason if undefined."""

from __future__ import annotations

from fractions import Fraction
from typing import TypedDict

from agreement.votes.nominal import Nominal

Figure = dict[str, object]


class Why(TypedDict, total=False):
    """The reason why something is undefined, if it is."""

    reason: str


class ExactFigure(Why):
    """A value with its exact form "p/q"; if it is undefined, `reason` says why."""

    value: float | None
    exact: str | None


class NominalFigure(ExactFigure):
    """Nominal alpha with its observed and its expected disagreement."""

    observed: float | None
    expected: float | None


def as_float(fraction: Fraction | None) -> float | None:
    return None if fraction is None else float(fraction)


def as_exact(fraction: Fraction | None) -> str | None:
    """Return the fraction as "p/q", also for whole numbers.

    >>> as_exact(Fraction(2, 4)), as_exact(Fraction(1))
    ('1/2', '1/1')
    """
    return None if fraction is None else f"{fraction.numerator}/{fraction.denominator}"


def why(reason: str | None) -> Why:
    return {} if reason is None else {"reason": reason}


def figure_of(value: Fraction | None, reason: str) -> ExactFigure:
    """Return the value with its exact form, and with the reason if it is undefined."""
    figure: ExactFigure = {"value": as_float(value), "exact": as_exact(value)}
    if value is None:
        figure["reason"] = reason
    return figure


def nominal_figure(found: Nominal, reason: str = "") -> NominalFigure:
    """Return nominal alpha with its parts; the caller adds what was counted.

    reason : replaces alpha's own reason where given
    """
    return {
        **figure_of(found.value, reason or found.reason or ""),
        "observed": as_float(found.observed),
        "expected": as_float(found.expected),
    }
