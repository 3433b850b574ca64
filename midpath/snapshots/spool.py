"""Rows stored temporarily on disk, so that a snapshot larger than memory can be verified.

They are in temporary files that end with the process, in SQLite's directory: TMPDIR, if it is set.
A value may be any JSON value."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, TypeVar

import orjson

# A database without a name is a temporary file. It is never reopened, so it needs no durability; 16
# MiB of it stay in memory.
SETTINGS = ("journal_mode = OFF", "synchronous = OFF", f"cache_size = -{16 << 10}")
SHELVES = {
    int: "CREATE TABLE kept (key INTEGER PRIMARY KEY, value BLOB)",
    str: "CREATE TABLE kept (key TEXT PRIMARY KEY, value BLOB)",
}
PILES = {
    int: "CREATE TABLE kept (key INTEGER, value BLOB)",
    str: "CREATE TABLE kept (key TEXT, value BLOB)",
}
ADD = "INSERT INTO kept VALUES (?, ?)"
ADD_NEW = "INSERT OR IGNORE INTO kept VALUES (?, ?)"
CHANGE = "UPDATE kept SET value = ? WHERE key = ?"
FIND = "SELECT value FROM kept WHERE key = ?"
DROP = "DELETE FROM kept WHERE key = ?"
ALL = "SELECT key, value FROM kept ORDER BY key, rowid"
Key = TypeVar("Key", int, str)


class Shelf(Generic[Key]):
    """Values by key, until the stack is closed."""

    def __init__(self, stack: ExitStack, kind: type[Key]) -> None:
        self._rows = _made(stack, SHELVES[kind])

    def put(self, key: Key, value: object = None) -> bool:
        """Store a value, replacing an earlier one; return whether the key is new."""
        body = orjson.dumps(value)
        is_new = self._rows.execute(ADD_NEW, (key, body)).rowcount == 1
        if not is_new:
            self._rows.execute(CHANGE, (body, key))
        return is_new

    def __contains__(self, key: Key) -> bool:
        return self._rows.execute(FIND, (key,)).fetchone() is not None

    def get(self, key: Key) -> Any:
        """Return the value of a key, or None."""
        found = self._rows.execute(FIND, (key,)).fetchone()
        return None if found is None else orjson.loads(found[0])

    def pop(self, key: Key) -> Any:
        """Remove and return the value of a key, or None."""
        found = self.get(key)
        self._rows.execute(DROP, (key,))
        return found

    def in_order(self) -> Iterator[tuple[Key, Any]]:
        """Yield the keys in order, with their values."""
        for key, body in self._rows.execute(ALL):
            yield key, orjson.loads(body)


class Pile(Generic[Key]):
    """Values, several of which may have one key, until the stack is closed."""

    def __init__(self, stack: ExitStack, kind: type[Key]) -> None:
        self._rows = _made(stack, PILES[kind])

    def add(self, key: Key, value: object) -> None:
        self._rows.execute(ADD, (key, orjson.dumps(value)))

    def in_order(self) -> Iterator[tuple[Key, list[Any]]]:
        """Yield the keys in order, each with its values in insertion order."""
        for key, rows in groupby(self._rows.execute(ALL), key=itemgetter(0)):
            yield key, [orjson.loads(body) for _, body in rows]


def _made(stack: ExitStack, table: str) -> sqlite3.Connection:
    rows = stack.enter_context(closing(sqlite3.connect("", isolation_level=None)))
    for setting in SETTINGS:
        rows.execute(f"PRAGMA {setting}")
    rows.execute("BEGIN")
    rows.execute(table)
    return rows
