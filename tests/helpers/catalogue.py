"""The catalogue of a database: what it holds of its models, and what it would hold anew."""

import re

from django.apps import apps
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

# Names of tables stand without their schema where it is in the search path, except in an index.
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

# PostgreSQL writes the cast of an array in one way, and once dumped and restored in another.
CAST = re.compile(r"\(ARRAY\[([^]]*)\]\)::text\[\]")
VALUE = re.compile(r"'(?:[^']|'')*'::character varying")

Fact = tuple[str, str, str, str]


class _Enough(Exception):
    """Takes back what was made only to be looked at."""


def catalogue_of(database: BaseDatabaseWrapper) -> set[Fact]:
    """Every constraint, index and column of Midpath's tables: kind, table, name, definition."""
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
    """The same of tables that Django makes in one go from the models, without any migration."""
    wanted: set[Fact] = set()
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("CREATE SCHEMA afresh; SET LOCAL search_path TO afresh")
            # Its foreign keys and indexes are made as it is left.
            with connection.schema_editor(atomic=False) as editor:
                for model in apps.get_models():
                    editor.create_model(model)
            wanted = catalogue_of(connection)
            raise _Enough
    except _Enough:
        return wanted
