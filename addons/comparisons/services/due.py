"""The comparisons to compute."""

from django.db.models import F, Q
from django.db.models.functions import Now

from addons.comparisons.models import Comparison

# Judgments of both sides together. Larger comparisons are computed only on request.
MAX_JUDGMENTS = 150_000


def due_comparisons() -> list[int]:
    """Return the comparisons to compute, the longest waiting first.

    These are the requested ones, and those whose sides have changed and whose wait is over. Between
    large campaigns, only requested ones are computed.
    """
    found = (
        Comparison.objects.not_deleted()
        .filter(project__deleted_at=None)
        .filter(Q(rests_until__lte=Now()) | Q(asked_at__isnull=False))
        .answered()
        .with_sides()
        .defer("results")
        .order_by(F("made_at").asc(nulls_first=True), "pk")
    )
    return [one.pk for one in found if one.asked_at or _is_due(one)]


def _is_due(one: Comparison) -> bool:
    answers = sum(side.answer_count for _, side in one.sides if side)
    return answers <= MAX_JUDGMENTS and (one.made_at is None or one.has_moved)
