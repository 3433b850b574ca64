"""Judgments of one number each, a block at a time as columns, which a million are read by."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db import connection
from psycopg2 import sql

from annotation.models import Campaign

AT_ONCE = 1000
# Times are in seconds since 1970, from which a microsecond is known until the year 2255.
ROWS = """
SELECT judgment.id, hit.item_id, item.text, worker.number, worker.source, judgment.vector[1],
    date_part('epoch', assignment.claimed_at), date_part('epoch', judgment.submitted_at),
    judgment.active_ms, judgment.first_action_ms, judgment.counts, judgment.folded,
    judgment.late, hit.known, judgment.repeat, judgment.review, judgment.suggested,
    judgment.as_suggested, {payload}
FROM annotation_judgment judgment
JOIN annotation_hit hit ON hit.id = judgment.hit_id
JOIN annotation_item item ON item.id = hit.item_id
JOIN annotation_assignment assignment ON assignment.id = judgment.assignment_id
JOIN annotation_enrolment enrolment ON enrolment.id = assignment.enrolment_id
JOIN annotation_worker worker ON worker.id = enrolment.worker_id
WHERE judgment.campaign_id = {campaign} ORDER BY judgment.id
"""


class TimedVotes(NamedTuple):
    """Judgments in the order of their numbers: a column each, with a place for each judgment."""

    pk: tuple[int, ...]
    item: tuple[int, ...]
    name: tuple[str, ...]
    worker: tuple[int, ...]
    source: tuple[str, ...]
    answer: tuple[int, ...]
    claimed: tuple[float, ...]
    submitted: tuple[float, ...]
    active: tuple[int | None, ...]
    first_action: tuple[int | None, ...]
    counts: tuple[bool, ...]
    folded: tuple[bool, ...]
    late: tuple[bool, ...]
    known: tuple[bool, ...]
    repeat: tuple[bool, ...]
    review: tuple[str, ...]
    suggested: tuple[bool | None, ...]
    as_suggested: tuple[bool | None, ...]
    payload: tuple[str, ...]  # as JSON, "{}" where it is not asked for


def timed_votes(campaign: Campaign, *, payload: bool) -> Iterator[TimedVotes]:
    """Yield all judgments of a campaign, some at once; call it inside a snapshot.

    payload : whether to read what the workers sent, beside the answer
    """
    query = sql.SQL(ROWS).format(
        campaign=sql.Literal(campaign.pk),
        payload=sql.SQL("judgment.payload::text" if payload else "'{}'"),
    )
    with connection.chunked_cursor() as cursor:
        cursor.execute(query)
        while rows := cursor.fetchmany(AT_ONCE):
            yield TimedVotes(*zip(*rows, strict=True))
