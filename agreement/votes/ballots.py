"""Votes as arrays of numbers (item, worker, label), so that millions are counted at once."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from math import prod
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from agreement.groups import Ints

Item = TypeVar("Item", bound=Hashable)
Worker = TypeVar("Worker", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)
Name = TypeVar("Name", bound=Hashable)

LARGEST = 2**62
LARGE = 2**31  # below it a number fits into half the memory
BLOCK = 1 << 16  # votes renumbered at once
DENSE = 8  # maximum number of cells per vote to count without sorting


class Ballots(NamedTuple, Generic[Item, Worker, Label]):
    """Votes (V,) on items by workers, as indexes of their names, of any integer type. Each name has
    a vote."""

    items: Ints
    workers: Ints
    labels: Ints
    item_names: Sequence[Item]
    worker_names: Sequence[Worker]
    label_names: Sequence[Label]

    def by_name(self) -> Ballots[Item, Worker, Label]:
        """Return the votes numbered in the order of the names, which must be sortable."""
        return self._numbered(
            _by_name(self.items, self.item_names),
            _by_name(self.workers, self.worker_names),
            _by_name(self.labels, self.label_names),
        )

    def only(self, names: Collection[Item]) -> Ballots[Item, Worker, Label]:
        """Return the votes on these items, which keep their order.

        >>> votes = ballots_of([("p", "ann", "yes"), ("q", "ann", "no"), ("q", "bob", "no")])
        >>> votes.only({"q"}).item_names, votes.only({"q"}).labels.tolist()
        (['q'], [0, 0])
        """
        wanted = np.fromiter((name in names for name in self.item_names), np.bool_)
        kept = wanted[self.items]
        return self._numbered(
            _kept(self.items[kept], self.item_names),
            _kept(self.workers[kept], self.worker_names),
            _kept(self.labels[kept], self.label_names),
        )

    def _numbered(
        self,
        items: tuple[Ints, Sequence[Item]],
        workers: tuple[Ints, Sequence[Worker]],
        labels: tuple[Ints, Sequence[Label]],
    ) -> Ballots[Item, Worker, Label]:
        return Ballots(items[0], workers[0], labels[0], items[1], workers[1], labels[1])


AnyBallots: TypeAlias = Ballots[Any, Any, Any]


class Cells(NamedTuple):
    """The number of votes for each label that an item got, (M,), sorted by item and label."""

    items: Ints
    labels: Ints
    votes: Ints


class Winners(NamedTuple):
    """The votes, best labels and next best labels of each item (I,).

    For the best: their votes, the number of labels with as many, and the first of these labels. For
    the next best: their votes, and the number of labels with as many.
    """

    votes: Ints
    best: Ints
    tied: Ints
    label: Ints
    second: Ints
    at_second: Ints


def ballots_of(
    votes: Iterable[tuple[Item, Worker, Label | None]],
) -> Ballots[Item, Worker, Label]:
    """Return ballots from (item, worker, label) votes, names in order of first appearance.

    A label that is None is a missing answer and no vote. Raises ValueError if a worker votes twice
    on one item.

    >>> found = ballots_of([("p", "ann", "yes"), ("p", "bob", None), ("q", "ann", "no")])
    >>> found.items.tolist(), found.label_names, found.worker_names
    ([0, 1], ['yes', 'no'], ['ann'])
    """
    rows = [(item, worker, label) for item, worker, label in votes if label is not None]
    items, item_names = numbered([item for item, _, _ in rows])
    workers, worker_names = numbered([worker for _, worker, _ in rows])
    labels, label_names = numbered([label for _, _, label in rows])
    refuse_second_votes(items, workers, item_names, worker_names)
    return Ballots(items, workers, labels, item_names, worker_names, label_names)


def refuse_second_votes(
    items: Ints, workers: Ints, item_names: Sequence[object], worker_names: Sequence[object]
) -> None:
    """Raise ValueError if a worker votes twice on one item."""
    order = np.lexsort((workers, items))
    again = (np.diff(items[order]) == 0) & (np.diff(workers[order]) == 0)
    if again.any():
        at = order[int(again.argmax())]
        worker, item = worker_names[int(workers[at])], item_names[int(items[at])]
        raise ValueError(
            f"The worker {worker!r} judged the item {item!r} twice. Keep one of the two."
        )


def numbered(names: Sequence[Name]) -> tuple[Ints, list[Name]]:
    """Return the number of each name, and the distinct names in order of appearance.

    >>> numbered(["b", "a", "b"])[0].tolist()
    [0, 1, 0]
    """
    places: dict[Name, int] = {}
    numbers = [places.setdefault(name, len(places)) for name in names]
    return np.array(numbers, dtype=np.int64), list(places)


def renumber(numbers: Ints, ranks: Ints) -> None:
    """Replace the numbers by `ranks[numbers]`, a block at a time, since NumPy uses eight bytes per
    index.

    >>> numbers = np.array([1, 1, 0])
    >>> renumber(numbers, np.array([7, 5]))
    >>> numbers.tolist()
    [5, 5, 7]
    """
    for begin in range(0, len(numbers), BLOCK):
        block = numbers[begin : begin + BLOCK]
        block[:] = ranks[block]


def by_appearance(numbers: Ints) -> Ints:
    """Return the numbers in the order in which they appear first.

    numbers : (N,) from 0 without gaps

    >>> by_appearance(np.array([2, 0, 2, 1])).tolist()
    [2, 0, 1]
    """
    first = np.empty(int(numbers.max(initial=-1)) + 1, dtype=np.int64)
    for begin in reversed(range(0, len(numbers), BLOCK)):
        block = numbers[begin : begin + BLOCK]
        first[block[::-1]] = np.arange(begin, begin + len(block))[::-1]
    return np.argsort(first)


def _kept(numbers: Ints, names: Sequence[Name]) -> tuple[Ints, list[Name]]:
    """Return numbers without gaps, and the names that still occur."""
    found, places = np.unique(numbers, return_inverse=True)
    return places.reshape(-1), [names[number] for number in found.tolist()]


def _by_name(numbers: Ints, names: Sequence[Name]) -> tuple[Ints, Sequence[Name]]:
    order = sorted(range(len(names)), key=names.__getitem__)  # type: ignore[arg-type]
    if order == list(range(len(names))):
        return numbers, names
    found = numbers.copy()
    renumber(found, ranks_of(np.array(order, dtype=np.int64)))
    return found, [names[number] for number in order]


def ranks_of(order: Ints) -> Ints:
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def joined(*columns: Ints) -> Ints:
    """Return one number for each row of the columns; the numbers sort as the rows do.

    columns : (N,) whole numbers from 0

    >>> joined(np.array([1, 0, 0]), np.array([0, 5, 2])).argsort().tolist()
    [2, 1, 0]
    """
    code, *rest = columns
    sizes = [int(column.max(initial=0)) + 1 for column in columns]
    # A copy, since the products may be larger than the columns.
    code = code.astype(np.int32 if prod(sizes) < LARGE else np.int64)
    for column, size in zip(rest, sizes[1:], strict=True):
        if int(code.max(initial=0)) >= LARGEST // size:
            code = np.unique(code, return_inverse=True)[1].astype(np.int64)
        code *= size
        code += column
    return code


def cells_of(items: Ints, labels: Ints) -> Cells:
    """Count the votes of each item for each label that it got.

    >>> cells_of(np.array([0, 0, 0]), np.array([1, 0, 1])).votes.tolist()
    [1, 2]
    """
    k = int(labels.max(initial=0)) + 1
    codes, dense = _codes(items, labels, k)
    if dense:
        times = np.bincount(codes)
        found = np.flatnonzero(times)
        votes = times[found]
    else:
        found, votes = np.unique(codes, return_counts=True)
    return Cells(*(column.astype(np.int64) for column in (found // k, found % k, votes)))


def cell_of_each(items: Ints, labels: Ints) -> Ints:
    """Return (V,) for each vote the index of its cell in `cells_of`.

    >>> cell_of_each(np.array([0, 0, 0]), np.array([1, 0, 1])).tolist()
    [1, 0, 1]
    """
    codes, dense = _codes(items, labels, int(labels.max(initial=0)) + 1)
    if not dense:
        return np.unique(codes, return_inverse=True)[1]
    is_there = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.bool_)
    is_there[codes] = True
    places: Ints = np.cumsum(is_there, dtype=codes.dtype)
    places -= 1
    return places[codes]


def _codes(items: Ints, labels: Ints, k: int) -> tuple[Ints, bool]:
    """Return (V,) a number for each vote's cell, and whether to count them without sorting."""
    last = (int(items.max(initial=0)) + 1) * k - 1
    codes: Ints = items.astype(np.int32 if last < LARGE else np.int64)
    codes *= k
    codes += labels
    return codes, last < DENSE * len(codes)


