"""Amounts of money as workers read them."""

from decimal import Decimal

from midpath.text.formatting import written

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}


def in_currency(amount: Decimal, currency: str) -> str:
    """Return an amount with its currency.

    >>> in_currency(Decimal("0.5"), "USD"), in_currency(Decimal("-0.5"), "CHF")
    ('$0.50', '−0.50 CHF')
    """
    symbol = SYMBOLS.get(currency)
    shown = written(abs(amount))
    minus = "−" if amount < 0 else ""
    return f"{minus}{symbol}{shown}" if symbol else f"{minus}{shown} {currency}"
