"""A table of figures, independent of its output: a page, a file or a terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self, TypeGuard

from midpath.text.formatting import percent, signed

UNKNOWN = "–"
Form = Literal["number", "difference", "share", "count", "money", "text"]
Role = Literal["series", "chance", "level", "low", "high", "x", "y", "mark", ""]


@dataclass(frozen=True)
class Undefined:
    """A figure without a value, and the reason."""

    reason: str


Value = float | str | Undefined | None


@dataclass(frozen=True)
class Column:
    """A column of values in one format; money is already formatted, and exact.

    `name` is a self-contained name, used in files and charts. People read `head`, if there is one,
    below `group`, the header above all adjacent columns of that group. `decimals` apply to what
    people read; a file has all digits. `role` is the column's part in a chart: a line or bar of its
    own, the value by chance, a level with which all others are compared, a point's x or y, its
    annotation, or none.
    """

    name: str
    form: Form = "number"
    role: Role = "series"
    group: str = ""
    head: str = ""
    decimals: int | None = None

    @property
    def heading(self) -> str:
        return self.head or self.name

    @property
    def is_number(self) -> bool:
        return self.form != "text"

    def shown(self, value: Value) -> str:
        """Format the value for people: "–" if it is unknown or undefined."""
        if not is_known(value):
            return UNKNOWN
        if isinstance(value, str):
            return value
        if self.form == "count":
            # Exact for integers of any size, which a float is not.
            return f"{value:,}" if isinstance(value, int) else f"{value:,.0f}"
        if self.form == "share":
            return percent(value, 1 if self.decimals is None else self.decimals)
        number = signed(value, 3 if self.decimals is None else self.decimals)
        return f"+{number}" if self.form == "difference" and value >= 0 else number


@dataclass(frozen=True)
class Row:
    """A row of values, one for each column.

    `about` explains the label and `mark` highlights the row, both for people only. `notes` are
    sentences about its figures. `series` is the line of a chart that a point belongs to.
    """

    label: str
    values: Sequence[Value]
    series: str = ""
    about: str = ""
    mark: str = ""
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Cell:
    """A value with its column, which determines the format."""

    value: Value
    column: Column

    @property
    def shown(self) -> str:
        return self.column.shown(self.value)

    @property
    def number(self) -> str:
        """Return the number with all digits; empty if it is unknown or undefined."""
        return str(self.value) if is_known(self.value) else ""


@dataclass(frozen=True)
class Heading:
    """The header above a column as people read it; `column` is None above row labels."""

    words: str
    is_number: bool
    column: Column | None = None


@dataclass(frozen=True)
class Band:
    """Adjacent headings below common words; without words, each heading is on its own."""

    words: str
    headings: Sequence[Heading]


@dataclass(frozen=True)
class Line:
    """A line as people read it."""

    label: str
    cells: Sequence[Cell]
    series: str = ""
    about: str = ""
    mark: str = ""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of figures. `first` is the header above its row labels.

    If it is `turned`, people read its columns as lines, in their groups, and its rows as columns. A
    file is never turned. `about` says in a sentence or two what the table shows, `definitions` what
    its terms mean, `readings` how to interpret its figures, and `empty` why it has no rows.
    """

    key: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    title: str = ""
    first: str = ""
    about: str = ""
    empty: str = ""
    turned: bool = False
    readings: Sequence[str] = ()
    definitions: Sequence[tuple[str, str]] = ()

    @property
    def bands(self) -> list[Band]:
        """Return the headings, grouped."""
        if self.turned:
            return [Band("", [Heading(row.label, is_number=True) for row in self.rows])]
        bands: list[Band] = []
        for column in self.columns:
            heading = Heading(column.heading, column.is_number, column)
            if bands and bands[-1].words == column.group:
                bands[-1] = Band(column.group, [*bands[-1].headings, heading])
            else:
                bands.append(Band(column.group, [heading]))
        return bands

    @property
    def headings(self) -> list[Heading]:
        return [heading for band in self.bands for heading in band.headings]

    @property
    def is_banded(self) -> bool:
        return any(band.words for band in self.bands)

    @property
    def bodies(self) -> list[list[Line]]:
        """Return the lines; those of a turned table in groups."""
        if not self.turned:
            return [[self._line(row) for row in self.rows]]
        bodies: dict[str, list[Line]] = {}
        for place, column in enumerate(self.columns):
            cells = [Cell(row.values[place], column) for row in self.rows]
            bodies.setdefault(column.group, []).append(Line(column.heading, cells))
        return list(bodies.values())

    @property
    def notes(self) -> list[str]:
        """Return the rows' notes, and the distinct reasons for undefined figures."""
        return list(dict.fromkeys([*self._row_notes(), *self._reasons()]))

    def arranged(self, places: Sequence[int]) -> Self:
        """Return the table with only the columns at these places, in this order."""
        columns = [self.columns[place] for place in places]
        rows = [replace(row, values=[row.values[place] for place in places]) for row in self.rows]
        return replace(self, columns=columns, rows=rows)

    def first_rows(self, most: int) -> Self:
        """Return the table with at most this many rows."""
        return replace(self, rows=self.rows[:most])

    def without_title(self) -> Self:
        """Return the table without its title, for a place that shows the title already."""
        return replace(self, title="")

    def _line(self, row: Row) -> Line:
        cells = zip(row.values, self.columns, strict=True)
        shown = [Cell(value, column) for value, column in cells]
        return Line(row.label, shown, row.series, row.about, row.mark)

    def _row_notes(self) -> Iterator[str]:
        for row in self.rows:
            yield from (f"{row.label}: {note}" for note in row.notes)

    def _reasons(self) -> Iterator[str]:
        labels: dict[str, dict[str, None]] = {}
        for row in self.rows:
            for value in row.values:
                if isinstance(value, Undefined):
                    labels.setdefault(value.reason, {})[row.label] = None
        for reason, rows in labels.items():
            yield f"{next(iter(rows)) if len(rows) == 1 else UNKNOWN}: {reason}"


# A table, or a line of text between tables.
Part = Table | str


def is_known(value: Value) -> TypeGuard[float | str]:
    return value is not None and not isinstance(value, Undefined)


def figure(value: float | None, reason: str = "") -> Value:
    """Return a figure's value; undefined, with the reason, if it has none."""
    return Undefined(reason) if value is None and reason else value
