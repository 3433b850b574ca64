"""Sums of the rows of a table over votes, for the same votes and many tables.

Sums of floats depend on the order of their terms. Here each group's are added one by one in the
order of the votes, as `numpy.bincount` does, but for all columns and many groups at once: first the
first vote of each group, then the second of each that has two, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.groups import Ints
from agreement.votes.ballots import ranks_of

Floats: TypeAlias = NDArray[np.float64]

GROUPS = 1 << 12  # groups summed at once, whose sums fit into the processor's cache
FEW = 256  # fewer groups than these are summed a column at a time


class VoteSums:
    """The votes of each group, in the order in which they are added.

    groups, rows : (V,) of each vote, its group and its row in the tables, from 0
    size : the number of groups

    >>> sums = VoteSums(np.array([1, 0, 1]), np.array([0, 0, 1]), 2)
    >>> sums.of(np.array([[1.0, 2.0], [10.0, 20.0]])).tolist()
    [[1.0, 2.0], [11.0, 22.0]]
    """

    def __init__(self, groups: Ints, rows: Ints, size: int) -> None:
        sizes = np.bincount(groups, minlength=size)
        # The place of each group in order of size, largest first.
        self._ranks = ranks_of(np.argsort(-sizes, kind="stable"))
        # At each step, the groups that have another vote; these are the first in order of size.
        having = size - np.cumsum(np.bincount(sizes))[:-1]
        begins = np.cumsum(having) - having
        # NumPy sorts integers of two bytes, and only these, by their digits.
        digits = groups.astype(np.uint16) if size <= 1 << 16 else groups
        order = np.argsort(digits, kind="stable")
        step = np.arange(len(groups)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        place = begins[step]
        del step
        place += self._ranks[groups[order]]
        self._rows = np.empty(len(rows), dtype=np.int64)
        self._rows[place] = rows[order]
        steps = int((having >= FEW).sum())
        self._ends = [0, *np.cumsum(having[:steps]).tolist()]
        self._left = int(having[steps]) if steps < len(having) else 0
        self._rest = np.concatenate([np.arange(self._left), _counted_up(having[steps:])])

    def of(self, table: Floats) -> Floats:
        """Return for each group the sum of the rows of its votes, (size, K)."""
        sums = np.empty((len(self._ranks), table.shape[1]))
        for columns in _column_blocks(table.shape[1]):
            given = table[:, columns]
            # NumPy takes rows of 8, 16 or 32 bytes in half the time of other rows.
            even = np.pad(given, ((0, 0), (0, 1))) if given.shape[1] == 3 else given
            block = self._of_block(np.ascontiguousarray(even))
            sums[:, columns] = block.take(self._ranks, axis=0)[:, : given.shape[1]]
        return sums

    def _of_block(self, table: Floats) -> Floats:
        """Return the sums of some columns, the groups in order of size."""
        sums = np.zeros((len(self._ranks), table.shape[1]))
        for begin in range(0, self._ends[1] if len(self._ends) > 1 else 0, GROUPS):
            self._add_steps(table, sums[begin : begin + GROUPS], begin)
        rest = self._rows[self._ends[-1] :]
        for column, terms in zip(sums.T, table.T, strict=True) if self._left else ():
            weights = np.concatenate([column[: self._left], terms[rest]])
            column[: self._left] = np.bincount(self._rest, weights, self._left)
        return sums

    def _add_steps(self, table: Floats, sums: Floats, begin: int) -> None:
        """Add the first votes of the groups from `begin` on."""
        terms = np.empty_like(sums)
        for start, end in pairwise(self._ends):
            rows = self._rows[start + begin : min(end, start + begin + len(sums))]
            if not len(rows):
                return
            # Without a mode, NumPy would copy the result.
            table.take(rows, axis=0, out=terms[: len(rows)], mode="clip")
            sums[: len(rows)] += terms[: len(rows)]


def _column_blocks(columns: int) -> Iterator[slice]:
    """Yield four columns at a time, and the rest."""
    return (slice(begin, min(begin + 4, columns)) for begin in range(0, columns, 4))


def _counted_up(many: Ints) -> Ints:
    """Return the numbers from 0 to each of `many`, one after the other."""
    found: Ints = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many)
    return found
