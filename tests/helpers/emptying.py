"""Emptying the database after a test that committed.

Django truncates every table and recreates content types and permissions, which takes most of the
time of a short test. For small tables, deleting the rows is ten times as fast.
"""

from functools import cache

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

LEFT_FILLED = {"auth_permission", "django_content_type"}
LITTLE = 500
# A trigger refuses to delete rows of the first, which is emptied with its references.
APPEND_ONLY = ('"annotation_ledgerentry"', '"annotation_rejection"')


def empty_database() -> None:
    """Empty the database; as with TRUNCATE, wait for open writes."""
    tables = ", ".join(_tables())
    with transaction.atomic(), connection.cursor() as cursor:
        # Longer than PostgreSQL's deadlock_timeout, after which autovacuum gives way.
        cursor.execute("SET LOCAL lock_timeout = '1min'")
        cursor.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
        counted = _counted(cursor)
        if max(counted.values()) > LITTLE:
            cursor.execute(f"TRUNCATE {tables}")
            return
        if sum(counted.pop(table) for table in APPEND_ONLY):
            cursor.execute(f"TRUNCATE {', '.join(APPEND_ONLY)}")
        if filled := [table for table, rows in counted.items() if rows]:
            cursor.execute("; ".join(f"DELETE FROM {table}" for table in filled))  # noqa: S608


@cache
def _tables() -> list[str]:
    found = connection.introspection.django_table_names(include_views=False)
    return sorted(map(connection.ops.quote_name, set(found) - LEFT_FILLED))


def _counted(cursor: CursorWrapper) -> dict[str, int]:
    """Return the number of rows of each table; for larger tables, just above the threshold."""
    some = (
        f"(SELECT count(*) FROM (SELECT FROM {table} LIMIT {LITTLE + 1}) AS begun)"  # noqa: S608
        for table in _tables()
    )
    cursor.execute(f"SELECT {', '.join(some)}")
    return dict(zip(_tables(), cursor.fetchone() or (), strict=True))
