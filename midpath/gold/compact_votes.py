"""Votes of a campaign whose answers come from a few choices, such as labels and pairs.

Dawid and Skene's model weights all judgments together. So three numbers per judgment are in memory,
in the narrowest possible type, and a few per item.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np

from agreement.groups import Ints
from agreement.votes.ballots import BLOCK, Ballots
from agreement.votes.dawid_skene import PSEUDO_COUNT
from midpath.json_types import JsonMapping, JsonObject
from midpath.schemes.base import Item, Settings

SHORT, LARGE = 1 << 15, 1 << 31


class Known(NamedTuple):
    """An item in the format of judgment rows; `gold` is the gold answer in the format of
    figures."""

    name: str
    words: int
    gold: Any


class Lines(Protocol):
    """A line for each item, and one for each item that the methods settle differently."""

    @property
    def all(self) -> Sequence[JsonMapping]: ...
    @property
    def different(self) -> Sequence[JsonMapping]: ...


class Count(Protocol):
    """A crowd, settled and counted some items at a time, in the order of names."""

    def add(self, names: Sequence[str], /) -> Lines: ...


class Votes(NamedTuple):
    """The judgments that count, as numbers. Items are identified by their positions.

    numbers : the number of each answer, in the order of the ballots' labels
    gold : the gold answers of judged items, in the format of figures
    """

    ballots: Ballots[int, str, Any]
    numbers: Ints
    gold: Mapping[int, Any]

    def by_item(self) -> Iterator[tuple[int, ...]]:
        """Yield the answers to each item, lowest first, in the order of the items' positions."""
        narrowest = np.min_scalar_type(int(self.numbers.max(initial=0)))
        answers = self.numbers.astype(narrowest)[self.ballots.labels]
        given = answers[np.lexsort((answers, self.ballots.items))]
        for begin, end in pairwise((0, *np.cumsum(np.bincount(self.ballots.items)).tolist())):
            yield tuple(given[begin:end].tolist())


class Columns:
    """Growing columns of whole numbers, four bytes per number unless one needs eight."""

    def __init__(self, many: int) -> None:
        self._columns = [array("i") for _ in range(many)]

    def add(self, *columns: Ints) -> None:
        for at, column in enumerate(columns):
            if np.abs(column).max(initial=0) >= LARGE:
                self._columns[at] = array("q", self._columns[at])
            stored = self._columns[at]
            stored.frombytes(column.astype(stored.typecode).tobytes())

    def taken(self) -> Iterator[Ints]:
        """Yield one column after the other, and release each."""
        while self._columns:
            column = self._columns.pop(0)
            yield np.frombuffer(column, column.typecode)


class CompactVotes(ABC):
    """The votes of a campaign; a scheme defines its items, answers and counts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._items = 0
        # Gold answers by item position, in the format of figures.
        self.gold_answers: dict[int, object] = {}
        self._votes = Columns(3)

    @abstractmethod
    def read(self, item: Item) -> tuple[Known, JsonObject]:
        """Return the facts about the next item, and its gold answer."""

    @abstractmethod
    def answer(self, number: int) -> Any:
        """Return the answer with this number in the format of figures."""

    @abstractmethod
    def written(self, vector: Sequence[int]) -> object:
        """Return an answer in the format of gold."""

    @abstractmethod
    def count(
        self, votes: Votes, models: Sequence[str] = (), pseudo_count: float = PSEUDO_COUNT
    ) -> Count:
        """Return the count of a crowd, with nothing settled yet.

        models : names of further models in `skill_models`
        pseudo_count : that of Dawid-Skene's model
        """

    def know(self, item: Item) -> tuple[Known, JsonObject]:
        """Record the next item, and return the result of `read`."""
        known, content = self.read(item)
        if known.gold is not None:
            self.gold_answers[self._items] = known.gold
        self._items += 1
        return known, content

    def take(self, *columns: Ints) -> None:
        """Record judgments: the positions of their items, workers and answers."""
        self._votes.add(*columns)

    def taken(self) -> Votes:
        """Return the recorded votes, and release the memory."""
        columns = self._votes.taken()
        found, item = _numbered(next(columns))
        places = array("i", found)
        workers, by = _numbered(next(columns), str)
        answers, of = _numbered(next(columns), self.answer)
        gold = {one: self.gold_answers[one] for one in places if one in self.gold_answers}
        ballots = Ballots(
            *(item, by, of, places),
            [str(one) for one in workers],
            [self.answer(one) for one in answers],
        )
        return Votes(ballots, np.array(answers, np.int64), gold)


def _numbered(column: Ints, key: Callable[[int], Any] | None = None) -> tuple[list[int], Ints]:
    """Return the distinct numbers in the order of their keys, and each entry's index among them."""
    found = np.unique(column)
    ordered = sorted(found.tolist(), key=key)
    ranks: Ints = np.empty(len(found), np.int16 if len(found) < SHORT else np.int32)
    ranks[np.searchsorted(found, ordered)] = np.arange(len(found))
    places = np.empty(len(column), ranks.dtype)
    for begin in range(0, len(column), BLOCK):
        block = column[begin : begin + BLOCK]
        places[begin : begin + BLOCK] = ranks[np.searchsorted(found, block)]
    return ordered, places
