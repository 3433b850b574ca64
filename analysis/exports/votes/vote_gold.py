"""Gold of a campaign whose answers come from a few choices: labels and pairs.

It is made in three passes, so it may be larger than memory: the items, the judgments in the order
of their numbers, and the items' names again, when all judgments are weighted together
(`compact_votes`). Rows of judgments are written by templates (`vote_rows`).
"""

from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from agreement.groups import Ints
from analysis.exports.decisions import Settled, decided_and_settled, first_settled
from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts, Part, Path
from analysis.exports.terms import counts_of, settling_of, terms_of
from analysis.exports.votes.compact_votes import Columns, CompactVotes, Count, Known, Votes
from analysis.exports.votes.text_spool import TextSpool
from analysis.exports.votes.vote_rows import MAX_PATTERNS, About, VoteRows, counting, texts_in_json
from analysis.reading.batches import items_by_name
from analysis.reading.extent import Extent, final_of
from analysis.reading.judgment_rows import JudgmentRead
from analysis.reading.votes import TimedVotes, Workers, copy_timed_votes
from annotation.models import Campaign, Item
from midpath.json_types import JsonObject
from midpath.kernels.base import Kernel
from midpath.tables.figures.common import Summary

DIFFERENCES = ("figures", "crowd", "differences")


class VoteGold(CompactVotes):
    """The content of a gold file; a scheme defines its rows and figures."""

    format: ClassVar[str]
    kernel: ClassVar[Kernel[Mapping[str, object], Summary]]
    items: ClassVar[str]  # the member with the items
    unit: ClassVar[str]  # the member of a judgment's row with the name of its item
    payload: ClassVar[bool]  # whether rows include submitted values other than the answer

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign)
        # Words by item position, and milliseconds by judgment position.
        self._words, self._times = array("q"), Columns(1)
        self._sources: dict[int, str] = {}
        self._not_counted = self._not_folded = 0

    @abstractmethod
    def row(self, judgment: JudgmentRead, item: Known) -> JsonObject:
        """Return the file's row of a judgment that counts."""

    @abstractmethod
    def figures(self, votes: Votes, count: Any) -> tuple[JsonObject, JsonObject]:
        """Return the figures of agreement and, after all items are settled, those of the crowd."""

    def write(self, sink: Sink) -> None:
        """Write the file; call it inside a snapshot."""
        with JsonParts() as parts, TextSpool() as names:
            for name in (self.items, "consensus", "decisions", "gold"):
                parts.add(name, {})
            parts.add("judgments", [])
            parts.add(DIFFERENCES, [])
            for items in items_by_name(self.campaign):
                parts.add(self.items, {item.text: self.know(item)[1] for item in items})
                names.add(texts_in_json([item.text for item in items]))
            self._read_judgments(names, lambda rows: parts.add_written("judgments", rows))
            votes = self.taken()
            count = self.count(votes)
            for member, part in self._settled(votes, count):
                parts.add(member, part)
            parts.set(self._whole(votes, *self.figures(votes, count)))
            parts.write(sink)

    def know(self, item: Item) -> tuple[Known, JsonObject]:
        known, content = super().know(item)
        self._words.append(known.words)
        return known, content

    def take(self, *columns: Ints) -> None:
        """Record judgments: the positions of their items, workers and answers, and their
        milliseconds."""
        *vote, milliseconds = columns
        super().take(*vote)
        self._times.add(milliseconds)

    def times(self, votes: Votes) -> Ints:
        """Return (N, 2) words and milliseconds of the votes, and release their memory."""
        (milliseconds,) = self._times.taken()
        words = np.array(self._words, np.int64)[votes.ballots.item_names]
        times = np.empty((len(milliseconds), 2), milliseconds.dtype)
        times[:, 0], times[:, 1] = words[votes.ballots.items], milliseconds
        return times

    def _read_judgments(self, names: TextSpool, put: Callable[[list[bytes]], object]) -> None:
        hits, workers = self._hits(), Workers(self.campaign)
        words, rows = np.array(self._words, np.int64), VoteRows(self.unit, self.row)

        def take(votes: TimedVotes) -> None:
            self._not_folded += int((votes.counts != votes.folded).sum())
            self._not_counted += int((~votes.counts).sum())
            some = counting(votes)
            if not len(some.pk):
                return
            place, known = hits.of(some.hit)
            worker = workers.of(some.enrolment)
            self.take(place, worker, some.answer, some.milliseconds)
            places = place.tolist()
            gold = [*map(self._gold.get, places)]
            about = About(names.at(places), words[place], worker, known, gold)
            put(rows.written(some, about))

        copy_timed_votes(self.campaign, take, payload=self.payload)
        self._sources = workers.sources

    def _settled(self, votes: Votes, count: Count) -> Iterator[tuple[str | Path, Part]]:
        """Yield parts of the file: the consensus and the decisions on some items."""
        final, vectors = final_of(Extent(self.campaign)), votes.by_item()
        settled_on = lru_cache(MAX_PATTERNS)(self._settled_on)
        for some in self.lines(votes, count):
            names = [some.named[pk] for pk in some.judged]
            yield "consensus", dict(zip(names, some.lines.all, strict=True))
            yield DIFFERENCES, some.lines.different
            judged = {pk: next(vectors) for pk in some.judged}
            settled = {pk: settled_on(given) for pk, given in judged.items() if pk not in final}
            yield from decided_and_settled(
                final, some.named, settled, lambda vector, _: self.written(vector)
            ).items()

    def _settled_on(self, given: tuple[int, ...]) -> Settled | None:
        vectors = [(number,) for number in given]
        return first_settled(self.kernel.consensus(vectors, self.campaign.settings))

    def _whole(self, votes: Votes, agreement: JsonObject, crowd: JsonObject) -> JsonObject:
        many = len(votes.ballots.items)
        return {
            "format": self.format,
            "campaign": terms_of(self.campaign) | settling_of(self.campaign),
            "workers": {one: self._sources[int(one)] for one in votes.ballots.worker_names},
            "figures": {
                **counts_of(self.campaign, many, self._not_counted, self._not_folded),
                "agreement": agreement,
                "crowd": crowd,
            },
        }
