"""A snapshot of the database for many queries."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Show all queries inside the same moment, and allow no writes.

    Inside an open transaction that transaction's own view is kept.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                allow_long_thought()
        yield


def allow_long_thought() -> None:
    """Let this transaction be idle for long between two queries."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
