"""Statistics for tables that a test has filled."""

from django.db import connection


def analyze_tables() -> None:
    """Update PostgreSQL's statistics of the tables.

    Autovacuum does so only now and then, and never for rows of an open transaction. Until then
    PostgreSQL assumes that the tables are empty and may join thousands of rows by nested loops.
    """
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
