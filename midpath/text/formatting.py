"""Write counts, figures and amounts of money the way every page shows them.

Amounts are exact, with at least two decimals and no trailing zeros after them."""

from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal

CENT = Decimal("0.01")
# Rewards have three decimals.
STEP = Decimal("0.001")
HOUR = 3600
# Currencies that have no smaller unit (ISO 4217).
WHOLE = frozenset(
    [
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "ISK",
        "JPY",
        "KMF",
        "KRW",
        "PYG",
        "RWF",
        "UGX",
        "UYI",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
    ]
)

# A figure that is undefined or not available yet; the reason is shown next to it.
UNDEFINED = "–"


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return the count with its noun.

    >>> counted(1, "text"), counted(2000, "text"), counted(0, "reply", "replies")
    ('1 text', '2,000 texts', '0 replies')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def signed(value: float, decimals: int = 3) -> str:
    """Return the value with a true minus sign, and never a negative zero."""
    text = f"{abs(value):.{decimals}f}"
    return f"−{text}" if value < 0 and float(text) else text


def percent(share: float, decimals: int = 1) -> str:
    return f"{share:.{decimals}%}"


def fee_on(amount: Decimal, percent: Decimal) -> Decimal:
    """Return the exact fee that a platform with this percentage adds to an amount.

    >>> fee_on(Decimal("0.525"), Decimal("33.33"))
    Decimal('0.1749825')
    """
    return amount * percent / 100


def rounded_up(amount: Decimal, currency: str) -> Decimal:
    """Round an amount up to the next one that can be paid in the currency.

    >>> rounded_up(Decimal("0.405"), "USD"), rounded_up(Decimal("0.41"), "USD")
    (Decimal('0.41'), Decimal('0.41'))
    """
    return amount.quantize(_unit(currency), ROUND_UP)


def reward_for(wage: Decimal, seconds: int) -> Decimal:
    """Return the reward per judgment that pays at least this hourly wage, from the seconds that one
    takes.

    >>> reward_for(Decimal(12), 49), reward_for(Decimal(12), 30)
    (Decimal('0.164'), Decimal('0.100'))
    """
    # In thousandths, so that no division rounds before the reward does.
    thousandths = (wage * seconds * 10 / 36).quantize(Decimal(1), ROUND_CEILING)
    return (thousandths * STEP).quantize(STEP)


def hourly(reward: Decimal, seconds: int | None) -> Decimal | None:
    """Return the hourly pay of a reward, to the cent; None if the seconds per judgment are unknown.

    >>> hourly(Decimal("0.164"), 49)
    Decimal('12.05')
    """
    if seconds is None:
        return None
    return (reward * HOUR / seconds).quantize(CENT, ROUND_HALF_UP)


def payable_part(amount: Decimal, currency: str) -> Decimal:
    """Round an amount down to what can be paid in its currency: whole cents, or whole units if
    there are no cents.

    >>> payable_part(Decimal("12.349"), "USD"), payable_part(Decimal("12.349"), "JPY")
    (Decimal('12.34'), Decimal('12'))
    """
    return amount.quantize(_unit(currency), ROUND_DOWN)


def as_paid(amount: Decimal, currency: str) -> str:
    """Format an amount for a payment list, as banks and platforms accept it.

    >>> as_paid(Decimal("12.340"), "USD"), as_paid(Decimal("12.000"), "JPY")
    ('12.34', '12')
    """
    return f"{payable_part(amount, currency):f}"


def smallest_part(currency: str) -> str:
    """Return the smallest payable amount of a currency, in words: a cent, or 1 JPY."""
    return f"1 {currency}" if currency in WHOLE else "a cent"


def _unit(currency: str) -> Decimal:
    return Decimal(1) if currency in WHOLE else CENT


def written(amount: Decimal) -> str:
    """Format an amount for reading: 0.02, 0.025, 1,234.50."""
    return _with_cents(f"{amount:,f}")


def typed(amount: Decimal) -> str:
    """Format an amount for a form field: 1234.50."""
    return _with_cents(f"{amount:f}")


def _with_cents(figure: str) -> str:
    whole, _, parts = figure.partition(".")
    return f"{whole}.{parts.rstrip('0').ljust(2, '0')}"
