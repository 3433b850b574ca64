"""Votes of a campaign whose answers are one of a few, as labels and pairs have them.

Dawid and Skene's model weighs all judgments together. So of each judgment three numbers are held,
in the narrowest type that holds them, and of each item a few; texts and rows pass by.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import compress, pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np

from agreement.groups import Ints
from agreement.votes.ballots import BLOCK, Ballots
from analysis.reading.batches import items_by_name, names_in_order
from analysis.reading.votes import Hits, Vote, Workers, copy_votes
from annotation.models import Campaign, Item

SHORT, LARGE = 1 << 15, 1 << 31
Content = dict[str, Any]


class Known(NamedTuple):
    """An item as rows of judgments tell it; `gold` is the known answer as figures have it."""

    name: str
    words: int
    gold: Any


class Lines(Protocol):
    """A line for each item, and one for each of those that ways settle differently."""

    @property
    def all(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def different(self) -> Sequence[Mapping[str, Any]]: ...


class Count(Protocol):
    """A crowd, of which items are settled and counted some at a time, in the order of names."""

    def add(self, names: Sequence[str], /) -> Lines: ...


class Votes(NamedTuple):
    """The judgments that count, as numbers. Items are named by their places among all.

    numbers : the number of each answer, in the order of the ballots' labels
    gold : the known answers of judged items, as figures have them
    """

    ballots: Ballots[int, str, Any]
    numbers: Ints
    gold: Mapping[int, Any]

    def by_item(self) -> Iterator[tuple[int, ...]]:
        """Yield the answers to each item from the least, in the order of the items' places."""
        answers = self.numbers.astype(_narrowest(self.numbers))[self.ballots.labels]
        given = answers[np.lexsort((answers, self.ballots.items))]
        for begin, end in pairwise((0, *np.cumsum(np.bincount(self.ballots.items)).tolist())):
            yield tuple(given[begin:end].tolist())


class SomeLines(NamedTuple):
    """Some items by number and name, those of them that were judged, and the lines of these."""

    named: dict[int, str]
    judged: list[int]
    lines: Lines


class Columns:
    """Columns of whole numbers that grow, each of four bytes a number unless one needs eight."""

    def __init__(self, many: int) -> None:
        self._columns = [array("i") for _ in range(many)]

    def add(self, *columns: Ints) -> None:
        for at, column in enumerate(columns):
            if np.abs(column).max(initial=0) >= LARGE:
                self._columns[at] = array("q", self._columns[at])
            held = self._columns[at]
            held.frombytes(column.astype(held.typecode).tobytes())

    def taken(self) -> Iterator[Ints]:
        """Yield one column after the other, and let go of each."""
        while self._columns:
            held = self._columns.pop(0)
            yield np.frombuffer(held, held.typecode)


class HeldVotes(ABC):
    """The votes of a campaign; a scheme says what its items, answers and counts are."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        # By an item's place: its number, and the known answer where there is one.
        self._items = array("q")
        self._gold: dict[int, Any] = {}
        self._votes = Columns(3)

    @abstractmethod
    def read(self, item: Item) -> tuple[Known, Content]:
        """Return what is known of the next item, and what gold has of it."""

    @abstractmethod
    def answer(self, number: int) -> Any:
        """Return the answer of a number as figures have it."""

    @abstractmethod
    def written(self, vector: Sequence[int]) -> Any:
        """Return an answer as gold has it."""

    @abstractmethod
    def count(self, votes: Votes) -> Count:
        """Return the count of a crowd, from which nothing is settled yet."""

    def know(self, item: Item) -> tuple[Known, Content]:
        """Take down what is known of the next item, and return what `read` does."""
        known, told = self.read(item)
        if known.gold is not None:
            self._gold[len(self._items)] = known.gold
        self._items.append(item.pk or 0)
        return known, told

    def take(self, *columns: Ints) -> None:
        """Take down judgments: the places of their items, workers and answers."""
        self._votes.add(*columns)

    def take_all(self) -> None:
        """Take down all items, and the judgments that count; call it inside a snapshot."""
        for items in items_by_name(self.campaign):
            for item in items:
                self.know(item)
        hits, workers = self._hits(), Workers(self.campaign)

        def take(some: Vote) -> None:
            place, _ = hits.of(some.hit)
            self.take(place, workers.of(some.enrolment), some.answer)

        copy_votes(self.campaign, take)

    def taken(self) -> Votes:
        """Return the votes that were taken down, and let go of what was held of each."""
        columns = self._votes.taken()
        found, item = _numbered(next(columns))
        places = array("i", found)
        workers, by = _numbered(next(columns), str)
        answers, of = _numbered(next(columns), self.answer)
        gold = {one: self._gold[one] for one in places if one in self._gold}
        ballots = Ballots(
            *(item, by, of, places),
            [str(one) for one in workers],
            [self.answer(one) for one in answers],
        )
        return Votes(ballots, np.array(answers, np.int64), gold)

    def lines(self, votes: Votes, count: Count) -> Iterator[SomeLines]:
        """Yield all items, some at a time, and the lines of those that were judged."""
        is_judged = np.zeros(len(self._items), bool)
        is_judged[votes.ballots.item_names] = True
        done = 0
        for named in names_in_order(self.campaign):
            some = is_judged[done : done + len(named)].tolist()
            done += len(named)
            judged = dict(compress(named, some))
            yield SomeLines(dict(named), [*judged], count.add([*judged.values()]))

    def _hits(self) -> Hits:
        return Hits(self.campaign, np.array(self._items, np.int64))


def _numbered(column: Ints, key: Callable[[int], Any] | None = None) -> tuple[list[int], Ints]:
    """Return the distinct numbers in the order of their keys, and the place there of each of the
    column."""
    found = np.unique(column)
    ordered = sorted(found.tolist(), key=key)
    ranks: Ints = np.empty(len(found), np.int16 if len(found) < SHORT else np.int32)
    ranks[np.searchsorted(found, ordered)] = np.arange(len(found))
    places = np.empty(len(column), ranks.dtype)
    for begin in range(0, len(column), BLOCK):
        block = column[begin : begin + BLOCK]
        places[begin : begin + BLOCK] = ranks[np.searchsorted(found, block)]
    return ordered, places


def _narrowest(numbers: Ints) -> Any:
    return np.min_scalar_type(int(numbers.max(initial=0)))
