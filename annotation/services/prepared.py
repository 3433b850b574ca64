"""Statements that PostgreSQL plans once per session, for the loop of a worker: planning them takes
longer than running them (docs/decisions/0081-prepared-statements.md)."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from django.db import connection

Values = Sequence[Any] | Mapping[str, Any]
PLACE = re.compile(r"%(?:\((\w+)\))?s|%%")


class Prepared(NamedTuple):
    """A statement with numbered parameters; `names` has the name of each, if they have names."""

    name: str
    text: str
    places: int
    names: tuple[str, ...]

    @property
    def call(self) -> str:
        return f"EXECUTE {self.name} ({', '.join(['%s'] * self.places)})"

    def in_order(self, values: Values) -> list[Any]:
        if isinstance(values, Mapping):
            return [values[name] for name in self.names]
        return [*values]


def fetch_one(statement: str, values: Values) -> Any:
    """Run a statement with parameters and return its first row, None if there is none.

    Not for statements that have to see what a transaction with a lock of a whole table committed: a
    prepared statement reads the moment before it waits for such a lock, a plain one that after.
    Behind a pool, whose sessions change after each transaction, it is planned each time."""
    with connection.cursor() as cursor:
        # Opening the cursor may have begun a new session, so this is read after it.
        prepared: set[str] | None = getattr(connection, "prepared", None)
        if prepared is None:
            cursor.execute(statement, values)
        else:
            known = prepared_form(statement)
            if known.name not in prepared:
                with connection.wrap_database_errors:
                    cursor.cursor.execute(f"PREPARE {known.name} AS {known.text}")
                prepared.add(known.name)
            cursor.execute(known.call, known.in_order(values))
        return cursor.fetchone()


def refresh_statistics(*tables: str) -> None:
    """Count the rows of tables that grew at once, so that all sessions plan again: a plan made
    while they were small reads them from end to end. If one is locked, autovacuum does it, in
    about a minute. Only ids are sampled, since texts may be long."""
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE (SKIP_LOCKED) {', '.join(f'{table} (id)' for table in tables)}")


@cache
def prepared_form(statement: str) -> Prepared:
    """Number the parameters of a statement in psycopg2's format.

    >>> prepared_form("SELECT %s, %s, '%%'")[1:]
    ("SELECT $1, $2, '%'", 2, ())
    >>> prepared_form("SELECT %(b)s, %(a)s, %(b)s")[1:]
    ('SELECT $1, $2, $1', 2, ('b', 'a'))
    """
    names: list[str] = []
    places = count(1)

    def number(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        if found[1] is None:
            return f"${next(places)}"
        if found[1] not in names:
            names.append(found[1])
        return f"${names.index(found[1]) + 1}"

    text = PLACE.sub(number, statement)
    name = f"midpath_{sha256(statement.encode()).hexdigest()[:16]}"
    return Prepared(name, text, len(names) or next(places) - 1, tuple(names))
