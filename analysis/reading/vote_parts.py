"""The votes of a campaign whose answers come from a few choices, read in parts by any number of
processes.

A part has the votes on a range of items. Parts are joined in the order of their ranges, so the
result does not depend on who read which part.
"""

import zlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import orjson
from psycopg2 import sql

from agreement.groups import Ints
from analysis.reading.binary_rows import columns_of, copy_rows, row_type
from analysis.reading.item_ranges import ItemRange
from analysis.reading.votes import Workers
from annotation.models import Campaign, Item

QUERY = """
SELECT hit.item_id, assignment.enrolment_id, judgment.vector[1],
    assignment.claimed_at, judgment.submitted_at
FROM annotation_judgment judgment
JOIN annotation_hit hit ON hit.id = judgment.hit_id
JOIN annotation_assignment assignment ON assignment.id = judgment.assignment_id
WHERE judgment.campaign_id = {campaign} AND judgment.folded
    AND hit.campaign_id = {campaign} AND hit.item_id > {after} AND hit.item_id <= {until}
ORDER BY hit.item_id, judgment.id
"""
ROW = row_type(item="i8", enrolment="i8", answer="i4", claimed="i8", submitted="i8")
SMALLEST, LARGEST = -(1 << 63), (1 << 63) - 1
LITTLE_ENDIAN = np.dtype("<i8")

# What a scheme's figures need of an item, in a form for JSON.
Facts: TypeAlias = Sequence[object]
FactsOf: TypeAlias = Callable[[Item], Facts]


class VotePart(NamedTuple):
    """The votes on a range of items, small enough for Redis: how many there are, the facts about
    each judged item, as JSON, and the columns of `VoteColumns`, all compressed."""

    votes: int
    facts: bytes
    columns: bytes


class VoteColumns(NamedTuple):
    """Votes in the figures of a campaign, as columns: the places of their items among the facts,
    the numbers of their workers, their answers, and how many milliseconds they took."""

    facts: list[Facts]
    item: Ints
    worker: Ints
    answer: Ints
    milliseconds: Ints

    def fact(self, place: int) -> list[Any]:
        """Return one of the facts about all items."""
        return [one[place] for one in self.facts]


def read_part(campaign: Campaign, items: ItemRange, facts_of: FactsOf) -> VotePart:
    """Read the votes on a range of items; call it inside a snapshot."""
    blocks = [np.empty(0, ROW)]
    query = sql.SQL(QUERY).format(
        campaign=sql.Literal(campaign.pk),
        after=sql.Literal(SMALLEST if items.after is None else items.after),
        until=sql.Literal(LARGEST if items.until is None else items.until),
    )
    copy_rows(query, lambda rows: blocks.append(columns_of(rows, ROW)))
    rows = np.concatenate(blocks)
    judged, place = np.unique(rows["item"], return_inverse=True)
    workers = Workers(campaign).of(rows["enrolment"]) if len(rows) else place
    milliseconds = (rows["submitted"] - rows["claimed"]) // 1000
    columns = np.stack([place, workers, rows["answer"], milliseconds]).astype(LITTLE_ENDIAN)
    found = Item.objects.filter(pk__in=judged.tolist()).order_by("pk").iterator()
    return VotePart(
        len(rows),
        zlib.compress(orjson.dumps([facts_of(one) for one in found]), 1),
        zlib.compress(columns.tobytes(), 1),
    )


def joined(parts: Sequence[VotePart]) -> VoteColumns:
    """Return the votes of parts in their order."""
    facts: list[Facts] = []
    columns = np.empty((4, sum(part.votes for part in parts)), np.int64)
    done = 0
    for part in parts:
        own = columns[:, done : done + part.votes]
        read = np.frombuffer(zlib.decompress(part.columns), LITTLE_ENDIAN)
        own[:] = read.reshape(4, part.votes)
        own[0] += len(facts)
        facts += orjson.loads(zlib.decompress(part.facts))
        done += part.votes
    return VoteColumns(facts, *columns)
