"""One view of the database for many queries."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """All that is read inside is as it stood at one moment; nothing can be written. Within a
    transaction that is open already, that one's own view stands."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                allow_long_thought()
        yield


def allow_long_thought() -> None:
    """In this transaction the database does not mind how long is computed between two queries."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
