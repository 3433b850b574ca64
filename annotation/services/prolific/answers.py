"""Values of Prolific's answers, read with care: texts in one line, whole numbers, sums, times."""

import re
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

LARGEST_NUMBER = 2**31 - 1
IS_ID = re.compile(r"[A-Za-z0-9-]{1,64}")


def text(said: object, longest: int) -> str:
    """Return a text of Prolific's in one line, without what cannot be seen or stored."""
    if not isinstance(said, str):
        return ""
    return "".join(sign for sign in said if sign.isprintable()).strip()[:longest]


def whole(said: object) -> int | None:
    """Return a number of Prolific's, which writes whole ones as floats, too; None if it is none."""
    if isinstance(said, bool) or not isinstance(said, int | float):
        return None
    return int(said) if 0 <= said <= LARGEST_NUMBER else None


def cents(said: object) -> Decimal | None:
    """Return a sum that Prolific writes in the smallest unit, in whole units; None if it is none.

    >>> cents(1250.0), cents(33.33), cents("12"), cents(float("nan"))
    (Decimal('12.5'), Decimal('0.3333'), None, None)
    """
    if isinstance(said, bool) or not isinstance(said, int | float):
        return None
    return Decimal(str(said)) / 100 if 0 <= said <= LARGEST_NUMBER else None


def time_of(said: Mapping[str, Any], name: str) -> datetime | None:
    try:
        found = parse_datetime(said[name])
    except (LookupError, TypeError, ValueError):
        return None
    return found if found is not None and is_aware(found) else None
