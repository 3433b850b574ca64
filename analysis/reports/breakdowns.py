"""The report of figures by the length of items and by each column of the dataset, of how much each
worker did, and of the agreement of three random workers."""

from collections import Counter
from collections.abc import Sequence

from agreement.three import three_figures
from agreement.workload import workload_figures
from analysis.reading.material import Material
from analysis.reports.wordings import figures_by_wording
from analysis.schemes import analysis_of
from annotation.schemes import scheme_of
from annotation.schemes.shown import shown_figures
from midpath.breakdowns import (
    LENGTH,
    MAX_COLUMNS,
    MAX_VALUES,
    Breakdown,
    break_down,
    by_length,
    by_value,
)
from midpath.json_types import Figures


def breakdowns_of(material: Material) -> Figures:
    """Return the breakdowns by length and by columns of 2 to MAX_VALUES values.

    "left_out" has the number of values of each column with more, and "columns_left_out" counts the
    columns after the first MAX_COLUMNS. "three" is missing unless answers come from a few choices,
    "wordings" unless the instructions have several.
    """
    facts, judged = material.facts, {pk: len(given) for pk, given in material.answers.items()}
    columns: dict[str, dict[int, str]] = {}
    for pk, one in facts.items():
        for name, value in one.columns.items():
            columns.setdefault(name, {})[pk] = value
    several = {name: len(set(values.values())) for name, values in columns.items()}
    able = [name for name, many in several.items() if 1 < many <= MAX_VALUES and name != LENGTH]
    lengths = {pk: one.length for pk, one in facts.items()}
    counted = _Counted(material)
    return {
        "breakdowns": [
            counted.by(LENGTH, by_length(lengths), judged),
            *(counted.by(name, by_value(columns[name]), judged) for name in able[:MAX_COLUMNS]),
        ],
        "left_out": {name: many for name, many in several.items() if many > MAX_VALUES},
        "columns_left_out": len(able[MAX_COLUMNS:]),
        "workload": workload_figures(
            Counter(one.worker for given in material.answers.values() for one in given).values()
        ),
        **_three(material),
        **_wordings(material),
    }


class _Counted:
    """The figures of some items, as those of the campaign are computed."""

    def __init__(self, material: Material) -> None:
        self._kernel = analysis_of(material.campaign).kernel
        self._items = {
            pk: ([one.vector for one in given], material.contexts[pk])
            for pk, given in material.answers.items()
        }
        self._shown = shown_figures(scheme_of(material.campaign))

    def by(self, name: str, groups: dict[str, list[int]], judged: dict[int, int]) -> Breakdown:
        return break_down(name, groups, judged, self._figures_of, self._shown)

    def _figures_of(self, items: Sequence[int]) -> Figures:
        return dict(self._kernel.figures(self._kernel.total(self._items[pk] for pk in items)))


def _wordings(material: Material) -> Figures:
    found = figures_by_wording(material)
    return {"wordings": found} if found else {}


def _three(material: Material) -> Figures:
    if not material.own.views:
        return {}
    votes = [(pk, answer.vector) for pk, given in material.answers.items() for answer in given]
    return {
        "three": {
            view: three_figures((pk, seen(vector)) for pk, vector in votes)
            for view, seen in material.own.views.items()
        }
    }
