"""The history of the figures: points of the past, thinned by the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from annotation.models import Campaign
from annotation.schemes import scheme_of
from annotation.schemes.base import Figure

MOST_POINTS = 300
MOST_BUCKETS = 60

# The figures are read for the chosen points only; the last point is always among them, and all
# that have intervals, of which few are kept.
THINNED = """
WITH numbered AS (
    SELECT id, intervals IS NOT NULL AS banded,
        row_number() OVER (ORDER BY version DESC) - 1 AS place, count(*) OVER () AS points
    FROM annotation_figurepoint WHERE campaign_id = %(campaign)s
)
SELECT point.version, point.at, point.judgments, {figures}
FROM numbered JOIN annotation_figurepoint point USING (id)
WHERE banded OR place %% greatest(1, ceil(points / %(most)s::numeric))::bigint = 0
ORDER BY point.version
"""

# Whole minutes, as few as fit the most buckets; empty buckets are kept.
THROUGHPUT = """
WITH span AS (
    SELECT date_trunc('minute', min(submitted_at)) AS first, max(submitted_at) AS last
    FROM annotation_judgment WHERE campaign_id = %(campaign)s
), step AS (
    SELECT first, last, make_interval(mins => greatest(1, ceil(
        extract(epoch FROM last - first) / 60 / %(most)s))::int) AS width
    FROM span WHERE first IS NOT NULL
), counted AS (
    SELECT date_bin(width, submitted_at, first) AS at, count(*) AS judgments
    FROM annotation_judgment, step WHERE campaign_id = %(campaign)s
    GROUP BY 1
)
SELECT bucket, coalesce(judgments, 0), extract(epoch FROM width) / 60
FROM step CROSS JOIN generate_series(first, last, width) AS bucket
LEFT JOIN counted ON counted.at = bucket
ORDER BY bucket
"""


class Reading(NamedTuple):
    """A figure of a point, with the ends of its interval where there is one of that version."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Point:
    version: int
    at: datetime
    judgments: int
    readings: Sequence[Reading]


@dataclass(frozen=True)
class Bucket:
    """`so_far` counts all judgments up to its end."""

    at: datetime
    judgments: int
    so_far: int
    minutes: int

    @property
    def per_minute(self) -> float:
        return self.judgments / self.minutes


def figures_over_time(campaign: Campaign) -> list[Figure]:
    return [figure for figure in scheme_of(campaign).figures if figure.agreement]


def agreement_points(campaign: Campaign) -> list[Point]:
    figures = figures_over_time(campaign)
    paths: dict[str, list[str]] = {}
    columns = []
    for place, figure in enumerate(figures):
        for source, end in (("figures", "value"), ("intervals", "low"), ("intervals", "high")):
            paths[f"{end}{place}"] = [*figure.path, end]
            columns.append(f"(point.{source} #>> %({end}{place})s)::float")
    with connection.cursor() as cursor:
        cursor.execute(
            THINNED.format(figures=", ".join(columns) or "NULL"),
            {"campaign": campaign.pk, "most": MOST_POINTS, **paths},
        )
        return [
            Point(version, at, judgments, _readings(found))
            for version, at, judgments, *found in cursor.fetchall()
        ]


def _readings(found: Sequence[float | None]) -> list[Reading]:
    return [Reading(*ends) for ends in zip(found[::3], found[1::3], found[2::3], strict=False)]


def throughput(campaign: Campaign) -> list[Bucket]:
    with connection.cursor() as cursor:
        cursor.execute(THROUGHPUT, {"campaign": campaign.pk, "most": MOST_BUCKETS})
        rows = cursor.fetchall()
    buckets, so_far = [], 0
    for at, judgments, minutes in rows:
        so_far += judgments
        buckets.append(Bucket(at, judgments, so_far, int(minutes)))
    return buckets
