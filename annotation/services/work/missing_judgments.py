"""Request as many judgments of a HIT as it lacks, and no more than it needs.

A judgment that took a slot and does not count (it is rejected, or its worker's work is left out)
uses up none of the judgments that its campaign pays for. A HIT of fixed redundancy gets as many
counting judgments as its campaign requests, or as a researcher requested for this HIT, if that is
more. A HIT of adaptive redundancy gets judgments until it is settled. It is settled when it has its
initial number of counting judgments, set for the campaign or the HIT, and more than half of them
give one answer (ACL 2014 section 4.2: three annotators, "as many as 15, increased until an absolute
majority was reached"), or, if the campaign settles by posterior, its best answer is probable
enough. Open slots, leased or free, are waited for as long as they can settle it."""

from collections.abc import Sequence

from django.db import connection

from annotation.models import Campaign
from annotation.models.terms.quality_terms import MajorityOf, SettleBy
from annotation.schemes import scheme_of
from annotation.schemes.mixins import Adaptive, YesNo
from annotation.services.progress.campaign_counts import outdate_counts

# The first number of these advisory locks; no other advisory lock here uses it.
DECISION = 7_236_101
# All HITs share this many locks. All work of one worker may be decided on at once, and the database
# has a limited number of locks in total.
DECISION_LOCKS = 512
# How often workers are right before there is an estimate, in thousandths.
UNKNOWN_ACCURACY = 750

# When two workers submit to one HIT at once, the decisions run one after the other, and the second
# sees what the first wrote. So the lock is taken in a statement before the one that reads. It is no
# lock on the HIT's row: a decision may need the campaign's row, which every transaction locks
# before a HIT's.
LOCK = """
SELECT pg_advisory_xact_lock(%(decision)s, number)
FROM (SELECT DISTINCT (id %% %(locks)s)::integer AS number FROM unnest(%(hits)s::bigint[]) id
      ORDER BY number) numbers
"""

TRY_LOCK = """
SELECT pg_try_advisory_xact_lock(%(decision)s, (%(hit)s::bigint %% %(locks)s)::integer)
"""

# Of each HIT, `lost` slots were taken by judgments that do not count. The others are `given`, and
# it takes at least `missing` more to settle it, apart from the initial number.
JUDGMENTS = """
WITH judgments AS (
    SELECT hit_id, assignment_id, vector[1] AS answer, {counts} AS counts
    FROM annotation_judgment
    WHERE hit_id = ANY(%(hits)s) AND took_slot AND NOT repeat
), """
BY_MAJORITY = """votes AS (
    SELECT hit_id, count(*) FILTER (WHERE counts) AS votes,
           count(*) FILTER (WHERE NOT counts) AS lost
    FROM judgments
    GROUP BY hit_id, CASE WHEN %(yes)s::integer[] IS NULL THEN answer
                          ELSE (answer = ANY(%(yes)s::integer[]))::integer END
), settling AS (
    SELECT hit_id, sum(votes) AS given, sum(lost) AS lost,
           sum(votes) - 2 * max(votes) + 1 AS missing
    FROM votes GROUP BY hit_id
)"""
# The model is one_coin.py's, with the same prior for all answers: a worker who is right with the
# probability s multiplies the odds of their answer, against each of the other k - 1, by
# s (k - 1) / (1 - s). The order of the terms is fixed, so equal rows have equal sums. These can be
# a rounding error off, so a posterior within a billionth of the required one is enough.
BY_POSTERIOR = """votes AS (
    SELECT hit_id, answer, count(*) FILTER (WHERE counts) AS votes,
           count(*) FILTER (WHERE NOT counts) AS lost,
           sum(ln(right_in_1000 * (%(answers)s - 1.0) / (1000 - right_in_1000))
               ORDER BY right_in_1000) FILTER (WHERE counts) AS odds
    FROM (
        SELECT judgments.*,
               coalesce(accuracy, mean_accuracy, %(unknown)s)::float8 AS right_in_1000
        FROM judgments JOIN annotation_assignment assignment ON assignment.id = assignment_id
        LEFT JOIN annotation_workersignals signals USING (enrolment_id),
        annotation_campaign campaign WHERE campaign.id = %(campaign)s
    ) estimated
    GROUP BY hit_id, answer
), likely AS (
    SELECT hit_id, votes, lost, coalesce(odds, 0) AS odds,
           max(coalesce(odds, 0)) OVER (PARTITION BY hit_id) AS best
    FROM unnest(%(hits)s::bigint[]) hit_id CROSS JOIN generate_series(0, %(answers)s - 1) answer
    LEFT JOIN votes USING (hit_id, answer)
), settling AS (
    SELECT hit_id, sum(votes) AS given, sum(lost) AS lost,
           (1 / sum(exp(greatest(odds - best, -700)) ORDER BY odds) < (
               SELECT min_posterior::float8 - 1e-9 FROM annotation_campaign
               WHERE id = %(campaign)s
           ))::integer AS missing
    FROM likely GROUP BY hit_id
)"""
# `coming` slots are leased or free. A negative `change` removes slots that are no longer needed.
WANTED = """, standing AS (
    SELECT hit.id, hit.position, hit.quota, hit.taken, hit.cap, hit.at_least,
           coalesce(given, 0)::integer AS given, coalesce(lost, 0)::integer AS lost,
           coalesce(missing, 1)::integer AS missing
    FROM annotation_hit hit LEFT JOIN settling ON settling.hit_id = hit.id
    WHERE hit.id = ANY(%(hits)s) AND NOT hit.known
), weighed AS (
    SELECT standing.*, greatest(redundancy, at_least) AS first,
           greatest(most_judgments, at_least) + lost AS most, quota - lost - given AS coming
    FROM standing, annotation_campaign WHERE annotation_campaign.id = %(campaign)s
), wanted AS (
    SELECT id, position, quota, cap, most, CASE
        WHEN cap IS NULL THEN first + lost - quota
        WHEN given >= first AND missing <= 0 THEN taken - quota
        WHEN quota > most THEN most - quota
        WHEN given + coming < first THEN least(first - given - coming, most - quota)
        WHEN coming < missing THEN least(1, most - quota)
        ELSE 0 END AS change
    FROM weighed
)
"""

