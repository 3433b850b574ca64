"""The points of the chart of agreement over time: one a version, thinned as they grow many."""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models.functions import Now

from annotation.models import AgreementState, FigurePoint

# Of each sort, with intervals and without, that many are kept and the newest; together some
# hundreds a campaign, whatever it grows to.
MOST_KEPT = 128
NEWEST = 64

# Versions fall into spans of one length, a power of two, so that growing spans join whole ones; of
# each the newest point stays. What is newest of all waits for the next time: a report that is
# being made has its version there.
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


def add_point(state: AgreementState) -> None:
    """The figures of the version that was just made; now and then the older points are thinned."""
    FigurePoint.objects.create(
        campaign_id=state.campaign_id,
        version=state.version,
        judgments=state.judgments,
        figures=_without_documents(state.figures),
        at=Now(),
    )
    if state.version % NEWEST == 0:
        thin_points(state.campaign_id, state.version)


def _without_documents(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Of evidence no chart draws what each document comes to, and there may be many."""
    alpha = {name: one for name, one in figures.get("alpha", {}).items() if name != "per_document"}
    return {**figures, "alpha": alpha} if "alpha" in figures else {**figures}


def thin_points(campaign_id: int, version: int) -> None:
    span = 1
    while span * MOST_KEPT < version:
        span *= 2
    with connection.cursor() as cursor:
        cursor.execute(THIN, {"campaign": campaign_id, "span": span, "until": version - NEWEST})


def keep_intervals(campaign_id: int, version: int, intervals: Mapping[str, object]) -> None:
    """Beside the figures that they were made from. Where a point is no more, nothing is kept."""
    points = FigurePoint.objects.filter(campaign=campaign_id, version=version)
    points.update(intervals=dict(intervals))
