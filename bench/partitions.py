"""Judgments in one table and in partitions by campaign: python -m bench partitions

Both tables are copies of the real one with all its checks and indexes, and the same rows: a hundred
campaigns whose judgments arrived at the same time. In the partitioned one, unique columns are
unique within a campaign only, because PostgreSQL has no unique index over partitions without their
key. MIDPATH_BENCH_MOST sets the number of judgments.
"""

import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.db import connection

from annotation.models import Judgment

JUDGMENTS = int(os.environ.get("MIDPATH_BENCH_MOST", "10_000_000"))
CAMPAIGNS = 100
PARTITIONS = 32
SINGLE = 2_000
FOUND = 100
FOLDED_AT_ONCE = 5_000
FOLDS = 20

LAYOUTS: Mapping[str, str] = {"one_table": "", "partitions": "PARTITION BY HASH (campaign_id)"}
# It would measure whichever layout it happens to work on.
NO_AUTOVACUUM = "WITH (autovacuum_enabled = off)"
FILL = """
INSERT INTO {table} (
    id, assignment_id, campaign_id, hit_id, submission_id, payload, vector, late, took_slot, review,
    counts, folded, repeat, submitted_at
)
SELECT n, n, 1 + n % {campaigns}, n / 10, md5(n::text)::uuid, '{{"boundaries": [0, 1, 0, 0, 1]}}',
    '{{0, 1, 0, 0, 1}}', false, true, '', true, n % 50 > 0, false,
    now() + n * interval '1 millisecond'
FROM generate_series({first}::bigint, {last}::bigint) AS n
"""
READ = "SELECT id, hit_id, vector FROM {table} WHERE campaign_id = 7 ORDER BY id"
WAITING = """
SELECT id FROM {table} WHERE campaign_id = {campaign} AND counts <> folded ORDER BY id LIMIT {limit}
"""
FOLD = "UPDATE {table} SET folded = counts WHERE campaign_id = {campaign} AND id = ANY (%s)"
BY_SUBMISSION = "SELECT id FROM {table} WHERE submission_id = md5('{number}')::uuid"


def main() -> None:
    measured = {layout: dict(measure(layout)) for layout in LAYOUTS}
    print(f"{JUDGMENTS:,} judgments of {CAMPAIGNS} campaigns; {PARTITIONS} partitions")
    print(f"{'':44}{'one table':>12}{'partitions':>12}{'ratio':>9}")
    for what, one in measured["one_table"].items():
        other = measured["partitions"][what]
        print(f"{what:44}{one:>12,.3f}{other:>12,.3f}{other / one:>7.2f} ×")


def measure(layout: str) -> Iterator[tuple[str, float]]:
    with made(layout) as table:
        yield "fill, rows with indexes, s", spent(FILL, table, 1, JUDGMENTS)
        yield "VACUUM ANALYZE, s", spent("VACUUM ANALYZE {table}", table)
        yield "size, GB", size_of(table)
        begun = time.perf_counter()
        for number in range(JUDGMENTS + 1, JUDGMENTS + SINGLE + 1):
            run(FILL, table, number, number)
        yield "insert one row in its transaction, ms", per(SINGLE, begun)
        begun = time.perf_counter()
        for number in range(FOUND):
            run(BY_SUBMISSION, table, number=number * 4999)
        yield "find a submission by its id, ms", per(FOUND, begun)
        yield f"read a campaign ({JUDGMENTS // CAMPAIGNS:,} judgments), s", spent(READ, table)
        begun = time.perf_counter()
        for campaign in range(1, FOLDS + 1):
            fold(table, campaign)
        yield "find and mark those to fold, ms a campaign", per(FOLDS, begun)
        yield "delete a campaign, s", spent("DELETE FROM {table} WHERE campaign_id = 7", table)


@contextmanager
def made(layout: str) -> Iterator[str]:
    """Yield a table of this layout with the checks and indexes of the real one."""
    table = f"bench_{layout}"
    real = Judgment._meta.db_table
    how = LAYOUTS[layout]
    run(
        f"CREATE TABLE {table} (LIKE {real} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) "
        f"{how or NO_AUTOVACUUM}",
        "",
    )
    for number in range(PARTITIONS if how else 0):
        run(
            f"CREATE TABLE {table}_{number} PARTITION OF {table} "
            f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {number}) {NO_AUTOVACUUM}",
            "",
        )
    for definition in index_definitions(real):
        run(on_table(definition, real, table, is_partitioned=bool(how)), "")
    try:
        yield table
    finally:
        run(f"DROP TABLE {table}", "")


def index_definitions(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE tablename = %s", [table])
        return [row[0] for row in cursor.fetchall()]


def on_table(definition: str, real: str, table: str, *, is_partitioned: bool) -> str:
    """Return the definition of an index for another table, with a name that PostgreSQL chooses.

    >>> unique = "CREATE UNIQUE INDEX a ON public.b USING btree (id)"
    >>> on_table(unique, "b", "c", is_partitioned=True)
    'CREATE UNIQUE INDEX ON c USING btree (campaign_id, id)'
    """
    moved = re.sub(rf"INDEX \S+ ON \S*\b{real}\b", f"INDEX ON {table}", definition)
    if is_partitioned and "UNIQUE" in moved and "campaign_id" not in moved:
        moved = moved.replace("(", "(campaign_id, ", 1)
    return moved


def fold(table: str, campaign: int) -> None:
    with connection.cursor() as cursor:
        values = {"table": table, "campaign": campaign, "limit": FOLDED_AT_ONCE}
        cursor.execute(WAITING.format(**values))
        found = [row[0] for row in cursor.fetchall()]
        cursor.execute(FOLD.format(**values), [found])


def spent(statement: str, table: str, first: int = 0, last: int = 0) -> float:
    begun = time.perf_counter()
    run(statement, table, first, last)
    return time.perf_counter() - begun


def run(statement: str, table: str, first: int = 0, last: int = 0, number: int = 0) -> None:
    values = {"table": table, "first": first, "last": last, "number": number}
    with connection.cursor() as cursor:
        cursor.execute(statement.format(campaigns=CAMPAIGNS, **values))
        if cursor.description:
            cursor.fetchall()


def per(many: int, begun: float) -> float:
    return (time.perf_counter() - begun) / many * 1000


def size_of(table: str) -> float:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND "
            "(relname = %s OR relname LIKE %s)",
            [table, f"{table}\\_%"],
        )
        return float(cursor.fetchone()[0]) / 2**30
