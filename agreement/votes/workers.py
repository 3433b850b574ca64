"""Agreement of each worker with the majority (COLING 2014, section 4.2, Figure 2).

A worker's agreement is the share of the items that they judged where their label is the majority's.
In the paper's definition their own vote is part of the majority, which raises their agreement; it
is also given with their vote left out. Items without a majority (a tie) take no part. A worker who
judged fewer than `least` items is not listed but counted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from agreement.groups import Ints
from agreement.votes.ballots import (
    Ballots,
    Cells,
    Winners,
    ballots_of,
    cell_of_each,
    cells_of,
    winners_of,
)

Bools: TypeAlias = NDArray[np.bool_]
Item = TypeVar("Item", bound=Hashable)
Worker = TypeVar("Worker", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)

MINIMUM = 10
QUARTILES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))


class Share(NamedTuple):
    """Items with a majority, and those where the worker agrees; value is None without any."""

    agreeing: int
    items: int

    @property
    def value(self) -> Fraction | None:
        return Fraction(self.agreeing, self.items) if self.items else None


class Record(NamedTuple):
    judged: int
    agreement: Share  # with the worker's own vote, as in the paper
    with_others: Share  # without the worker's own vote


class Workers(NamedTuple, Generic[Worker]):
    """The workers who judged enough items, and the quartiles of their agreement."""

    records: dict[Worker, Record]
    quartiles: tuple[Fraction, ...]
    quartiles_with_others: tuple[Fraction, ...]
    left_out: int
    reason: str | None = None


def agreement(
    votes: Iterable[tuple[Item, Worker, Label | None]], least: int = MINIMUM
) -> Workers[Worker]:
    """Return each worker's agreement with the majority, from (item, worker, label) votes.

    >>> votes = [(i, w, "yes") for i in range(10) for w in ("ann", "bob")]
    >>> votes += [(i, "cy", "yes" if i < 4 else "no") for i in range(10)]
    >>> found = agreement(votes)
    >>> found.records["cy"].agreement.value, found.records["ann"].with_others.value
    (Fraction(2, 5), Fraction(1, 1))
    >>> found.records["ann"].with_others.items  # the other two agreed on four items
    4
    """
    return agreement_of(ballots_of(votes), least)


def agreement_of(ballots: Ballots[Item, Worker, Label], least: int = MINIMUM) -> Workers[Worker]:
    """Return `agreement` of votes as numbers."""
    return workers_of(ballots.worker_names, counts_of(ballots), least)


def counts_of(ballots: Ballots[Item, Worker, Label]) -> Ints:
    """Return for each worker (5, W): the number of votes, and, with and without the own vote, the
    items where they agree and all items that take part. Counts of several questions may be
    added."""
    cells = cells_of(ballots.items, ballots.labels)
    winners = winners_of(cells, len(ballots.item_names))
    size = len(ballots.worker_names)
    shares = (*_own_included(cells, winners), *_own_left_out(cells, winners))
    of = cell_of_each(ballots.items, ballots.labels)
    given = (ballots.workers, *(ballots.workers[at[of]] for at in shares))
    return np.stack([np.bincount(workers, minlength=size) for workers in given])


def workers_of(names: Sequence[Worker], counts: Ints, least: int) -> Workers[Worker]:
    """Return the workers with at least this many votes, from `counts_of`."""
    records = {
        worker: Record(judged, Share(agreeing, items), Share(with_others, of_others))
        for worker, (judged, agreeing, items, with_others, of_others) in zip(
            names, counts.T.tolist(), strict=True
        )
        if judged >= least
    }
    reason = None if records else f"No worker judged {least} items or more."
    return Workers(
        records,
        quartiles([record.agreement.value for record in records.values()]),
        quartiles([record.with_others.value for record in records.values()]),
        len(names) - len(records),
        reason,
    )


def quartiles(shares: Iterable[Fraction | None]) -> tuple[Fraction, ...]:
    """Return the three quartiles by linear interpolation; empty without a share.

    >>> [str(q) for q in quartiles([Fraction(1, 2), Fraction(1), None])]
    ['5/8', '3/4', '7/8']
    """
    known = sorted(share for share in shares if share is not None)
    return tuple(_quantile(known, at) for at in QUARTILES) if known else ()


def _quantile(known: Sequence[Fraction], at: Fraction) -> Fraction:
    place = at * (len(known) - 1)
    below = int(place)
    above = min(below + 1, len(known) - 1)
    return known[below] + (place - below) * (known[above] - known[below])


def _own_included(cells: Cells, winners: Winners) -> tuple[Bools, Bools]:
    """Return for each cell whether its label is the majority's, and whether there is a majority."""
    some = (winners.tied == 1)[cells.items]
    return some & (cells.votes == winners.best[cells.items]), some


def _own_left_out(cells: Cells, winners: Winners) -> tuple[Bools, Bools]:
    """Return `_own_included` without one vote of the cell."""
    best, tied, second, at_second = (
        numbers[cells.items]
        for numbers in (winners.best, winners.tied, winners.second, winners.at_second)
    )
    leads = (cells.votes == best) & (tied == 1)
    at_best = tied - (cells.votes == best)
    rival = np.where(leads, second, best)
    rivals = np.where(leads, at_second, at_best)
    agrees = cells.votes - 1 > rival
    apart = (cells.votes - 1 < rival) & (rivals == 1)
    return agrees, agrees | apart
