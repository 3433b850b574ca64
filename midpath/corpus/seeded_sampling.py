"""Random draws that depend only on the seed and on the candidates' numbers.

Each candidate has a number and each number a lot; the lowest lots are drawn. So the result does not
depend on the order or portions in which candidates are offered, or on the number of machines, and
only the lots drawn so far are stored.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.uint64]
Columns: TypeAlias = tuple[NDArray[np.int64], ...]

STEP = np.uint64(0x9E3779B97F4A7C15)
FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


def lots(seed: int, stream: int, numbers: Numbers) -> Numbers:
    """Return the lot of each number, in the given shape.

    It is SplitMix64 (Steele, Lea and Flood 2014) started at mix(mix(seed) + stream), the
    (number + 1)-th value. Different numbers have different lots, because STEP is odd and the mixing
    is invertible.

    The generator's first values from the start 0, as its authors' code prints them:

    >>> [hex(value) for value in _mixed(np.arange(1, 4, dtype=np.uint64) * STEP).tolist()]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4', '0x6c45d188009454f']
    """
    start = _mixed(_mixed(np.array([seed % 2**64], np.uint64)) + np.uint64(stream))
    with np.errstate(over="ignore"):
        return _mixed(start + (numbers + np.uint64(1)) * STEP)


def _mixed(values: Numbers) -> Numbers:
    with np.errstate(over="ignore"):
        values = (values ^ (values >> np.uint64(30))) * FACTORS[0]
        values = (values ^ (values >> np.uint64(27))) * FACTORS[1]
    return values ^ (values >> np.uint64(31))


class Lowest:
    """Keeps the rows with the `limit` lowest lots among all that were offered."""

    def __init__(self, limit: int, columns: int) -> None:
        self._limit = limit
        self._lots: Numbers = np.empty(0, np.uint64)
        self._columns: Columns = tuple(np.empty(0, np.int64) for _ in range(columns))

    def offer(self, given: Numbers, *columns: NDArray[np.int64]) -> None:
        """Offer rows, given as columns of one length."""
        if len(self._lots) == self._limit:
            low = given < self._lots.max(initial=0)
            given, columns = given[low], tuple(column[low] for column in columns)
        if not len(given):
            return
        self._lots = np.concatenate((self._lots, given))
        self._columns = tuple(map(_appended, self._columns, columns))
        if len(self._lots) > self._limit:
            self._select(np.argpartition(self._lots, self._limit)[: self._limit])

    def drawn(self) -> Columns:
        """Return the drawn rows by lot, the lowest first."""
        self._select(np.argsort(self._lots))
        return self._columns

    def _select(self, rows: NDArray[np.intp]) -> None:
        self._lots = self._lots[rows]
        self._columns = tuple(column[rows] for column in self._columns)


def _appended(stored: NDArray[np.int64], more: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate((stored, more))
