"""Statistics for tables that a test has filled."""

from django.db import connection


def analyze_tables() -> None:
    """Let PostgreSQL see what the tables hold.

    It looks by itself only now and then, and never at what an open transaction filled. Until then
    it takes the tables for empty and may join thousands of rows by nested loops.
    """
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
