"""The votes of a campaign, read from the database; texts and rows are streamed."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np

from analysis.exports.decisions import NOT_DECIDED, decided_in_rows
from analysis.reading.batches import items_by_name, names_in_order
from analysis.reading.votes import Hits, Vote, Workers, copy_votes
from annotation.models import Campaign, Item
from midpath.gold.compact_votes import CompactVotes, Count, Known, Lines, Votes
from midpath.json_types import JsonObject


class SomeLines(NamedTuple):
    """Some items by number and name, the judged ones among them, and their lines."""

    named: dict[int, str]
    judged: list[int]
    lines: Lines


class CampaignVotes:
    """The items of a campaign, in the order of their names, and their compact votes."""

    def __init__(self, campaign: Campaign, compact: CompactVotes) -> None:
        self.campaign, self.compact = campaign, compact
        self._items = array("q")  # their numbers

    def know(self, item: Item) -> tuple[Known, JsonObject]:
        """Record the next item, and return the result of `read`."""
        self._items.append(item.pk)
        return self.compact.know(item)

    def take_all(self) -> None:
        """Record all items, and the judgments that count; call it inside a snapshot."""
        for items in items_by_name(self.campaign):
            for item in items:
                self.know(item)
        hits, workers = self.hits(), Workers(self.campaign)

        def take(some: Vote) -> None:
            place, _ = hits.of(some.hit)
            self.compact.take(place, workers.of(some.enrolment), some.answer)

        copy_votes(self.campaign, take)

    def lines(self, votes: Votes, count: Count) -> Iterator[SomeLines]:
        """Yield all items in batches, with the lines of the judged ones."""
        is_judged = np.zeros(len(self._items), bool)
        is_judged[votes.ballots.item_names] = True
        done = 0
        for named in names_in_order(self.campaign):
            some = is_judged[done : done + len(named)].tolist()
            done += len(named)
            judged = dict(compress(named, some))
            yield SomeLines(dict(named), [*judged], count.add([*judged.values()]))

    def hits(self) -> Hits:
        return Hits(self.campaign, np.array(self._items, np.int64))


def settled_rows(
    campaign: Campaign,
    compact_votes: CompactVotes,
    write: Callable[[Sequence[int]], str],
    models: Sequence[str] = (),
) -> Iterator[JsonObject]:
    """Yield the line of each judged item in the order of names, with its number of counting
    judgments and its decision; call it inside a snapshot.

    compact_votes : votes, before any are recorded
    write : writes the vector of a decision
    models : names of further models in `skill_models`
    """
    campaign_votes = CampaignVotes(campaign, compact_votes)
    campaign_votes.take_all()
    votes = compact_votes.taken()
    judgments, done = np.bincount(votes.ballots.items), 0
    for some in campaign_votes.lines(votes, compact_votes.count(votes, models)):
        decided = decided_in_rows(campaign, some.judged, write)
        times = judgments[done : done + len(some.judged)].tolist()
        done += len(times)
        for item, line, given in zip(some.judged, some.lines.all, times, strict=True):
            yield {**line, "judgments": given, **decided.get(item, NOT_DECIDED)}
