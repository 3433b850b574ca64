"""Columns with a type and a meaning, and tables made of them."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from analysis.reading.extent import Extent

Row: TypeAlias = Mapping[str, Any]


class Kind(Enum):
    """The content of a column’s cells. Any cell may hold nothing. No text is empty, so that nothing
    and an empty text are never mistaken for each other."""

    TEXT = "text"
    WHOLE = "a whole number"
    NUMBER = "a number"
    CHOICE = "yes or no"
    MOMENT = "a moment"
    NUMBERS = "a list of whole numbers"
    JSON = "JSON"


class Column(NamedTuple):
    """A column; `what` says in a sentence what it holds."""

    name: str
    kind: Kind
    what: str


class Table(NamedTuple):
    """A table of a campaign or of some of its items; `rows` reads them piece by piece, in an order
    of their own. What is not given in a row is nothing."""

    name: str
    what: str
    columns: tuple[Column, ...]
    rows: Callable[[Extent], Iterator[Row]]
