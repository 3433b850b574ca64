"""The rounds of `dawid_skene`, each over the items whose probabilities still move.

Each round costs time for every vote, but most items are settled long before the last one is. An
item that moves by less than `SETTLED` in a round keeps its probabilities while the others go on:
the rounds converge geometrically, so all that it would still move is a few times as much, far less
than the tolerance. The last round is over all items, and the rounds go on with all of them if one
of these moves more than the tolerance.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agreement.groups import Ints
from agreement.vote_sums import Floats, VoteSums

TINY = 1e-10  # lowest rate: an event without votes is unlikely, not impossible
SETTLED = 1e-12
MANY = 1 << 12  # with fewer items, every round is over all of them


class Model(NamedTuple):
    prior: Floats  # (K,)
    rates: Floats  # (W * K, K): for each worker and given label (a cell), its rate by true label


class Moving(NamedTuple):
    """The items of the next rounds, and the sums of the others' probabilities.

    items : (A,) in ascending order
    by_item, by_cell : their votes
    settled_counts, settled_sum : of the other items, by cell (W * K, K) and altogether (K,)
    """

    items: Ints
    by_item: VoteSums
    by_cell: VoteSums
    settled_counts: Floats | float = 0.0
    settled_sum: Floats | float = 0.0


class Rounds:
    """Expectation maximisation from a first posterior.

    items, cells : (V,) of each vote; a cell is worker * number of labels + label
    posterior : (I, K), which is changed
    given : (W, K, 1) whether the worker gives this label to any item
    """

    def __init__(
        self,
        items: Ints,
        cells: Ints,
        posterior: Floats,
        given: NDArray[np.bool_],
        pseudo_count: float,
    ) -> None:
        self._items, self._cells, self.posterior = items, cells, posterior
        self._given, self._pseudo_count = given, pseudo_count
        size, n_cells = len(posterior), given.size
        self._all = Moving(
            np.arange(size), VoteSums(items, cells, size), VoteSums(cells, items, n_cells)
        )
        self.model = self._maximised(self._all, posterior)

    def run(self, rounds: int, tolerance: float) -> tuple[int, bool]:
        """Run until no item moves more than the tolerance; return how many, and whether none
        does."""
        moving, done, moved = self._all, 0, np.inf
        while done < rounds and moved > tolerance:
            likely, moves = self._expected(moving)
            moved, done = float(moves.max()), done + 1
            if moving is not self._all and (moved <= tolerance or done == rounds):
                moving = self._all
                likely, moves = self._expected(moving)
                moved = float(moves.max())
            self._store(moving, likely)
            if moved > tolerance and len(moves) >= MANY:
                moving = self._narrowed(moving, moves > SETTLED)
            self.model = self._maximised(moving, self._of(moving))
        return done, moved <= tolerance

    def _expected(self, moving: Moving) -> tuple[Floats, Floats]:
        """Return the items' probabilities under the model, and how much each of them moves."""
        with np.errstate(divide="ignore"):  # log 0 for labels never given, which are not read
            likely = moving.by_item.of(np.log(self.model.rates))
        likely += np.log(self.model.prior)
        # Column by column, several times as fast as row by row.
        likely -= reduce(np.maximum, likely.T)[:, np.newaxis]
        np.exp(likely, out=likely)
        likely /= reduce(np.add, likely.T)[:, np.newaxis]
        moves = self._of(moving) - likely
        return likely, reduce(np.maximum, np.abs(moves, out=moves).T)

    def _of(self, moving: Moving) -> Floats:
        return self.posterior if moving is self._all else self.posterior[moving.items]

    def _store(self, moving: Moving, likely: Floats) -> None:
        if moving is self._all:
            self.posterior = likely
        else:
            self.posterior[moving.items] = likely

    def _narrowed(self, moving: Moving, restless: NDArray[np.bool_]) -> Moving:
        """Return only the restless items, with the sums of all others as they are now, if they are
        fewer than half."""
        if not 0 < 2 * restless.sum() < len(restless):
            return moving
        items = moving.items[restless]
        number = np.full(len(self.posterior), -1)
        number[items] = np.arange(len(items))
        settled = self.posterior.copy()
        settled[items] = 0
        rows = number[self._items]
        cells, rows = self._cells[rows >= 0], rows[rows >= 0]
        return Moving(
            items,
            VoteSums(rows, cells, len(items)),
            VoteSums(cells, rows, self._given.size),
            self._all.by_cell.of(settled),
            _column_sums(settled),
        )

    def _maximised(self, moving: Moving, posterior: Floats) -> Model:
        n_workers, k, _ = self._given.shape
        counts = (moving.by_cell.of(posterior) + moving.settled_counts).reshape(n_workers, k, k)
        if self._pseudo_count:
            everyone = np.maximum(counts.sum(axis=0), TINY)
            counts += self._pseudo_count * k * everyone / everyone.sum(axis=0)
        else:
            counts = np.where(self._given, np.maximum(counts, TINY), 0)
        rates = counts / counts.sum(axis=1, keepdims=True)
        sums = _column_sums(posterior) + moving.settled_sum
        return Model(np.maximum(sums / len(self.posterior), TINY), rates.reshape(-1, k))


def _column_sums(table: Floats) -> Floats:
    return np.array([column.sum() for column in table.T])
