"""Number formatting for pages."""

# Placeholder for an undefined or unknown figure; the reason is shown next to it.
UNTOLD = "–"


def signed(value: float, decimals: int = 3) -> str:
    """Format the value with a true minus sign, and never a negative zero."""
    text = f"{abs(value):.{decimals}f}"
    return f"−{text}" if value < 0 and float(text) else text


def percent(share: float, decimals: int = 1) -> str:
    return f"{share:.{decimals}%}"
