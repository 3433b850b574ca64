"""Rows in PostgreSQL's binary copy format, read as arrays by the million.

A row comes as one message: two bytes with its number of columns, and before each column four bytes
with its length, -1 for null. The server continues while earlier rows are processed.
"""

import struct
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from psycopg2 import sql

AT_ONCE = 1000
HEAD = 19  # bytes before the first row: a signature, flags, and the length of an empty extension
END = b"\xff\xff"  # follows the last row
COUNT, LENGTH = 2, 4
LENGTH_OF = struct.Struct(">i")
COPY = "COPY ({}) TO STDOUT (FORMAT binary)"


def row_type(**columns: str) -> np.dtype[np.void]:
    """Return the type of the first columns of rows, none of which is null, by their NumPy types.

    >>> row_type(pk="i8", counts="?").fields["counts"][1]
    18
    """
    types = [np.dtype(name).newbyteorder(">") for name in columns.values()]
    ends = np.cumsum([COUNT, *(LENGTH + one.itemsize for one in types)]).tolist()
    offsets = [end + LENGTH for end in ends[:-1]]
    return np.dtype(
        {"names": [*columns], "formats": types, "offsets": offsets, "itemsize": ends[-1]}
    )


def copy_rows(query: sql.Composable, take: Callable[[list[bytes]], object]) -> None:
    """Pass on all rows of a query in batches; call it inside a snapshot."""
    rows = _Rows(take)
    with connection.cursor() as cursor:
        cursor.copy_expert(sql.SQL(COPY).format(query), rows)
    rows.hand_on()


class _Rows:
    """A sink for a binary copy, which passes on its rows."""

    def __init__(self, take: Callable[[list[bytes]], object]) -> None:
        self._take, self._rows, self._head = take, list[bytes](), HEAD

    def write(self, data: bytes) -> None:
        self._rows.append(data)
        if len(self._rows) >= AT_ONCE:
            self.hand_on()

    def hand_on(self) -> None:
        if not self._rows:
            return
        rows, self._rows = self._rows, []
        rows[0], self._head = rows[0][self._head :], 0
        if rows[-1] == END:
            rows.pop()
        if rows:
            self._take(rows)


def columns_of(rows: Sequence[bytes], of: np.dtype[np.void]) -> NDArray[np.void]:
    """Return (N,) the first columns of rows."""
    return np.frombuffer(b"".join([row[: of.itemsize] for row in rows]), of)


def length_at(row: bytes, at: int) -> int:
    """Return the length of the column that begins there, -1 for null."""
    (length,) = LENGTH_OF.unpack_from(row, at)
    return int(length)


def values_of(row: bytes) -> Iterator[bytes | None]:
    r"""Yield the remaining columns of a row, after its first ones.

    >>> [*values_of(b"\0\0\0\2no\xff\xff\xff\xff")]
    [b'no', None]
    """
    at = 0
    while at < len(row):
        length = length_at(row, at)
        at += LENGTH
        yield None if length < 0 else row[at : at + length]
        at += max(length, 0)
