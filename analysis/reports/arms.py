"""The report on suggestions: judgments with one compared with judgments without.

Only judgments in the figures count, of HITs with a suggestion. α is that of the dashboard, computed
over the answers of one arm alone, so its workers all saw a suggestion, or none did."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from agreement.machines.anchoring import Given, anchoring
from agreement.machines.jackknife import groups_of, jackknife
from agreement.tally import Tally
from analysis.reading.material import Material
from analysis.reading.work import Done
from analysis.schemes import analysis_of
from annotation.models.work.suggestion import TENTHS
from annotation.schemes import scheme_of
from midpath.tables.figures.common import Figure
from midpath.tables.figures.suggestion_arms import Arms, Difference

Results = dict[str, object]


def arms_of(material: Material) -> Results:
    """Return both arms and their differences; empty if no judgment belongs to an arm."""
    done = [one for one in material.work.done if one.folded and one.suggested is not None]
    if not done:
        return {}
    found = anchoring([_given(material, one) for one in done])
    alphas, difference = _alphas(material, done)
    report = {
        **found,
        "figure": scheme_of(material.campaign).figures[0].label,
        "suggested": {**found["suggested"], "alpha": alphas[True]},
        "alone": {**found["alone"], "alpha": alphas[False]},
        "alpha": difference,
    }
    return dict(cast(Arms, report))


def _given(material: Material, one: Done) -> Given:
    analysis, settings = analysis_of(material.campaign), material.campaign.settings
    suggested = material.work.suggestions[one.item]
    return Given(
        worker=one.worker,
        block=(one.worker, (one.place - 1) // TENTHS),
        suggested=bool(one.suggested),
        same=bool(one.as_suggested),
        likeness=float(analysis.likeness(one.vector, suggested, settings)),
        time=one.milliseconds,
    )


def _alphas(material: Material, done: Sequence[Done]) -> tuple[dict[bool, Figure], Difference]:
    """Return α of each arm, and their difference with its interval over workers."""
    workers = sorted({one.worker for one in done})
    groups = dict(zip(workers, groups_of(len(workers)), strict=True))
    alphas, left_out = {}, []
    for arm in (True, False):
        own = [one for one in done if one.suggested is arm]
        alphas[arm], without = _alpha(material, own, groups)
        left_out.append(without)
    value = _minus(alphas[True]["value"], alphas[False]["value"])
    apart = [_minus(one, other) for one, other in zip(*left_out, strict=True)]
    reasons = [figure.get("reason", "") for figure in alphas.values() if figure["value"] is None]
    return alphas, {
        "value": value,
        "interval": cast(Any, jackknife(value, apart, "workers")),
        "p": None,
        "reason": reasons[0] if reasons else "",
    }


def _alpha(
    material: Material, own: Sequence[Done], groups: Mapping[int, int]
) -> tuple[Figure, list[float | None]]:
    """Return α of an arm, and its values without each group of workers.

    Only the items of a group are recounted, so all groups cost as much as a few folds."""
    by_item = defaultdict[int, list[Done]](list)
    items = defaultdict[int, set[int]](set)
    for one in own:
        by_item[one.item].append(one)
        items[groups[one.worker]].add(one.item)
    whole = {item: _counted(material, item, answers) for item, answers in by_item.items()}
    state = Tally.total(whole.values())
    left_out = []
    for group in range(len(set(groups.values()))):
        without = Tally(state)
        for item in items[group]:
            rest = [one for one in by_item[item] if groups[one.worker] != group]
            without.shift(whole[item], -1).shift(_counted(material, item, rest), 1)
        left_out.append(main_figure(material, without)["value"])
    return main_figure(material, state), left_out


def _counted(material: Material, item: int, answers: Collection[Done]) -> Tally:
    if not answers:
        return Tally()
    kernel = analysis_of(material.campaign).kernel
    return kernel.contribution([tuple(one.vector) for one in answers], material.work.contexts[item])


def main_figure(material: Material, state: Tally) -> Figure:
    """Return the campaign's first figure on the dashboard, computed from this state."""
    found: Any = analysis_of(material.campaign).kernel.figures(state)
    for step in scheme_of(material.campaign).figures[0].path:
        found = found[step]
    value, reason = found["value"], found.get("reason")
    return {"value": value, "reason": reason} if reason else {"value": value}


def _minus(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other
