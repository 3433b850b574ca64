"""Counts of pairs of labels within units, for measures with any difference between two labels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agreement.groups import Ints
from agreement.votes.ballots import DENSE, Cells, cells_of, joined


class PairCounts(NamedTuple):
    """Counts of the labels of units.

    sizes : units by their number of labels m
    totals : (K,) how often each label was given, in units with two labels or more
    pairs : rows (m, a, b, pairs), a < b: in units with m labels, the pairs of one a and one b
    """

    sizes: dict[int, int]
    totals: Ints
    pairs: list[list[int]]

    @property
    def together(self) -> dict[int, int]:
        """Return the units with two labels or more, by their number of labels."""
        return {m: units for m, units in self.sizes.items() if m > 1}


def count_pairs(units: Ints, labels: Ints, k: int) -> PairCounts:
    """Return the counts of votes in any order.

    units, labels : (N,) whole numbers from 0, for each vote
    k : the number of labels

    >>> found = count_pairs(np.array([0, 0, 0, 1]), np.array([1, 0, 1, 0]), 2)
    >>> found.sizes, found.totals.tolist(), found.pairs
    ({1: 1, 3: 1}, [1, 2], [[3, 0, 1, 2]])
    """
    totals = np.zeros(k, dtype=np.int64)
    if not len(units):
        return PairCounts({}, totals, [])
    if int(units.max()) >= DENSE * len(units):
        units = np.unique(units, return_inverse=True)[1].astype(np.int64)
    m_of = np.bincount(units)
    sizes = {m: many for m, many in enumerate(np.bincount(m_of).tolist()) if m and many}
    cells = cells_of(units, labels)
    m = m_of[cells.items]
    cells = Cells(*(column[m > 1] for column in cells))
    np.add.at(totals, cells.labels, cells.votes)
    return PairCounts(sizes, totals, _pairs(cells, m[m > 1]))


def _pairs(cells: Cells, m: Ints) -> list[list[int]]:
    """Return rows (m, lower label, higher label, pairs), from cells sorted by item and label."""
    found: list[tuple[Ints, ...]] = []
    for step in range(1, len(cells.items)):
        at = np.flatnonzero(cells.items[step:] == cells.items[:-step])
        if not len(at):
            break
        to = at + step
        times = cells.votes[at] * cells.votes[to]
        found.append((m[at], cells.labels[at], cells.labels[to], times))
    if not found:
        return []
    size, low, high, pairs = (np.concatenate(column) for column in zip(*found, strict=True))
    _, first, where = np.unique(joined(size, low, high), return_index=True, return_inverse=True)
    sums = np.zeros(len(first), dtype=np.int64)
    np.add.at(sums, where, pairs)
    rows: list[list[int]] = np.stack([size[first], low[first], high[first], sums], 1).tolist()
    return rows
