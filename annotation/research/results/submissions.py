"""The places of figures: rows that are always full, at any number of figures and any width."""

from collections.abc import Sequence
from typing import NamedTuple

from annotation.research.results.figures import Cell

# The maximum number of figures in a row, with little room, some and much.
NARROW, MIDDLE, WIDE = 2, 4, 6


class Placed(NamedTuple):
    """A figure with how many share its row at each width."""

    cell: Cell
    narrow: int
    middle: int
    wide: int


def placed(cells: Sequence[Cell], *, alone: bool = False) -> list[Placed]:
    """Return the figures with their rows. `alone`: where there is little room each has a row of its
    own, because what it says is long."""
    count = len(cells)
    narrow = sharing(count, 1 if alone else NARROW)
    rows = zip(cells, narrow, sharing(count, MIDDLE), sharing(count, WIDE), strict=True)
    return [Placed(*place) for place in rows]


def sharing(count: int, most: int) -> list[int]:
    """Return for each of so many figures how many share its row: as few rows as can be, the
    fullest first, none by two fuller than another.

    >>> sharing(7, 6), sharing(5, 2)
    ([4, 4, 4, 4, 3, 3, 3], [2, 2, 2, 2, 1])
    """
    if not count:
        return []
    rows = -(-count // most)
    least, more = divmod(count, rows)
    sizes = [least + (place < more) for place in range(rows)]
    return [size for size in sizes for _ in range(size)]
