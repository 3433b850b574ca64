"""Columns with a type and a meaning, and tables made of them."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple, TypeAlias

from analysis.reading.extent import Extent
from annotation.models import Campaign
from midpath.json_types import JsonMapping

Row: TypeAlias = JsonMapping


class Kind(Enum):
    """The type of a column’s cells. Any cell may be empty. Texts are never empty strings, so that
    missing values are unambiguous."""

    TEXT = "text"
    WHOLE = "a whole number"
    NUMBER = "a number"
    CHOICE = "yes or no"
    MOMENT = "a moment"
    NUMBERS = "a list of whole numbers"
    JSON = "JSON"


class Column(NamedTuple):
    """A column; `what` describes its content in a sentence."""

    name: str
    kind: Kind
    what: str


class Table(NamedTuple):
    """A table of a campaign or of some of its items; `rows` reads them in pieces, in a fixed order.
    Keys missing in a row are empty cells. `with_wordings` are further columns, of campaigns with
    several wordings of the instructions."""

    name: str
    what: str
    columns: tuple[Column, ...]
    rows: Callable[[Extent], Iterator[Row]]
    with_wordings: tuple[Column, ...] = ()

    def of(self, campaign: Campaign) -> "Table":
        """Return the table of a campaign, without columns that only other campaigns have."""
        if not campaign.wordings:
            return self
        return self._replace(columns=(*self.columns, *self.with_wordings))


class TableFile(NamedTuple):
    """A table’s file: its path in the folder, rows, bytes and SHA-256."""

    table: Table
    path: str
    rows: int
    size: int
    digest: str
