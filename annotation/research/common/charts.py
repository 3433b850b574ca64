"""Tables that pages also draw as charts."""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from annotation.tables.table import Table

Kind = Literal["line", "bar", "points"]


@dataclass(frozen=True, kw_only=True)
class Chart(Table):
    """A table that is drawn; `across` and `up` name the axes."""

    kind: Kind
    across: str
    up: str


def drawn(table: Table, kind: Kind, *, across: str = "", up: str = "", **changes: Any) -> Chart:
    """Return the table as a chart, whose columns have their full names in one line of headings."""
    values = {each.name: getattr(table, each.name) for each in fields(Table)} | {"turned": False}
    values |= changes
    values["columns"] = [replace(column, group="", head="") for column in values["columns"]]
    return Chart(**values, kind=kind, across=across, up=up)
