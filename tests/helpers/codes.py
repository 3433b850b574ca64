"""Codes of an app for the second factor."""

from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)


def code_of(secret: str) -> str:
    """Return the current code of an app with this key."""
    counters = list(yield_hotp_counters_from_time())
    now = counters[len(counters) // 2]
    return str(format_hotp_value(hotp_value(secret, now)))
