"""Declare the terms of a campaign in dataclasses, one for each group of terms."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypeAlias, TypedDict, Unpack

from django.core.validators import RegexValidator

from midpath.options.base import Kind, Whole

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# What a scheme must have for a term: it is adaptive, has yes/no answers, may have gold answers, is
# graded, or has comparable answers. For `gold`, the campaign must also have gold items.
Need: TypeAlias = Literal["adaptive", "yes_no", "known", "graded", "compared", "gold"]
# How the page shows a term: next to another one, alone in a row, or in a template of its own.
Layout: TypeAlias = Literal["pair", "alone", "own"]
Group: TypeAlias = "type[DataclassInstance]"

MAX_CODE_LENGTH = 40
# Characters that platforms accept and that need no escape in a URL.
CODE = r"[A-Za-z0-9_-]+"
is_code = RegexValidator(rf"^{CODE}\Z", "Use letters, digits, - and _ only.")
CURRENCY = "[A-Z]{3}"
TYPED_EXACTLY = {"autocomplete": "off", "spellcheck": "false"}


@dataclass(frozen=True)
class WholeOrNever(Whole):
    """A whole number; pages show 0 as an empty field."""


@dataclass(frozen=True)
class Share(Kind):
    """A share from `least` to `most`, in percent on pages. `pattern` is that of clients."""

    least: Decimal = Decimal("0.001")
    most: Decimal = Decimal(1)
    pattern: str = r"0\.([1-9][0-9]{0,2}|0[1-9][0-9]?|00[1-9])|1(\.0{1,3})?"


@dataclass(frozen=True)
class Percent(Kind):
    """A percentage with two decimals."""


@dataclass(frozen=True)
class Amount(Kind):
    """An amount of money with at most this many digits, `places` of them decimals.

    Pages and clients may be limited to amounts below `most`."""

    digits: int
    places: int
    least: Decimal = Decimal(0)
    most: Decimal | None = None

    @property
    def pattern(self) -> str:
        whole = self.digits - self.places if self.most is None else len(str(self.most)) - 1
        return rf"[0-9]{{1,{whole}}}(\.[0-9]{{1,{self.places}}})?"


@dataclass(frozen=True)
class Selection(Kind):
    """One of `choices` (values with their names), or nothing if `empty` gives a name for that.
    Pages offer `shown` instead of `choices`, if given."""

    choices: Sequence[tuple[str, str]]
    shown: Sequence[tuple[str, str]] = ()
    empty: str = ""
    length: int = 10

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Return the choices that a page offers."""
        return [*((("", self.empty),) if self.empty else ()), *(self.shown or self.choices)]


@dataclass(frozen=True)
class Line(Kind):
    """A short text. `attributes` are those of the input."""

    length: int
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Code(Line):
    """A code of letters and digits, or none."""

    length: int = MAX_CODE_LENGTH
    attributes: Mapping[str, str] = field(default_factory=lambda: TYPED_EXACTLY)


@dataclass(frozen=True)
class Currency(Kind):
    """Three capital letters."""


@dataclass(frozen=True)
class Prose(Kind):
    """A long text, in a text area with this many rows."""

    length: int
    rows: int = 6


@dataclass(frozen=True)
class Moment(Kind):
    """A date and time, or none."""


@dataclass(frozen=True)
class Listed(Kind):
    """A list of up to `most` objects."""

    most: int


@dataclass(frozen=True)
class Quiz(Listed):
    """A quiz about the instructions: its questions."""


@dataclass(frozen=True)
class Wordings(Listed):
    """Further wordings of the instructions."""


class Declared(TypedDict):
    """A declaration of a term without its default and kind; `Term` explains the keys."""

    label: NotRequired[str]
    help: NotRequired[str]
    api: str
    column: NotRequired[str]
    required: NotRequired[bool]
    layout: NotRequired[Layout]
    needs: NotRequired[Sequence[Need]]


@dataclass(frozen=True)
class Term:
    """A term, declared in a group or alone.

    `usual` is the default. `label` and `help` are for the page, `api` is for clients, `column` for
    the database. A `required` term has no default in the database and cannot be left empty in
    the form."""

    name: str
    kind: Kind
    usual: Any = None
    label: str = ""
    help: str = ""
    api: str = ""
    column: str = ""
    required: bool = False
    layout: Layout = "pair"
    needs: Sequence[Need] = ()


def term(usual: object, kind: Kind, **declared: Unpack[Declared]) -> Any:
    """Declare a term in a group; `usual` is its default, or a function that returns it."""
    metadata = {"kind": kind, **declared}
    if callable(usual):
        return field(default_factory=usual, metadata=metadata)
    return field(default=usual, metadata=metadata)


@cache
def terms_of(*groups: Group) -> tuple[Term, ...]:
    """Return the terms that groups declare, in order."""
    return tuple(
        Term(
            name=one.name,
            usual=one.default if one.default_factory is MISSING else one.default_factory(),
            **one.metadata,
        )
        for group in groups
        for one in fields(group)
    )
