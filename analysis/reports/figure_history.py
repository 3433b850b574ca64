"""The points of the chart of agreement over time: one per version, thinned as they become many."""

from collections.abc import Iterable, Mapping

from django.db import connection
from django.db.models.functions import Now

from annotation.models import AgreementState, EntailmentState, FigurePoint
from midpath.json_types import JsonMapping

# Number of points with intervals, and of points without, kept in addition to the newest: some
# hundreds per campaign, whatever its size.
MAX_POINTS = 128
NEWEST = 64

# Versions fall into spans of one length, a power of two, so that larger spans join whole ones. The
# newest point of each span is kept. The newest points are not thinned yet, because a report in
# progress belongs to one of them.
THIN = """
DELETE FROM annotation_figurepoint WHERE id IN (
    SELECT id FROM (
        SELECT id, row_number() OVER (
            PARTITION BY intervals IS NULL, version / %(span)s ORDER BY version DESC
        ) AS place
        FROM annotation_figurepoint WHERE campaign_id = %(campaign)s AND version <= %(until)s
    ) AS points WHERE place > 1
)
"""


def add_point(state: AgreementState, entailments: Iterable[EntailmentState] = ()) -> None:
    """Add the figures of the new version, with the share of pairs that entail each other by the key
    of each entailment; thin the older points from time to time."""
    entailed = {str(one.pk): one.figures.get("observed") for one in entailments}
    FigurePoint.objects.create(
        campaign_id=state.campaign_id,
        version=state.version,
        judgments=state.judgments,
        figures=charted(state.figures) | ({"entailment": entailed} if entailed else {}),
        at=Now(),
    )
    if state.version % NEWEST == 0:
        thin_points(state.campaign_id, state.version)


def charted(figures: JsonMapping) -> dict[str, object]:
    """Return the figures that charts show: evidence figures without those of each document."""
    alpha = {name: one for name, one in figures.get("alpha", {}).items() if name != "per_document"}
    return {**figures, "alpha": alpha} if "alpha" in figures else {**figures}


def thin_points(campaign_id: int, version: int) -> None:
    span = 1
    while span * MAX_POINTS < version:
        span *= 2
    with connection.cursor() as cursor:
        cursor.execute(THIN, {"campaign": campaign_id, "span": span, "until": version - NEWEST})


def store_intervals(campaign_id: int, version: int, intervals: Mapping[str, object]) -> None:
    """Store intervals with the figures that they belong to, unless that point is gone."""
    points = FigurePoint.objects.filter(campaign=campaign_id, version=version)
    points.update(intervals=dict(intervals))
