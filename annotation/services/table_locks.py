"""Locks of whole tables."""

from django.db import connection

# Longer than for rows: only after its deadlock_timeout, one second, PostgreSQL ends an autovacuum
# that is in the way.
WAIT = "SET LOCAL lock_timeout = '1500ms'"


def lock_tables(tables: str, mode: str) -> None:
    """Lock tables until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(f"{WAIT}; LOCK TABLE {tables} IN {mode} MODE")
