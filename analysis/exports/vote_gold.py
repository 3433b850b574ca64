"""Gold of a campaign whose answers are one of a few: of labels and of pairs.

It is made in three passes, so it may be longer than what memory holds: of the items, of the
judgments in the order of their numbers, and of the items' names once more, when all judgments are
weighed together. Of each judgment four numbers are held, of each item a few. Rows of judgments are
written by templates (`vote_rows`).
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import ne
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from agreement.groups import Ints
from agreement.votes.ballots import Ballots
from analysis.exports.decisions import Settled, decided_and_settled, first_settled
from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts
from analysis.exports.terms import terms_of
from analysis.exports.vote_rows import MOST_PATTERNS, Known, VoteRows, counting, spent_on
from analysis.kernels.base import Kernel
from analysis.reading.campaign_judgments import JudgmentRead
from analysis.reading.decisions import final_of
from analysis.reading.extent import Extent
from analysis.reading.in_parts import items_by_name, names_in_order
from analysis.reading.timed_votes import timed_votes
from annotation.models import AgreementState, Campaign, Item
from annotation.services.work.counting import withdrawn_from

SHORT, LARGE = 1 << 15, 1 << 31
DIFFERENCES = ("figures", "crowd", "differences")
Content = dict[str, Any]


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
    words : the words of each judged item
    milliseconds : (N,) the time of each judgment
    """

    ballots: Ballots[int, str, Any]
    numbers: Ints
    gold: Mapping[int, Any]
    words: Ints
    milliseconds: Ints

    @property
    def times(self) -> Ints:
        """Return (N, 2) words and milliseconds, which are put together when they are needed."""
        return np.stack([self.words[self.ballots.items], self.milliseconds], axis=1)

    def by_item(self) -> Iterator[tuple[int, ...]]:
        """Yield the answers to each item from the least, in the order of the items' places."""
        answers = self.numbers[self.ballots.labels]
        given = answers[np.lexsort((answers, self.ballots.items))]
        ends = np.cumsum(np.bincount(self.ballots.items))
        for begin, end in pairwise((0, *ends.tolist())):
            yield tuple(given[begin:end].tolist())


class _Held:
    """The place, worker, answer and milliseconds of each judgment that counts."""

    def __init__(self) -> None:
        self._columns = array("i"), array("i"), array("i"), array("q")

    def add(self, *columns: Sequence[int] | Ints) -> None:
        for held, column in zip(self._columns, columns, strict=True):
            held.frombytes(np.asarray(column, dtype=held.typecode).tobytes())

    def columns(self) -> list[Ints]:
        return [np.frombuffer(held, held.typecode) for held in self._columns]


