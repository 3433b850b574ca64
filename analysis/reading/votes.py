"""Judgments that are one number each, read by the million in blocks of columns.

Their HITs and workers are read first, so that the server joins and sorts as little as possible.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from psycopg2 import sql

from agreement.groups import Ints
from analysis.reading.binary_rows import (
    LENGTH,
    columns_of,
    copy_rows,
    length_at,
    row_type,
    values_of,
)
from annotation.models import Campaign

# PostgreSQL counts microseconds from the year 2000 on; NumPy and Midpath from 1970 on.
SINCE_1970 = 946_684_800_000_000
YES = b"\1"
HITS = "SELECT id, item_id, known FROM annotation_hit WHERE campaign_id = {campaign} ORDER BY id"
HIT = row_type(pk="i8", item="i8", known="?")
VOTES = """
SELECT judgment.hit_id, assignment.enrolment_id, judgment.vector[1]
FROM annotation_judgment judgment
JOIN annotation_assignment assignment ON assignment.id = judgment.assignment_id
WHERE judgment.campaign_id = {campaign} AND judgment.counts
"""
VOTE = row_type(hit="i8", enrolment="i8", answer="i4")
# Judgments are read in their order, and each one's assignment is looked up (OFFSET prevents the
# planner from doing anything else), so the first ones come at once and nothing is sorted on disk.
TIMED = """
SELECT judgment.id, judgment.hit_id, assignment.enrolment_id, judgment.vector[1],
    assignment.claimed_at, judgment.submitted_at,
    coalesce(judgment.active_ms, -1), coalesce(judgment.first_action_ms, -1),
    judgment.counts, judgment.folded, {vector}
    judgment.late, judgment.repeat, judgment.suggested, judgment.as_suggested,
    judgment.review, {payload}
