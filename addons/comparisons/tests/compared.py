"""Comparisons of sets and campaigns, requested or computed at once."""

from typing import Any

from addons.comparisons.models import Comparison
from addons.comparisons.services.comparisons import create_comparison
from addons.comparisons.tasks import make_comparison
from annotation.models import AnnotationSet, Campaign, User
from tests.helpers.factories import make_user

Source = Campaign | AnnotationSet


def request_comparison(
    crowd: Source, gold: Source, name: str = "Compared", user: User | None = None, **trees: Source
) -> Comparison:
    return create_comparison(
        project=crowd.dataset.project,
        user=user or make_user(),
        name=name,
        crowd=crowd,
        gold=gold,
        **trees,
    )


def compared(crowd: Source, gold: Source, **trees: Source) -> Comparison:
    """Return a comparison with its results."""
    one = request_comparison(crowd, gold, **trees)
    assert make_comparison(one.pk)
    return Comparison.objects.with_sides().get(pk=one.pk)


def results_of(crowd: Source, gold: Source, **trees: Source) -> dict[str, Any]:
    results: dict[str, Any] = compared(crowd, gold, **trees).results
    return results