# Taken slots stay, so the UPDATE compares with the current row. Only a claim or a freed slot can
# have changed it without this lock: either leaves an open slot, and its worker's submission decides
# again.
CHANGE = """, changing AS (
    SELECT *, row_number() OVER (ORDER BY change > 0 DESC, position) AS turn FROM wanted
    WHERE change <> 0 OR cap <> most
), numbered AS (
    UPDATE annotation_campaign SET reopenings = reopenings + grown
    FROM (SELECT count(*) FILTER (WHERE change > 0) AS grown FROM changing) counted
    WHERE id = %(campaign)s AND EXISTS (SELECT FROM changing)
    RETURNING reopenings - grown AS before
)
UPDATE annotation_hit hit
SET quota = greatest(hit.taken, hit.quota + change),
    cap = CASE WHEN hit.cap IS NOT NULL THEN greatest(most, hit.taken, hit.quota + change) END,
    reopened = CASE WHEN change > 0 THEN before + turn ELSE hit.reopened END
FROM numbered, changing
WHERE hit.id = changing.id AND (hit.cap IS NULL OR hit.quota = changing.quota)
RETURNING greatest(change, 0)
"""

# The same as if some judgments had left or entered the figures already.
COUNT_REQUESTED = """
SELECT count(*) FILTER (WHERE change > 0), coalesce(sum(change) FILTER (WHERE change > 0), 0)
FROM wanted
"""
SETTLING = {SettleBy.MAJORITY: BY_MAJORITY, SettleBy.POSTERIOR: BY_POSTERIOR}
DECIDE = {
    by: JUDGMENTS.format(counts="counts") + settling + WANTED + CHANGE
    for by, settling in SETTLING.items()
}
FORESEE = {
    by: JUDGMENTS.format(counts="counts <> (id = ANY(%(moving)s))")
    + settling
    + WANTED
    + COUNT_REQUESTED
    for by, settling in SETTLING.items()
}


def lock_decision(hits: Sequence[int]) -> None:
    """Lock the decision on these HITs.

    Every transaction that changes which judgments of a HIT count takes this lock, after the
    worker's own rows and before the campaign's."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, {"decision": DECISION, "locks": DECISION_LOCKS, "hits": list(hits)})


def lock_decision_at_hand(hit_id: int) -> bool:
    """Lock the decision on a HIT without waiting; return False if another transaction has it.

    This is for callers that already have locks on campaigns and HITs, so that they must not
    wait."""
    with connection.cursor() as cursor:
        cursor.execute(TRY_LOCK, {"decision": DECISION, "locks": DECISION_LOCKS, "hit": hit_id})
        return bool(cursor.fetchone()[0])


def settle_hits(campaign: Campaign, hits: Sequence[int], *, fold_follows: bool = True) -> int:
    """Set how many judgments these HITs need and return how many more are requested than before.

    HITs that lack judgments get more slots; others get none. The caller has locked the decision. A
    fold lets the campaign be counted again; where none follows, a change does so itself."""
    with connection.cursor() as cursor:
        cursor.execute(DECIDE[SettleBy(campaign.settle_by)], _of(campaign, hits))
        changed = cursor.fetchall()
    if changed and not fold_follows:
        outdate_counts(campaign)
    return sum(count for (count,) in changed)


def preview_settling(
    campaign: Campaign, hits: Sequence[int], moving: Sequence[int]
) -> tuple[int, int]:
    """Return how many of these HITs would need more judgments, and how many judgments in total, if
    the `moving` judgments left the figures, or entered them if they are not included now."""
    with connection.cursor() as cursor:
        cursor.execute(
            FORESEE[SettleBy(campaign.settle_by)], _of(campaign, hits) | {"moving": list(moving)}
        )
        more_hits, judgments = cursor.fetchone()
        return more_hits, judgments


def _of(campaign: Campaign, hits: Sequence[int]) -> dict[str, int | list[int] | None]:
    scheme, yes, answers = scheme_of(campaign), None, None
    if campaign.majority_of == MajorityOf.YES_NO and isinstance(scheme, YesNo):
        yes = list(scheme.yes_answers(campaign.settings))
    if isinstance(scheme, Adaptive):
        answers = scheme.count_answers(campaign.settings)
    return {
        "campaign": campaign.pk,
        "hits": list(hits),
        "yes": yes,
        "answers": answers,
        "unknown": UNKNOWN_ACCURACY,
    }
