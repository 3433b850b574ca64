"""A paper's table or figure: what it prints, and what is computed for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from midpath.papers.data import Data

COMPUTED = "computed"
PRINTED = "printed"

Number = float | int


@dataclass(frozen=True)
class Cell:
    """A computed value with the ends of its interval; without a value, `reason` says why."""

    value: Number | str | None
    low: float | None = None
    high: float | None = None
    reason: str = ""


@dataclass(frozen=True)
class Line:
    """The values of one row from one source: the paper's own definition or printed numbers
    (COMPUTED), or other data, which `source` names."""

    label: str
    cells: Sequence[Cell]
    source: str = COMPUTED


@dataclass(frozen=True)
class Chart:
    """A figure: lines or bars, each a series of points. A tree has a bracket string instead."""

    key: str
    title: str
    x: str = ""
    y: str = ""
    series: Mapping[str, Sequence[tuple[float, float]]] = field(default_factory=dict)
    kind: Literal["lines", "bars", "tree"] = "lines"
    tree: str = ""


@dataclass(frozen=True)
class Found:
    """The result of a part: lines of its table, figures, and remarks on them."""

    lines: Sequence[Line] = ()
    charts: Sequence[Chart] = ()
    remarks: Sequence[str] = ()


@dataclass(frozen=True)
class Part:
    """A computation of an entry. It reads only `files` of the folder of data, and no data if there
    are none. `on` names the data; a simulated crowd is labelled as such."""

    compute: Callable[[Data], Found]
    files: Sequence[str] = ()
    on: str = ""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A table, a figure or the figures in a section's text.

    printed : the cells of each row as printed, divided by bars; a cell is empty if the paper prints
        nothing there
    about : what it shows, in our words
    differences : why computed cells differ from printed ones, by row; "" is for all rows
    unavailable : why printed cells are not computed
    decimals : the decimals of values in columns without a printed number
    """

    key: str
    place: str
    title: str
    about: str = ""
    first: str = ""
    columns: Sequence[str] = ()
    printed: Mapping[str, str] = field(default_factory=dict)
    parts: Sequence[Part] = ()
    differences: Mapping[str, str] = field(default_factory=dict)
    unavailable: str = ""
    decimals: int = 3

    @property
    def rows(self) -> Mapping[str, Sequence[str]]:
        """Return the printed cells by row.

        >>> Entry(key="", place="", title="", printed={"a": "1 | ", "b": " | 2"}).rows
        {'a': ['1', ''], 'b': ['', '2']}
        """
        return {
            label: [cell.strip() for cell in cells.split("|")]
            for label, cells in self.printed.items()
        }


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper: its short name, its place, and its question in our words."""

    key: str
    title: str
    venue: str
    question: str
    entries: Sequence[Entry]
