"""Read the time from the database, so that all machines share one clock."""

import math
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet


def database_now() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def seconds_to_wait(
    newest_first: QuerySet[Any, datetime], most: int, window: timedelta, now: datetime
) -> int:
    """Return the seconds to wait: 0 if there are at most `most` times, the last one included.

    Otherwise it is the time until the oldest of the previous `most` leaves the window."""
    newest = list(newest_first[: most + 1])
    if len(newest) <= most:
        return 0
    return max(1, math.ceil((newest[-1] + window - now).total_seconds()))
