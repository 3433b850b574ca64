"""Amounts as all pages write them: exact, with two decimals at least and no noughts after them."""

from decimal import Decimal


def written(amount: Decimal) -> str:
    """0.02, 0.025, 1,234.50."""
    return _with_cents(f"{amount:,f}")


def typed(amount: Decimal) -> str:
    """The same for fields that are filled in: 1234.50."""
    return _with_cents(f"{amount:f}")


def _with_cents(figure: str) -> str:
    whole, _, parts = figure.partition(".")
    return f"{whole}.{parts.rstrip('0').ljust(2, '0')}"
