"""A snapshot of the database for many queries, of one process or of several."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error, connection, transaction
from psycopg2 import errors

WORK_MEM = "32MB"
# What versions of PostgreSQL say of a snapshot that is over, and of one that is ending.
GONE = (
    errors.InvalidParameterValue,
    errors.UndefinedObject,
    errors.ObjectNotInPrerequisiteState,
)


class SnapshotGone(Exception):
    """The process that shared the snapshot needs it no longer."""


@contextmanager
def snapshot(shared: str | None = None) -> Iterator[None]:
    """Run all queries in one read-only snapshot: a new one, or one that another process shares.

    Inside an open transaction, that transaction's view is used. Raises SnapshotGone.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                if shared is not None:
                    _adopt(shared)
                allow_long_thought()
        yield


def _adopt(shared: str) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION SNAPSHOT %s", [shared])
    except Error as error:
        if isinstance(error.__cause__, GONE):
            raise SnapshotGone(shared) from error
        raise


def share_snapshot() -> str:
    """Return the name under which other processes can use the snapshot of this transaction, until
    it ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        name: str = cursor.fetchone()[0]
    return name


def allow_long_thought() -> None:
    """Let this transaction be idle for a long time between two queries."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")


def allow_large_sorts() -> None:
    """Let this transaction sort and join in memory what PostgreSQL's default of 4 MB would put on
    disk."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('work_mem', %(least)s, true)"
            " WHERE pg_size_bytes(current_setting('work_mem')) < pg_size_bytes(%(least)s)",
            {"least": WORK_MEM},
        )
