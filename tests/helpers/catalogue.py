"""The database catalogue: the current one of Midpath's models, and one newly created from them."""

import re

from django.apps import apps
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

# Table names have no schema if it is in the search path, except in an index.
CATALOGUE = """
SELECT 'constraint', class.relname, con.conname, pg_get_constraintdef(con.oid)
FROM pg_constraint con JOIN pg_class class ON class.oid = con.conrelid
WHERE class.relnamespace = current_schema()::regnamespace
UNION ALL
SELECT 'index', tablename, indexname,
       replace(indexdef, format(' ON %I.', schemaname), ' ON ')
FROM pg_indexes WHERE schemaname = current_schema()
UNION ALL
SELECT 'column', class.relname, attname, concat_ws(' ', format_type(atttypid, atttypmod),
       CASE WHEN attnotnull THEN 'not null' END, attidentity, attgenerated,
       pg_get_expr(adbin, adrelid))
FROM pg_attribute JOIN pg_class class ON class.oid = attrelid AND class.relkind = 'r'
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attnum > 0 AND NOT attisdropped AND class.relnamespace = current_schema()::regnamespace
"""

# PostgreSQL writes the cast of an array differently after a dump and restore.
CAST = re.compile(r"\(ARRAY\[([^]]*)\]\)::text\[\]")
VALUE = re.compile(r"'(?:[^']|'')*'::character varying")

Fact = tuple[str, str, str, str]


class _Enough(Exception):
    """Rolls back objects created only for inspection."""


def catalogue_of(database: BaseDatabaseWrapper) -> set[Fact]:
    """Return every constraint, index and column of Midpath's tables: kind, table, name,
    definition."""
    with database.cursor() as cursor:
        cursor.execute(CATALOGUE)
        return {
            (kind, table, name, as_restored(definition))
            for kind, table, name, definition in cursor.fetchall()
            if table.startswith("annotation_")
        }


def as_restored(definition: str) -> str:
    """Return the definition as it is after a dump was restored.

    >>> as_restored("(x)::text = ANY ((ARRAY['a'::character varying])::text[])")
    "(x)::text = ANY (ARRAY[('a'::character varying)::text])"
    """
    return CAST.sub(
        lambda array: "ARRAY[" + VALUE.sub(r"(\g<0>)::text", array[1]) + "]", definition
    )


def wanted_catalogue() -> set[Fact]:
    """Return the same for tables that Django creates directly from the models, without any
    migration."""
    wanted: set[Fact] = set()
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("CREATE SCHEMA afresh; SET LOCAL search_path TO afresh")
            # Foreign keys and indexes are created on exit.
            with connection.schema_editor(atomic=False) as editor:
                for model in apps.get_models():
                    editor.create_model(model)
            wanted = catalogue_of(connection)
            raise _Enough
    except _Enough:
        return wanted
