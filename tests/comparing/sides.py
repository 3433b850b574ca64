"""Comparisons of sets, computed at once."""

from pathlib import Path
from typing import Any

from annotation.models import AnnotationSet, Campaign, Comparison
from annotation.services.jobs.comparisons import create_comparison
from tasks.comparisons import make_comparison
from tests.commands.running import SHARED
from tests.helpers.factories import make_user

DATA = SHARED / "data"
WEBIS = DATA / "webis" / "webis_flat.json"
RTE = DATA / "rte" / "rte_judgments.csv"
OPP115 = DATA / "opp115" / "evidence.jsonl"

Source = Campaign | AnnotationSet


def compared(crowd: Source, gold: Source, **trees: Source) -> Comparison:
    """Return a comparison with its results."""
    one = create_comparison(
        project=crowd.dataset.project,
        user=make_user(),
        name="Compared",
        crowd=crowd,
        gold=gold,
        **trees,
    )
    assert make_comparison(one.pk)
    return Comparison.objects.with_sides().get(pk=one.pk)


def results_of(crowd: Source, gold: Source, **trees: Source) -> dict[str, Any]:
    results: dict[str, Any] = compared(crowd, gold, **trees).results
    return results


def missing(path: Path) -> bool:
    return not path.exists()
