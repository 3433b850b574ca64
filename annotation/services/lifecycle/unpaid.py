"""Sums that people are owed or were paid for their work."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import connection

from annotation.models import Campaign

UNPAID = """
SELECT currency, sum(owed), count(*)
FROM (
    SELECT campaign.currency,
           enrolment.owing * campaign.reward + coalesce((
               SELECT sum(CASE WHEN kind = 'paid' THEN -amount ELSE amount END)
               FROM annotation_ledgerentry entry
               WHERE entry.enrolment_id = enrolment.id
                 AND kind IN ('bonus', 'adjusted', 'compensation', 'paid')
           ), 0) AS owed
    FROM annotation_enrolment enrolment
    JOIN annotation_campaign campaign ON campaign.id = enrolment.campaign_id
    WHERE campaign.id = ANY(%s) AND NOT enrolment.of_program
) each
WHERE owed > 0 GROUP BY currency ORDER BY currency
"""
PAID = """
SELECT campaign.currency, sum(entry.amount), count(DISTINCT entry.enrolment_id)
FROM annotation_ledgerentry entry
JOIN annotation_campaign campaign ON campaign.id = entry.campaign_id
WHERE campaign.id = ANY(%s) AND entry.kind = 'paid'
GROUP BY campaign.currency ORDER BY campaign.currency
"""


@dataclass(frozen=True)
class Sum:
    """A sum in one currency, and its number of workers."""

    currency: str
    amount: Decimal
    workers: int


def unpaid_in(campaigns: list[Campaign]) -> list[Sum]:
    """Return the unpaid earnings of people in these campaigns."""
    return _sums(UNPAID, [one.pk for one in campaigns])


def paid_in(campaigns: list[Campaign]) -> list[Sum]:
    return _sums(PAID, [one.pk for one in campaigns])


def _sums(sql: str, campaigns: list[int]) -> list[Sum]:
    with connection.cursor() as cursor:
        cursor.execute(sql, [campaigns])
        return [Sum(*row) for row in cursor.fetchall()]
