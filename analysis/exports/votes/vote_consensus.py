"""Consensus rows of a campaign whose answers come from a few choices, some items at a time."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from analysis.exports.decisions import NOT_DECIDED, decided_in_rows
from analysis.exports.votes.compact_votes import CompactVotes
from annotation.json_types import JsonObject


def settled_rows(
    compact_votes: CompactVotes, write: Callable[[Sequence[int]], str]
) -> Iterator[JsonObject]:
    """Yield the line of each judged item in the order of names, with its number of counting
    judgments and its decision; call it inside a snapshot.

    compact_votes : votes, before any are recorded
    write : writes the vector of a decision
    """
    compact_votes.take_all()
    votes = compact_votes.taken()
    judgments, done = np.bincount(votes.ballots.items), 0
    for some in compact_votes.lines(votes, compact_votes.count(votes)):
        decided = decided_in_rows(compact_votes.campaign, some.judged, write)
        times = judgments[done : done + len(some.judged)].tolist()
        done += len(times)
        for item, line, given in zip(some.judged, some.lines.all, times, strict=True):
            yield {**line, "judgments": given, **decided.get(item, NOT_DECIDED)}
