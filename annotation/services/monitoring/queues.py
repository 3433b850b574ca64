"""Measure how long work waits in PostgreSQL, which is the queue: judgments to fold, and jobs.

The cost depends on the number of campaigns and unfinished jobs, not on the number of judgments."""

from dataclasses import dataclass

from django.db import connection

from annotation.services.jobs.kinds import Lane, job_kinds

# More waiting judgments than this are not counted.
MAX_COUNTED = 20_000

# A campaign's lag is the time since it made progress: since its oldest waiting judgment came, or
# since its last fold. A review puts old judgments back into the queue, so their age alone says
# nothing.
UNFOLDED = """
SELECT (SELECT count(*) FROM (
            SELECT FROM annotation_judgment WHERE NOT counts = folded LIMIT %s
        ) counted),
       coalesce(max(extract(epoch FROM
           clock_timestamp() - greatest(oldest.submitted_at, state.folded_at))), 0)
FROM annotation_agreementstate state
JOIN annotation_campaign campaign ON campaign.id = state.campaign_id
CROSS JOIN LATERAL (
    SELECT submitted_at FROM annotation_judgment
    WHERE campaign_id = state.campaign_id AND NOT counts = folded ORDER BY id LIMIT 1
) oldest
WHERE campaign.deleted_at IS NULL
"""
UNFINISHED = """
SELECT '{name}', count(*) FILTER (WHERE status = 'waiting'),
       count(*) FILTER (WHERE status = 'running'),
       coalesce(extract(epoch FROM
           clock_timestamp() - min(beat_at) FILTER (WHERE status = 'waiting')), 0)
FROM {table} WHERE status IN ('waiting', 'running')
"""


@dataclass(frozen=True)
class Unfolded:
    """Judgments that are not in the figures yet: how many, at most MAX_COUNTED, and for how long a
    campaign with such judgments has made no progress."""

    judgments: int
    seconds: float


@dataclass(frozen=True)
class Unfinished:
    """The unfinished jobs of one kind, and for how long the oldest of them has waited."""

    kind: str
    lane: Lane
    waiting: int
    running: int
    seconds: float


def unfolded() -> Unfolded:
    with connection.cursor() as cursor:
        cursor.execute(UNFOLDED, [MAX_COUNTED])
        judgments, seconds = cursor.fetchone()
    return Unfolded(judgments, max(float(seconds), 0.0))


def unfinished_jobs() -> list[Unfinished]:
    """Return the unfinished jobs of each kind, with one query for all kinds."""
    kinds = job_kinds()
    parts = (
        UNFINISHED.format(name=name, table=kind.model._meta.db_table)
        for name, kind in kinds.items()
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        rows = cursor.fetchall()
    return [
        Unfinished(name, kinds[name].lane, waiting, running, max(float(seconds), 0.0))
        for name, waiting, running, seconds in rows
    ]
