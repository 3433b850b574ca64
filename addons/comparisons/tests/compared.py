"""Comparisons of sets and campaigns, requested or computed at once."""

import json
from pathlib import Path
from typing import Any

from addons.comparisons.models import ROLES, Comparison
from addons.comparisons.services.comparisons import create_comparison
from addons.comparisons.tasks import make_comparison
from analysis.exports.export_registry import export_file
from annotation.models import AnnotationSet, Campaign, User
from tests.commands.running import run
from tests.helpers.factories import make_user

Source = Campaign | AnnotationSet
INPUTS = ("crowd-flat", "gold-flat", "crowd-nested", "gold-nested")


def request_comparison(
    crowd: Source,
    gold: Source,
    name: str = "Compared",
    user: User | None = None,
    /,
    **trees: Source,
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


def by_command(one: Comparison, folder: Path) -> dict[str, Any]:
    """Return what `compare` finds in the exported campaigns of a comparison."""
    options = []
    for role, option in zip(ROLES, INPUTS, strict=True):
        if (side := getattr(one, role)) is not None:
            path = folder / f"{role}.json"
            path.write_bytes(export_file(side.campaign_id, "gold").body)
            options += [f"--{option}", str(path)]
    figures: dict[str, Any] = json.loads(run("compare", *options, "--interval", "--json"))
    return figures
