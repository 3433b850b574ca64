"""The catalogue of the current PostgreSQL schema as sorted text.

Databases with the same catalogue behave alike. It leaves out the order of columns, the settings of
the server and the objects of extensions."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

EMPTY_SCHEMA = "afresh"

# PostgreSQL leaves out the current schema in definitions, except in those of indexes, triggers and
# functions.
CATALOGUE = """
WITH tables AS (
    SELECT * FROM pg_class
    WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend
                      WHERE classid = 'pg_class'::regclass AND objid = oid AND deptype = 'e')
)
SELECT 'table', relname, relname, concat_ws(' ', CASE relpersistence WHEN 'u' THEN 'unlogged' END,
       (SELECT string_agg(option, ', ' ORDER BY option) FROM unnest(reloptions) option))
FROM tables
UNION ALL
SELECT 'column', relname, attname, concat_ws(' ', format_type(atttypid, atttypmod),
       CASE WHEN attcollation <> typcollation THEN 'collate ' || attcollation::regcollation END,
       CASE WHEN attnotnull THEN 'not null' END, nullif(attidentity, ''), nullif(attgenerated, ''),
       pg_get_expr(adbin, adrelid))
FROM pg_attribute JOIN tables ON tables.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attnum > 0 AND NOT attisdropped
UNION ALL
SELECT 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid)
FROM pg_constraint JOIN tables ON tables.oid = conrelid WHERE contype <> 'n'
UNION ALL
SELECT 'index', tables.relname, pg_class.relname, concat_ws(' ',
       replace(pg_get_indexdef(indexrelid), format(' ON %I.', current_schema()), ' ON '),
       CASE WHEN NOT indisvalid THEN 'invalid' END)
FROM pg_index JOIN tables ON tables.oid = indrelid JOIN pg_class ON pg_class.oid = indexrelid
UNION ALL
SELECT 'sequence', coalesce(tables.relname, sequence.relname), sequence.relname,
       concat_ws(' ', seqtypid::regtype, 'from', seqstart, 'by', seqincrement, 'between', seqmin,
                 'and', seqmax, CASE WHEN seqcycle THEN 'cycle' END, 'of', attname)
FROM pg_sequence JOIN pg_class sequence ON sequence.oid = seqrelid
LEFT JOIN pg_depend owner ON owner.classid = 'pg_class'::regclass AND objid = seqrelid
      AND refclassid = 'pg_class'::regclass AND refobjsubid > 0 AND deptype IN ('a', 'i')
LEFT JOIN tables ON tables.oid = refobjid
LEFT JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
WHERE sequence.relnamespace = current_schema()::regnamespace
UNION ALL
SELECT 'trigger', relname, tgname, concat_ws(' ',
       replace(pg_get_triggerdef(pg_trigger.oid), format(' ON %I.', current_schema()), ' ON '),
       CASE WHEN tgenabled <> 'O' THEN 'enabled ' || tgenabled::text END)
FROM pg_trigger JOIN tables ON tables.oid = tgrelid WHERE NOT tgisinternal
UNION ALL
SELECT 'function', '', oid::regprocedure::text,
       replace(pg_get_functiondef(oid), format(' FUNCTION %I.', current_schema()), ' FUNCTION ')
FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prokind <> 'a'
      AND NOT EXISTS (SELECT FROM pg_depend
                      WHERE classid = 'pg_proc'::regclass AND objid = oid AND deptype = 'e')
UNION ALL
SELECT 'extension', '', extname, extversion FROM pg_extension
"""

# PostgreSQL writes the cast of an array differently after a dump and restore.
CAST = re.compile(r"\(ARRAY\[([^]]*)\]\)::text\[\]")
VALUE = re.compile(r"'(?:[^']|'')*'::character varying")


class Fact(NamedTuple):
    """An object of the database. Functions and extensions have no table."""

    kind: str
    table: str
    name: str
    definition: str

    def __str__(self) -> str:
        place = f"{self.table}.{self.name}" if self.table else self.name
        return f"{self.kind} {place}: {self.definition}".replace("\n", "\n    ").rstrip()


def catalogue_of(database: BaseDatabaseWrapper) -> set[Fact]:
    """Return every object of the current schema."""
    with database.cursor() as cursor:
        cursor.execute(CATALOGUE)
        return {
            Fact(kind, table, name, as_restored(definition))
            for kind, table, name, definition in cursor.fetchall()
        }


def text_of(facts: Iterable[Fact]) -> str:
    """Return the objects as text, sorted."""
    return "".join(f"{fact}\n" for fact in sorted(facts))


def hash_of(facts: Iterable[Fact]) -> str:
    return sha256(text_of(facts).encode()).hexdigest()


def as_restored(definition: str) -> str:
    """Return the definition as PostgreSQL writes it after a dump and restore.

    >>> as_restored("(x)::text = ANY ((ARRAY['a'::character varying])::text[])")
    "(x)::text = ANY (ARRAY[('a'::character varying)::text])"
    """
    return CAST.sub(
        lambda array: "ARRAY[" + VALUE.sub(r"(\g<0>)::text", array[1]) + "]", definition
    )


@contextmanager
def empty_schema(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Replace the current schema with an empty one, and roll everything back at the end."""
    with transaction.atomic(using=database.alias):
        with database.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {EMPTY_SCHEMA}; SET LOCAL search_path TO {EMPTY_SCHEMA}")
        yield
        transaction.set_rollback(True, using=database.alias)
