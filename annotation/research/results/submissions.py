"""The layout of figures in rows that are always full, for any number of figures and any width."""

from collections.abc import Sequence
from typing import NamedTuple

from annotation.research.results.figures import Cell

# The maximum number of figures per row on narrow, medium and wide screens.
NARROW, MIDDLE, WIDE = 2, 4, 6


class Placed(NamedTuple):
    """A figure with the number of figures in its row at each width."""

    cell: Cell
    narrow: int
    middle: int
    wide: int


def placed(cells: Sequence[Cell], *, alone: bool = False) -> list[Placed]:
    """Return the figures with their rows. With `alone`, each has its own row on narrow screens,
    because its text is long."""
    count = len(cells)
    narrow = sharing(count, 1 if alone else NARROW)
    rows = zip(cells, narrow, sharing(count, MIDDLE), sharing(count, WIDE), strict=True)
    return [Placed(*place) for place in rows]


def sharing(count: int, most: int) -> list[int]:
    """Return for each figure the number of figures in its row: as few rows as possible, the fullest
    first, with lengths that differ by at most one.

    >>> sharing(7, 6), sharing(5, 2)
    ([4, 4, 4, 4, 3, 3, 3], [2, 2, 2, 2, 1])
    """
    if not count:
        return []
    rows = -(-count // most)
    least, more = divmod(count, rows)
    sizes = [least + (place < more) for place in range(rows)]
    return [size for size in sizes for _ in range(size)]
