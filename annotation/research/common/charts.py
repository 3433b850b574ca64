"""Tables of numbers that are drawn as charts, shown as tables and written as CSV: one source."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from annotation.exchange.spreadsheets import harmless
from annotation.research.common.numbers import percent, signed

Value = float | str | None
Form = Literal["number", "share", "count", "text"]
Role = Literal["series", "chance", "level", "x", "y", "mark", ""]


@dataclass(frozen=True)
class Column:
    """`role` says what it is in the chart: a line or bar of its own, what chance alone would give,
    a level that all others are held against, how far along or how high a point stands, what is
    written beside it, or nothing."""

    name: str
    form: Form = "number"
    role: Role = "series"

    def shown(self, value: Value) -> str:
        if value is None:
            return "–"
        if isinstance(value, str):
            return value
        if self.form == "count":
            return f"{value:,.0f}"
        return percent(value) if self.form == "share" else signed(value)


@dataclass(frozen=True)
class Row:
    """`series` names the line that a point belongs to."""

    label: str
    values: Sequence[Value]
    series: str = ""


@dataclass(frozen=True)
class Chart:
    """`first` heads the column of labels; `across` and `up` name the axes."""

    key: str
    title: str
    about: str
    kind: Literal["line", "bar", "points"]
    first: str
    across: str
    up: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    empty: str
    readings: Sequence[str] = field(default=())

    @property
    def lines(self) -> list[tuple[Row, list[tuple[Column, Value, str]]]]:
        return [
            (
                row,
                [
                    (column, value, column.shown(value))
                    for column, value in zip(self.columns, row.values, strict=True)
                ],
            )
            for row in self.rows
        ]

    def as_csv(self) -> str:
        """Numbers at full length."""
        file = io.StringIO()
        writer = csv.writer(file)
        head = [self.first, *(column.name for column in self.columns)]
        writer.writerow([harmless(name) for name in head])
        for row in self.rows:
            writer.writerow([harmless(row.label), *map(cell_of, row.values)])
        return file.getvalue()


def cell_of(value: Value) -> Value:
    """Text that no spreadsheet takes for a formula; numbers as they are."""
    if isinstance(value, str):
        return harmless(value)
    return "" if value is None else value
