"""Gold of a campaign whose answers are one of a few: of labels and of pairs.

It is made in three passes, so it may be longer than what memory holds: of the items, of the
judgments in the order of their numbers, and of the items' names once more, when all judgments are
weighed together. Of each judgment four numbers are held, of each item a few.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from agreement.groups import Ints
from agreement.votes.ballots import Ballots
from analysis.exports.decisions import decided_and_settled, first_settled
from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts
from analysis.exports.terms import terms_of
from analysis.kernels.base import Kernel
from analysis.reading.campaign_judgments import JudgmentRead
from analysis.reading.decisions import final_of
from analysis.reading.extent import Extent
from analysis.reading.in_parts import items_by_name, named_judgments, names_in_order
from annotation.models import AgreementState, Campaign, Item
from annotation.services.work.counting import withdrawn_from

DIFFERENCES = ("figures", "crowd", "differences")
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
    times : (N, 2) words and milliseconds
    """

    ballots: Ballots[int, str, Any]
    numbers: Ints
    gold: Mapping[int, Any]
    times: Ints

    def by_item(self) -> Iterator[list[tuple[int, ...]]]:
        """Yield the vectors of the answers to each item, in the order of their places."""
        order = np.argsort(self.ballots.items, kind="stable")
        given = self.numbers[self.ballots.labels[order]]
        ends = np.cumsum(np.bincount(self.ballots.items))
        for begin, end in pairwise((0, *ends.tolist())):
            yield [(number,) for number in given[begin:end].tolist()]


class VoteGold(ABC):
    """The content of a gold file; a scheme says what its items, answers and figures are."""

    format: ClassVar[str]
    kernel: ClassVar[Kernel[Any, Any]]
    items: ClassVar[str]  # the member with the items

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        # By an item's place: its number, its words, and the known answer where there is one.
        self._items, self._words = array("q"), array("q")
        self._gold: dict[int, Any] = {}
        self._votes = array("q")  # place, worker, answer and milliseconds of each that counts
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
            for told in self._read_items():
                parts.add(self.items, told)
            for rows in self._read_judgments():
                parts.add("judgments", rows)
            votes = self._taken()
            count = self.count(votes)
            for name, part in self._settled(votes, count):
                parts.add(name, part)
            parts.set(self._whole(*self.figures(votes, count), len(votes.times)))
            parts.write(sink)

    def _read_items(self) -> Iterator[Content]:
        for items in items_by_name(self.campaign):
            told = {}
            for item in items:
                known, told[item.text] = self.read(item)
                if known.gold is not None:
                    self._gold[len(self._words)] = known.gold
                self._items.append(item.pk)
                self._words.append(known.words)
            yield told

    def _read_judgments(self) -> Iterator[list[Content]]:
        items = np.array(self._items, np.int64)
        order = np.argsort(items)
        for judgments in named_judgments(self.campaign):
            wanted = [one.item_id for one, _ in judgments]
            places = order[np.searchsorted(items, wanted, sorter=order)].tolist()
            rows = []
            for place, (one, name) in zip(places, judgments, strict=True):
                self._not_folded += one.counts != one.folded
                if not one.counts:
                    self._not_counted += 1
                    continue
                self._votes.extend((place, one.worker, one.vector[0], one.milliseconds))
                self._sources[one.worker] = one.source
                known = Known(name, self._words[place], self._gold.get(place))
                rows.append(self.row(one, known))
            yield rows

    def _taken(self) -> Votes:
        """Return the votes that were read, and let go of what was held of each."""
        given = np.frombuffer(self._votes, np.int64).reshape(-1, 4)
        (places, item), (workers, worker), (answers, answer) = (
            np.unique(column, return_inverse=True) for column in given.T[:3]
        )
        words = np.array(self._words, np.int64)[given[:, 0]]
        times = np.stack([words, given[:, 3]], axis=1)
        names = [self.answer(number) for number in answers.tolist()]
        who = [str(number) for number in workers.tolist()]
        self._votes = array("q")
        judged = places.tolist()
        gold = {place: self._gold[place] for place in judged if place in self._gold}
        return Votes(Ballots(item, worker, answer, judged, who, names), answers, gold, times)

    def _settled(self, votes: Votes, count: Count) -> Iterator[tuple[Any, Any]]:
        """Yield parts of the file: what is settled of some items, by those who judged and by
        decisions."""
        final, vectors = final_of(Extent(self.campaign)), votes.by_item()
        is_judged = np.zeros(len(self._items), bool)
        is_judged[votes.ballots.item_names] = True
        done = 0
        for named in names_in_order(self.campaign):
            some = is_judged[done : done + len(named)].tolist()
            done += len(named)
            judged = {pk: next(vectors) for (pk, _), one in zip(named, some, strict=True) if one}
            names = [name for pk, name in named if pk in judged]
            lines = count.add(names)
            yield "consensus", dict(zip(names, lines.all, strict=True))
            yield DIFFERENCES, lines.different
            settled = {
                pk: first_settled(self.kernel.consensus(given, self.campaign.settings))
                for pk, given in judged.items()
                if pk not in final
            }
            yield from decided_and_settled(
                final, dict(named), settled, lambda vector, _: self.written(vector)
            ).items()

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
