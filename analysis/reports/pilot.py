"""The report on a pilot: its judgments compared with all later ones."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from analysis.reading.material import Material
from analysis.reading.work import Done
from analysis.reports.arms import main_figure
from analysis.schemes import analysis_of
from annotation.models import Campaign, Judgment
from annotation.schemes import scheme_of
from midpath.tables.figures.common import Figure

Results = dict[str, object]
MILLISECONDS = 1000


def pilot_of(material: Material) -> Results:
    """Return the figures of both parts; empty without a pilot, or before its first judgment.

    The figures of the pilot include its judgments that were set aside; those of the rest are of
    judgments in the campaign's figures.
    """
    campaign = material.campaign
    done = [one for one in material.work.done if one.folded or _is_set_aside(campaign, one)]
    parts = defaultdict[bool, list[Done]](list)
    for one in done:
        parts[is_in_pilot(campaign, one)].append(one)
    if not parts[True]:
        return {}
    return {
        "figure": scheme_of(campaign).figures[0].label,
        "pilot": _part(material, parts[True]),
        "rest": _part(material, [one for one in parts[False] if one.folded]),
    }


def is_in_pilot(campaign: Campaign, one: Done) -> bool:
    """Return whether a judgment belongs to the pilot; `in_pilot` is the same as a query."""
    ended_at = campaign.pilot_ended_at
    return one.place <= campaign.pilot_items and (ended_at is None or one.submitted_at < ended_at)


def _is_set_aside(campaign: Campaign, one: Done) -> bool:
    return one.review == Judgment.Review.SET_ASIDE and is_in_pilot(campaign, one)


def _part(material: Material, done: Sequence[Done]) -> Results:
    return {
        "items": len({one.item for one in done}),
        "workers": len({one.worker for one in done}),
        "judgments": len(done),
        "counted": sum(one.folded for one in done),
        "seconds": median(one.milliseconds for one in done) / MILLISECONDS if done else None,
        "agreement": _agreement(material, done),
    }


def _agreement(material: Material, done: Sequence[Done]) -> Figure:
    """Return the campaign's main figure over these judgments alone."""
    by_item = defaultdict[int, list[Done]](list)
    for one in done:
        by_item[one.item].append(one)
    kernel, contexts = analysis_of(material.campaign).kernel, material.work.contexts
    state = kernel.total(
        ([tuple(one.vector) for one in answers], contexts[item])
        for item, answers in by_item.items()
    )
    return main_figure(material, state)
