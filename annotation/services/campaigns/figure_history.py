"""The history of the figures, as points thinned by the database."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import connection

from annotation.models import Campaign
from annotation.schemes import scheme_of
from annotation.schemes.base import Figure
from midpath.text.formatting import counted

MAX_POINTS = 300
MAX_BUCKETS = 60
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# The figures are read for the chosen points only: the last point, and all points with intervals,
# which are few, are always among them.
THINNED = """
WITH numbered AS (
    SELECT id, intervals IS NOT NULL AS banded,
        row_number() OVER (ORDER BY version DESC) - 1 AS place, count(*) OVER () AS points
    FROM annotation_figurepoint WHERE campaign_id = %(campaign)s
)
SELECT point.version, point.at, point.judgments, point.figures ->> 'entailment', {figures}
FROM numbered JOIN annotation_figurepoint point USING (id)
WHERE banded OR place %% greatest(1, ceil(points / %(most)s::numeric))::bigint = 0
ORDER BY point.version
"""

# The times of a campaign's judgments in buckets, including empty ones. Buckets start at round
# times: those of minutes at whole minutes, those of days at midnight (UTC).
SPAN = """
SELECT min(submitted_at), max(submitted_at)
FROM annotation_judgment WHERE campaign_id = %(campaign)s
"""
THROUGHPUT = """
WITH counted AS (
    SELECT date_bin(%(width)s::interval, submitted_at, %(first)s) AS at, count(*) AS judgments,
        count(*) FILTER (WHERE took_slot AND review <> 'rejected' AND by_people) AS paid
    FROM annotation_judgment, (SELECT NOT EXISTS (SELECT FROM annotation_enrolment
        WHERE campaign_id = %(campaign)s AND of_program) AS by_people) AS everyone
    WHERE campaign_id = %(campaign)s
    GROUP BY 1
)
SELECT bucket, coalesce(judgments, 0), coalesce(paid, 0)
FROM generate_series(%(first)s, %(last)s, %(width)s::interval) AS bucket
LEFT JOIN counted ON counted.at = bucket
ORDER BY bucket
"""
SECOND, MINUTE, HOUR, DAY = 1, 60, 3600, 86_400
WIDTHS = (
    *(SECOND * count for count in (1, 2, 5, 10, 15, 30)),
    *(MINUTE * count for count in (1, 2, 5, 10, 15, 30)),
    *(HOUR * count for count in (1, 2, 3, 6, 12)),
    *(DAY * count for count in (1, 2, 7)),
)
UNITS = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (SECOND, "second"))
# The seconds between the epoch, a Thursday, and the Monday that weeks are counted from.
MONDAY = 4 * DAY


class Reading(NamedTuple):
    """A figure at a point, with the ends of its interval if that version has one."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Point:
    """The figures of a version; `entailed` by the key of each entailment."""

    version: int
    at: datetime
    judgments: int
    readings: Sequence[Reading]
    entailed: Mapping[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Bucket:
    """A bucket of `seconds`. `so_far` counts all judgments up to its end, `paid_so_far` those that
    earn their reward; it is 0 if programs took part, whose judgments earn nothing."""

    at: datetime
    judgments: int
    so_far: int
    seconds: int
    paid_so_far: int = 0

    @property
    def width(self) -> str:
        """Return the length in words, as in "in each 5 minutes"."""
        size, unit = next(one for one in UNITS if self.seconds % one[0] == 0)
        return unit if self.seconds == size else counted(self.seconds // size, unit)


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
            {"campaign": campaign.pk, "most": MAX_POINTS, **paths},
        )
        return [
            Point(version, at, judgments, _readings(found), json.loads(entailed or "{}"))
            for version, at, judgments, entailed, *found in cursor.fetchall()
        ]


def _readings(found: Sequence[float | None]) -> list[Reading]:
    return [Reading(*ends) for ends in zip(found[::3], found[1::3], found[2::3], strict=False)]


def throughput(campaign: Campaign) -> list[Bucket]:
    with connection.cursor() as cursor:
        cursor.execute(SPAN, {"campaign": campaign.pk})
        [[first, last]] = cursor.fetchall()
        if first is None:
            return []
        seconds = width_of((last - first).total_seconds())
        begin, width = begin_of(first, seconds), f"{seconds} seconds"
        cursor.execute(
            THROUGHPUT, {"campaign": campaign.pk, "first": begin, "last": last, "width": width}
        )
        rows = cursor.fetchall()
    buckets, so_far, paid_so_far = [], 0, 0
    for at, judgments, paid in rows:
        so_far += judgments
        paid_so_far += paid
        buckets.append(Bucket(at, judgments, so_far, seconds, paid_so_far))
    return buckets


def width_of(seconds: float) -> int:
    """Return the length of a bucket: the shortest round length that divides the span into at most
    MAX_BUCKETS buckets, wherever it begins.

    >>> width_of(0), width_of(59), width_of(3600), width_of(10 * 86_400)
    (1, 2, 120, 21600)
    """
    fits = (width for width in WIDTHS if seconds // width + 2 <= MAX_BUCKETS)
    weeks = -(-int(seconds) // (7 * DAY * (MAX_BUCKETS - 2)))
    return next(fits, 7 * DAY * weeks)


def begin_of(first: datetime, width: int) -> datetime:
    """Return the start of the bucket that contains this time: a multiple of the width since
    midnight; for weeks, since a Monday."""
    origin = MONDAY if width % (7 * DAY) == 0 else 0
    since = int((first - EPOCH).total_seconds()) - origin
    return EPOCH + timedelta(seconds=since // width * width + origin)
