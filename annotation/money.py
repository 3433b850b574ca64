"""Write amounts as all pages show them: exact, with at least two decimals and no zeros after
these."""

from decimal import Decimal


def fee_on(amount: Decimal, percent: Decimal) -> Decimal:
    """Return what a platform that takes so many percent adds to an amount, exactly.

    >>> fee_on(Decimal("0.525"), Decimal("33.33"))
    Decimal('0.1749825')
    """
    return amount * percent / 100


def written(amount: Decimal) -> str:
    """Return an amount for reading: 0.02, 0.025, 1,234.50."""
    return _with_cents(f"{amount:,f}")


def typed(amount: Decimal) -> str:
    """Return an amount for a field of a form: 1234.50."""
    return _with_cents(f"{amount:f}")


def _with_cents(figure: str) -> str:
    whole, _, parts = figure.partition(".")
    return f"{whole}.{parts.rstrip('0').ljust(2, '0')}"
