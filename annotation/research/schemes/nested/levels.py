"""The agreement of nested annotations at each level of their trees, for the dashboard."""

from collections.abc import Sequence
from dataclasses import replace

from annotation.models import Campaign
from annotation.research.common.charts import Chart
from annotation.research.lab.campaign_choice import Studied
from midpath.tables.figures.segmentation_figures import NestedFigures
from midpath.tables.segmentations import levels_table
from midpath.tables.table import Column, Row, Table, Value

MAX_SHOWN = 8
NOT_COUNTED = "It is computed with the next judgment, or when the campaign is reconciled."
NOTHING = "No text has two judgments yet."


def levels_of(campaign: Campaign) -> Table:
    figures: NestedFigures = campaign.agreement.figures
    table = levels_table(figures, MAX_SHOWN)
    not_counted = figures and "bracketing" not in figures
    return replace(table, empty=NOT_COUNTED if not_counted else table.empty or NOTHING)


def level_chart(nesteds: Sequence[Studied]) -> Chart:
    """The dashboard's figures side by side for all levels, with their counts."""
    found: list[tuple[str, NestedFigures]]
    found = [(one.name, one.campaign.agreement.figures) for one in nesteds]
    found = [(name, figures) for name, figures in found if _rows(figures)]
    alone, columns = len(found) == 1, []
    for name, _ in found:
        columns += [
            Column(name, "share"),
            Column("by chance" if alone else f"{name}, by chance", "share", "chance"),
            Column("of" if alone else f"{name}, of", "count", ""),
        ]
    rows = [dict(_rows(figures)) for _, figures in found]
    nothing: Sequence[Value] = (None, None, None)
    return Chart(
        key="levels",
        title="Agreement, level by level",
        about="Overlap of two workers’ trees of a text: their groups (bracketing precision, "
        "recall and F, which are equal), their first cut, their cuts one level below, and "
        "so on; and the overlap of random trees, for four levels. The table gives the "
        f"number of each. The API has levels beyond the {MAX_SHOWN}th.",
        kind="bar",
        first="both have the same",
        across="",
        up="",
        columns=columns,
        rows=[
            Row(label, [value for one in rows for value in one.get(label, nothing)])
            for label in max(rows, key=len, default={})
        ],
        empty="No chosen nested campaign has two judgments of a text of three words yet.",
    )


def _rows(figures: NestedFigures) -> list[tuple[str, Sequence[Value]]]:
    """Return the value, chance and count of the groups and of each level."""
    return [(row.label, row.values) for row in levels_table(figures, MAX_SHOWN).rows]