class VoteGold(ABC):
    """The content of a gold file; a scheme says what its items, answers and figures are."""

    format: ClassVar[str]
    kernel: ClassVar[Kernel[Any, Any]]
    items: ClassVar[str]  # the member with the items
    unit: ClassVar[str]  # the member of a judgment's row with the name of its item
    payload: ClassVar[bool]  # whether rows tell what workers sent beside the answer

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        # By an item's place: its number, its words, and the known answer where there is one.
        self._items, self._words = array("q"), array("q")
        self._gold: dict[int, Any] = {}
        self._votes = _Held()
        self._sources: dict[int, str] = {}
        self._not_counted = self._not_folded = 0

    @abstractmethod
    def read(self, item: Item) -> tuple[Known, Content]:
        """Return what is known of the next item, and what the file has of it."""

    @abstractmethod
    def row(self, judgment: JudgmentRead, item: Known) -> Content:
        """Return what the file has of a judgment that counts."""

    @abstractmethod
    def answer(self, number: int) -> Any:
        """Return the answer of a number as figures have it."""

    @abstractmethod
    def written(self, vector: Sequence[int]) -> Any:
        """Return an answer as the file has it."""

    @abstractmethod
    def count(self, votes: Votes) -> Count:
        """Return the count of a crowd, from which nothing is settled yet."""

    @abstractmethod
    def figures(self, votes: Votes, count: Any) -> tuple[Content, Content]:
        """Return the figures of agreement, and when all items are settled those of the crowd."""

    def write(self, sink: Sink) -> None:
        """Write the file; call it inside a snapshot."""
        with JsonParts() as parts:
            for name in (self.items, "consensus", "decisions", "gold"):
                parts.add(name, {})
            parts.add("judgments", [])
            parts.add(DIFFERENCES, [])
            for items in items_by_name(self.campaign):
                parts.add(self.items, {item.text: self.know(item) for item in items})
            for rows in self._read_judgments():
                parts.add_written("judgments", rows)
            votes = self.taken()
            count = self.count(votes)
            for name, part in self._settled(votes, count):
                parts.add(name, part)
            parts.set(self._whole(*self.figures(votes, count), len(votes.milliseconds)))
            parts.write(sink)

    def know(self, item: Item) -> Content:
        """Take down what is known of the next item, and return what the file has of it."""
        known, told = self.read(item)
        if known.gold is not None:
            self._gold[len(self._words)] = known.gold
        self._items.append(item.pk or 0)
        self._words.append(known.words)
        return told

    def take(self, *columns: Sequence[int] | Ints) -> None:
        """Take down judgments: the places of their items, workers, answers and milliseconds."""
        self._votes.add(*columns)

    def _read_judgments(self) -> Iterator[list[bytes]]:
        items = np.array(self._items, np.int64)
        order = np.argsort(items)
        by_number, words = items[order], np.array(self._words, np.int64)
        rows = VoteRows(self.unit, self.row)
        for votes in timed_votes(self.campaign, payload=self.payload):
            self._not_folded += sum(map(ne, votes.counts, votes.folded))
            self._not_counted += votes.counts.count(False)
            some = counting(votes)
            if not some.pk:
                continue
            place, spent = order[np.searchsorted(by_number, some.item)], spent_on(some)
            self.take(place, some.worker, some.answer, spent.milliseconds)
            self._sources.update(zip(some.worker, some.source, strict=True))
            gold = [self._gold.get(one) for one in place.tolist()]
            yield rows.written(some, spent, words[place].tolist(), gold)

    def taken(self) -> Votes:
        """Return the votes that were taken down, and let go of what was held of each."""
        place, worker, answer, milliseconds = self._votes.columns()
        self._votes = _Held()
        places, item = _numbered(place)
        workers, by = _numbered(worker, str)
        answers, of = _numbered(answer, self.answer)
        gold = {one: self._gold[one] for one in places if one in self._gold}
        ballots = Ballots(
            *(item, by, of, places),
            [str(one) for one in workers],
            [self.answer(one) for one in answers],
        )
        words = np.array(self._words, np.int64)[places]
        if milliseconds.max(initial=0) < LARGE:
            milliseconds, words = milliseconds.astype(np.int32), words.astype(np.int32)
        return Votes(ballots, np.array(answers, np.int64), gold, words, milliseconds)

    def _settled(self, votes: Votes, count: Count) -> Iterator[tuple[Any, Any]]:
        """Yield parts of the file: what is settled of some items, by those who judged and by
        decisions."""
        final, vectors = final_of(Extent(self.campaign)), votes.by_item()
        is_judged = np.zeros(len(self._items), bool)
        is_judged[votes.ballots.item_names] = True
        settled_on = lru_cache(MOST_PATTERNS)(self._settled_on)
        done = 0
        for named in names_in_order(self.campaign):
            some = is_judged[done : done + len(named)].tolist()
            done += len(named)
            judged = {pk: next(vectors) for (pk, _), one in zip(named, some, strict=True) if one}
            names = [name for pk, name in named if pk in judged]
            lines = count.add(names)
            yield "consensus", dict(zip(names, lines.all, strict=True))
            yield DIFFERENCES, lines.different
            settled = {pk: settled_on(given) for pk, given in judged.items() if pk not in final}
            yield from decided_and_settled(
                final, dict(named), settled, lambda vector, _: self.written(vector)
            ).items()

    def _settled_on(self, given: tuple[int, ...]) -> Settled | None:
        vectors = [(number,) for number in given]
        return first_settled(self.kernel.consensus(vectors, self.campaign.settings))

    def _whole(self, agreement: Content, crowd: Content, judgments: int) -> Content:
        state = AgreementState.objects.filter(campaign=self.campaign).first()
        return {
            "format": self.format,
            "campaign": terms_of(self.campaign) | {"most_judgments": self.campaign.most_judgments},
            "workers": {str(number): source for number, source in self._sources.items()},
            "figures": {
                "version": state.version if state else 0,
                "judgments": judgments,
                "not_counted": self._not_counted,
                "withdrawn": withdrawn_from(self.campaign),
                "not_folded": self._not_folded,
                "agreement": agreement,
                "crowd": crowd,
            },
        }


def _numbered(column: Ints, key: Callable[[int], Any] | None = None) -> tuple[list[int], Ints]:
    """Return the distinct numbers in the order of their keys, and the place there of each of the
    column."""
    found = np.unique(column)
    ordered = sorted(found.tolist(), key=key)
    ranks: Ints = np.empty(len(found), np.int16 if len(found) < SHORT else np.int32)
    ranks[np.searchsorted(found, ordered)] = np.arange(len(found))
    return ordered, ranks[np.searchsorted(found, column)]
