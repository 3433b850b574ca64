"""The history of the figures, as points thinned by the database."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from annotation.models import Campaign
from annotation.schemes import scheme_of
from annotation.schemes.base import Figure

MAX_POINTS = 300

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
