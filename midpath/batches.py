"""Rows in batches, only one of which is in memory."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def in_batches(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the rows in lists.

    >>> list(in_batches("abc", 2))
    [['a', 'b'], ['c']]
    """
    rest = iter(rows)
    while batch := list(islice(rest, size)):
        yield batch
