"""Validated values of Prolific's responses: single-line texts, whole numbers, sums, times."""

import re
from datetime import datetime
from decimal import Decimal

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

from midpath.json_types import JsonMapping

LARGEST_NUMBER = 2**31 - 1
IS_ID = re.compile(r"[A-Za-z0-9-]{1,64}")


def text(said: object, longest: int) -> str:
    """Return a text from Prolific on one line, without invisible characters or those that cannot be
    stored."""
    if not isinstance(said, str):
        return ""
    return "".join(sign for sign in said if sign.isprintable()).strip()[:longest]


def whole(said: object) -> int | None:
    """Return a whole number from Prolific, which also writes them as floats; None if it is none."""
    if isinstance(said, bool) or not isinstance(said, int | float):
        return None
    return int(said) if 0 <= said <= LARGEST_NUMBER else None


def cents(said: object) -> Decimal | None:
    """Convert a sum in Prolific's smallest unit to whole units; None if it is no number.

    >>> cents(1250.0), cents(33.33), cents("12"), cents(float("nan"))
    (Decimal('12.5'), Decimal('0.3333'), None, None)
    """
    if isinstance(said, bool) or not isinstance(said, int | float):
        return None
    return Decimal(str(said)) / 100 if 0 <= said <= LARGEST_NUMBER else None


def time_of(said: JsonMapping, name: str) -> datetime | None:
    try:
        found = parse_datetime(said[name])
    except (LookupError, TypeError, ValueError):
        return None
    return found if found is not None and is_aware(found) else None