def winners_of(cells: Cells, size: int) -> Winners:
    """Return the best and next best labels of each item.

    size : the number of items, each with a vote

    >>> found = winners_of(cells_of(np.array([0, 0, 0]), np.array([1, 0, 1])), 1)
    >>> found.best.tolist(), found.label.tolist(), found.second.tolist()
    ([2], [1], [1])
    """
    starts = np.searchsorted(cells.items, np.arange(size))
    votes = _summed(cells, cells.votes, size)
    best = np.maximum.reduceat(cells.votes, starts) if size else votes
    at_best = cells.votes == best[cells.items]
    lower = np.where(at_best, 0, cells.votes)
    second = np.maximum.reduceat(lower, starts) if size else votes
    at_second = ~at_best & (cells.votes == second[cells.items])
    first = np.flatnonzero(at_best)
    label = np.zeros(size, dtype=np.int64)
    label[cells.items[first][::-1]] = cells.labels[first][::-1]
    tied, next_tied = (_summed(cells, at.astype(np.int64), size) for at in (at_best, at_second))
    return Winners(votes, best, tied, label, second, next_tied)


def _summed(cells: Cells, numbers: NDArray[np.int64], size: int) -> Ints:
    sums = np.zeros(size, dtype=np.int64)
    np.add.at(sums, cells.items, numbers)
    return sums
