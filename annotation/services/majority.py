"""Ask for more judgments of a HIT until its workers agree, and never past its cap.

A HIT is settled when as many judgments count as its campaign begins with, and more than half of
those that count give one answer (ACL 2014 section 4.2: three annotators, "as many as 15, increased
until an absolute majority was reached"). The slots that are still to come, leased or free, are
waited for as long as they can settle it."""

from collections.abc import Sequence

from django.db import connection

from annotation.models import Campaign
from annotation.schemes import scheme_of

# Apart from all other locks that the database is asked for by number.
DECISION = 7_236_101
# HITs share so many locks: one worker's whole work may be decided on at once, and the locks that
# the database has room for are everybody's.
DECISION_LOCKS = 512

# Two who judge one HIT at once decide one after the other, the second by what the first wrote: so
# this stands in a statement of its own, before the one that looks. It is not the HIT's row, since
# a decision may need its campaign's, which everyone locks first.
LOCK = """
SELECT pg_advisory_xact_lock(%(decision)s, number)
FROM (SELECT DISTINCT (id %% %(locks)s)::integer AS number FROM unnest(%(hits)s::bigint[]) id
      ORDER BY number) numbers
"""

TRY_LOCK = """
SELECT pg_try_advisory_xact_lock(%(decision)s, (%(hit)s::bigint %% %(locks)s)::integer)
"""

# `change` is below nought where a free slot is not needed any more. What changed meanwhile without
# this lock is a claim or a slot that came back: either leaves a slot to come, and its worker's
# submit decides again.
DECIDE = """
WITH votes AS (
    SELECT hit_id, count(*) AS votes
    FROM annotation_judgment
    WHERE hit_id = ANY(%(hits)s) AND counts
    GROUP BY hit_id, CASE WHEN %(yes)s::integer[] IS NULL THEN vector[1]
                          ELSE (vector[1] = ANY(%(yes)s::integer[]))::integer END
), standing AS (
    SELECT hit.id, hit.position, hit.quota, hit.taken, hit.cap,
           coalesce(sum(votes.votes), 0)::integer AS given,
           coalesce(max(votes.votes), 0)::integer AS best,
           (SELECT count(*)::integer FROM annotation_assignment lease
            WHERE lease.hit_id = hit.id AND lease.status = 'open') + hit.quota - hit.taken AS coming
    FROM annotation_hit hit LEFT JOIN votes ON votes.hit_id = hit.id
    WHERE hit.id = ANY(%(hits)s) AND NOT hit.known
    GROUP BY hit.id
), wanted AS (
    SELECT standing.id, position, quota, CASE
        WHEN cap IS NULL THEN greatest(%(refill)s, greatest(taken, redundancy) - quota)
        WHEN given >= redundancy AND 2 * best > given THEN taken - quota
        WHEN given + coming < redundancy THEN least(redundancy - given - coming, cap - quota)
        WHEN 2 * (best + coming) <= given + coming THEN least(1, cap - quota)
        ELSE 0 END AS change
    FROM standing, annotation_campaign WHERE annotation_campaign.id = %(campaign)s
), grown AS (
    SELECT id, row_number() OVER (ORDER BY position) AS turn FROM wanted WHERE change > 0
), numbered AS (
    UPDATE annotation_campaign SET reopenings = reopenings + (SELECT count(*) FROM grown)
    WHERE id = %(campaign)s AND EXISTS (SELECT FROM wanted WHERE change <> 0)
    RETURNING reopenings - (SELECT count(*) FROM grown) AS before
)
UPDATE annotation_hit hit
SET quota = hit.quota + change, reopened = coalesce(before + turn, hit.reopened)
FROM numbered, wanted LEFT JOIN grown ON grown.id = wanted.id
WHERE hit.id = wanted.id AND change <> 0 AND hit.quota = wanted.quota
  AND hit.taken <= hit.quota + change
"""


def lock_decision(hits: Sequence[int]) -> None:
    """Whoever changes what counts of adaptive HITs takes this after her own rows and before the
    campaign's."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, {"decision": DECISION, "locks": DECISION_LOCKS, "hits": list(hits)})


def lock_decision_at_hand(hit_id: int) -> bool:
    """The same for whoever holds campaigns and HITs already and so must not wait: False where
    somebody is deciding at this moment."""
    with connection.cursor() as cursor:
        cursor.execute(TRY_LOCK, {"decision": DECISION, "locks": DECISION_LOCKS, "hit": hit_id})
        return bool(cursor.fetchone()[0])


def settle_hits(campaign: Campaign, hits: Sequence[int], *, refill: int = 0) -> None:
    """Ask for more where the judgments do not settle it, and for no more where they do. HITs of
    fixed redundancy get `refill` more, or a free one less. Whoever calls this holds the
    decision."""
    by_yes = campaign.majority_of == Campaign.MajorityOf.YES_NO
    yes = list(scheme_of(campaign).yes_answers(campaign.settings)) if by_yes else None
    with connection.cursor() as cursor:
        cursor.execute(
            DECIDE,
            {"campaign": campaign.pk, "hits": list(hits), "yes": yes, "refill": refill},
        )
