"""Tables that pages also show as charts."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, TypedDict, Unpack

from midpath.tables.table import Row, Table

Kind = Literal["line", "bar", "points"]


@dataclass(frozen=True, kw_only=True)
class Chart(Table):
    """A charted table; `across` and `up` name the axes. `numbers_only` is a sentence that says why
    there is no chart; then the page shows only the numbers. `panels` is a sentence about small
    charts, one per series, that the page shows instead of one chart."""

    kind: Kind
    across: str
    up: str
    numbers_only: str = ""
    panels: str = ""

    @property
    def series(self) -> list[str]:
        if self.kind == "points":
            return list(dict.fromkeys(row.series for row in self.rows))
        return [column.name for column in self.columns if column.role == "series"]


class Changes(TypedDict, total=False):
    """Attributes of a chart that replace those of its table."""

    key: str
    title: str
    about: str
    rows: Sequence[Row]
    empty: str
    readings: Sequence[str]


def drawn(
    table: Table, kind: Kind, *, across: str = "", up: str = "", **changes: Unpack[Changes]
) -> Chart:
    """Return the table as a chart, whose columns have their full names in a single header row."""
    values = {each.name: getattr(table, each.name) for each in fields(Table)} | {"turned": False}
    values |= dict(changes)
    values["columns"] = [replace(column, group="", head="") for column in values["columns"]]
    return Chart(**values, kind=kind, across=across, up=up)
