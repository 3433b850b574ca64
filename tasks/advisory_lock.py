"""A database lock for work that only one process at a time may do."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection


class Lock(IntEnum):
    REPORT = 7_236_001
    RECONCILE = 7_236_002
    ELSEWHERE = 7_236_003
    EXPORT = 7_236_004
    GATHER = 7_236_005


@contextmanager
def alone(job: Lock, campaign_id: int = 0) -> Iterator[bool]:
    """Yield whether this process got the lock of the job, or of the job for one campaign.

    The lock ends with the connection at the latest, so a killed process leaves none.
    """
    key = int(job) + (campaign_id << 32)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", (key,))
        mine = bool(cursor.fetchone()[0])
        try:
            yield mine
        finally:
            if mine:
                cursor.execute("SELECT pg_advisory_unlock(%s)", (key,))
