"""Tables that pages also show as charts."""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from annotation.tables.table import Table

Kind = Literal["line", "bar", "points"]


@dataclass(frozen=True, kw_only=True)
class Chart(Table):
    """A charted table; `across` and `up` name the axes. `numbers_only` is a sentence that says why
    there is no chart; then the page shows only the numbers."""

    kind: Kind
    across: str
    up: str
    numbers_only: str = ""

    @property
    def series(self) -> list[str]:
        """Return the names of its lines, bars or groups of points."""
        if self.kind == "points":
            return list(dict.fromkeys(row.series for row in self.rows))
        return [column.name for column in self.columns if column.role == "series"]


def drawn(table: Table, kind: Kind, *, across: str = "", up: str = "", **changes: Any) -> Chart:
    """Return the table as a chart, whose columns have their full names in a single header row."""
    values = {each.name: getattr(table, each.name) for each in fields(Table)} | {"turned": False}
    values |= changes
    values["columns"] = [replace(column, group="", head="") for column in values["columns"]]
    return Chart(**values, kind=kind, across=across, up=up)