FROM annotation_judgment judgment
CROSS JOIN LATERAL (
    SELECT enrolment_id, claimed_at FROM annotation_assignment
    WHERE id = judgment.assignment_id OFFSET 0
) assignment
WHERE judgment.campaign_id = {campaign} ORDER BY judgment.id
"""
SENT, NOTHING_SENT = sql.SQL("judgment.payload::text"), sql.SQL("'{}'")
VECTOR = sql.SQL("array_to_string(judgment.vector, ','),")
TIMED_VOTE = row_type(
    pk="i8",
    hit="i8",
    enrolment="i8",
    answer="i4",
    claimed="i8",
    submitted="i8",
    active="i4",
    first_action="i4",
    counts="?",
    folded="?",
)


class Hits:
    """The HITs of a campaign: the positions of their items, and whether these are gold items.

    items : the numbers of the dataset's items, in order
    """

    def __init__(self, campaign: Campaign, items: Ints) -> None:
        blocks = [np.empty(0, HIT)]
        copy_rows(_query(HITS, campaign), lambda rows: blocks.append(columns_of(rows, HIT)))
        hits = np.concatenate(blocks)
        order = np.argsort(items)
        self._hits = hits["pk"].astype(np.int64)
        self._places = order[np.searchsorted(items[order], hits["item"])]
        self._known = hits["known"]

    def of(self, hit: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """Return for each of these HITs the position of its item, and whether it is a gold item."""
        at = np.searchsorted(self._hits, hit)
        return self._places[at], self._known[at]


class Workers:
    """The workers of a campaign, and their platforms by number."""

    def __init__(self, campaign: Campaign) -> None:
        rows = campaign.enrolments.order_by("pk")
        enrolments = [*rows.values_list("pk", "worker__number", "worker__source")]
        self._enrolments = np.array([pk for pk, _, _ in enrolments], np.int64)
        self._numbers = np.array([number for _, number, _ in enrolments], np.int64)
        self.sources = {number: source for _, number, source in enrolments}

    def of(self, enrolment: Ints) -> Ints:
        """Return for each of these enrolments the number of its worker."""
        return self._numbers[np.searchsorted(self._enrolments, enrolment)]


class Vote(NamedTuple):
    """Judgments that count, as columns, unordered."""

    hit: Ints
    enrolment: Ints
    answer: Ints


class TimedVotes(NamedTuple):
    """Judgments in the order of their numbers, as columns."""

    pk: Ints
    hit: Ints
    enrolment: Ints
    answer: Ints
    claimed: Ints  # microseconds since 1970
    submitted: Ints
    active: Ints  # milliseconds, -1 if unknown
    first_action: Ints
    counts: NDArray[np.bool_]
    folded: NDArray[np.bool_]
    details: NDArray[
        np.object_
    ]  # input of `parse_details`, as bytes; equal bytes have equal content

    @property
    def milliseconds(self) -> Ints:
        return (self.submitted - self.claimed) // 1000


class JudgmentDetails(NamedTuple):
    """All fields of a judgment except its answer and times; the payload as JSON, if it is read."""

    late: bool
    repeat: bool
    suggested: bool | None
    as_suggested: bool | None
    review: str
    payload: str


def parse_details(row: bytes) -> JudgmentDetails:
    """Parse an entry of `TimedVotes.details`."""
    *flags, review, payload = values_of(row)
    late, repeat, suggested, as_suggested = (
        None if flag is None else flag == YES for flag in flags
    )
    return JudgmentDetails(
        *(bool(late), bool(repeat), suggested, as_suggested),
        *((text or b"").decode() for text in (review, payload)),
    )


def copy_votes(campaign: Campaign, take: Callable[[Vote], object]) -> None:
    """Pass on the judgments that count in batches; call it inside a snapshot."""

    def read(rows: list[bytes]) -> None:
        found = columns_of(rows, VOTE)
        take(Vote(*(_native(found[name]) for name in Vote._fields)))

    copy_rows(_query(VOTES, campaign), read)


def copy_timed_votes(
    campaign: Campaign, take: Callable[[TimedVotes], object], *, payload: bool
) -> None:
    """Pass on all judgments in batches; call it inside a snapshot.

    payload : whether to read all that workers sent, not only the answer
    """

    def read(rows: list[bytes]) -> None:
        take(_timed(rows, [row[TIMED_VOTE.itemsize :] for row in rows]))

    sent = SENT if payload else NOTHING_SENT
    copy_rows(_query(TIMED, campaign, payload=sent, vector=sql.SQL("")), read)


def copy_timed_vectors(
    campaign: Campaign, take: Callable[[TimedVotes, list[bytes]], object]
) -> None:
    """Pass on all judgments in batches, each with its whole vector, separated by commas; call it
    inside a snapshot."""
    begin = TIMED_VOTE.itemsize + LENGTH

    def read(rows: list[bytes]) -> None:
        ends = [begin + length_at(row, TIMED_VOTE.itemsize) for row in rows]
        cut = list(zip(rows, ends, strict=True))
        take(_timed(rows, [row[end:] for row, end in cut]), [row[begin:end] for row, end in cut])

    copy_rows(_query(TIMED, campaign, payload=NOTHING_SENT, vector=VECTOR), read)


def _timed(rows: list[bytes], details: list[bytes]) -> TimedVotes:
    found = columns_of(rows, TIMED_VOTE)
    *names, _ = TimedVotes._fields
    columns = {name: _native(found[name]) for name in names}
    for moment in ("claimed", "submitted"):
        columns[moment] += SINCE_1970
    as_objects = np.empty(len(rows), object)
    as_objects[:] = details
    return TimedVotes(details=as_objects, **columns)


def _query(query: str, campaign: Campaign, **parts: sql.Composable) -> sql.Composable:
    return sql.SQL(query).format(campaign=sql.Literal(campaign.pk), **parts)


def _native(column: NDArray[Any]) -> NDArray[Any]:
    return column.astype(column.dtype.newbyteorder("="))
