"""The table of figures by the wording of the instructions."""

from collections.abc import Sequence
from typing import TypedDict

from midpath.breakdowns import Shown
from midpath.json_types import Figures
from midpath.tables.breakdowns.groups_and_workers import figure_column, figure_values
from midpath.tables.table import Column, Row, Table


class WordingFigures(TypedDict):
    """A wording: the number of workers assigned to it, of those with judgments in the figures, of
    these judgments and of their items; their median time; and the figures of these alone."""

    name: str
    assigned: int
    workers: int
    items: int
    judgments: int
    seconds: float | None
    figures: Figures


def wordings_table(found: Sequence[WordingFigures], shown: Sequence[Shown], units: str) -> Table:
    """Return a row for each wording.

    units : the noun for items, such as "texts"
    """
    return Table(
        key="wordings",
        title="By wording of the instructions",
        about="Workers were assigned at random when they joined. The figures of each wording are "
        "computed from the judgments of its workers alone.",
        first="wording",
        columns=[
            *(Column(name, "count") for name in ("assigned", "workers", units, "judgments")),
            Column("median seconds", decimals=1),
            *(figure_column(one, 3) for one in shown),
        ],
        rows=[
            Row(
                one["name"],
                [
                    *(one["assigned"], one["workers"], one["items"], one["judgments"]),
                    one["seconds"],
                    *figure_values(one["figures"], shown),
                ],
            )
            for one in found
        ],
    )
