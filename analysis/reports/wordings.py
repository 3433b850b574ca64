"""The report on several wordings of the instructions: the figures of the workers of each alone."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from analysis.reading.material import Material
from analysis.reading.work import Done
from analysis.schemes import analysis_of
from annotation.schemes import scheme_of
from annotation.schemes.shown import shown_figures
from annotation.services.wordings.terms import wordings_of
from midpath.breakdowns import picked
from midpath.json_types import Figures
from midpath.tables.breakdowns.wordings import WordingFigures

MILLISECONDS = 1000


def figures_by_wording(material: Material) -> list[WordingFigures]:
    """Return the figures of each wording, in order, computed from the judgments of its workers that
    are in the figures; empty if there is one wording only. Programs have no wording."""
    done = defaultdict[int, list[Done]](list)
    for one in material.work.done:
        if one.folded and one.wording is not None:
            done[one.wording].append(one)
    return [
        {
            "name": wording["name"],
            "assigned": material.work.assigned.get(number, 0),
            "workers": len({one.worker for one in done[number]}),
            "items": len({one.item for one in done[number]}),
            "judgments": len(done[number]),
            "seconds": _seconds(done[number]),
            "figures": _figures(material, done[number]),
        }
        for number, wording in enumerate(wordings_of(material.campaign), 1)
    ]


def _seconds(done: Sequence[Done]) -> float | None:
    return median(one.milliseconds for one in done) / MILLISECONDS if done else None


def _figures(material: Material, done: Sequence[Done]) -> Figures:
    """Return the dashboard's figures, from these judgments alone."""
    by_item = defaultdict[int, list[Done]](list)
    for one in done:
        by_item[one.item].append(one)
    kernel, contexts = analysis_of(material.campaign).kernel, material.work.contexts
    state = kernel.total(
        ([tuple(one.vector) for one in answers], contexts[item])
        for item, answers in by_item.items()
    )
    paths = [one.path for one in shown_figures(scheme_of(material.campaign))]
    return picked(dict(kernel.figures(state)), paths)
