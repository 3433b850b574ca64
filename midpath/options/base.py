"""Declare options in frozen dataclasses. Pages, commands, checks and stored JSON follow from the
declaration of each field."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from midpath.text.characters import problem_with_characters

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MAX_SEED = 2**63 - 1
DECIMAL = r"-?[0-9]{1,12}(\.[0-9]{1,6})?"


class Wrong(ValueError):
    """An invalid value of an option; `field` names the option."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class Unreadable(ValueError):
    """Stored options that this version cannot read."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of option.

    `label`, `help` and `required` (the error if it is empty) are for the form field. `flag` is the
    help of a command's flag; None if the command has no such flag. The value of an `optional` one
    may be None."""

    label: str = ""
    help: str = ""
    required: str = ""
    flag: str | None = None
    optional: bool = False

    def problem_with(self, value: Any) -> str | None:
        """Return why the value is invalid; None if it is valid."""
        return None

    def read(self, stored: Any) -> Any:
        """Return the value from its JSON form."""
        return stored

    def by_default(self, default: object) -> Any:
        """Return the field of an option of this kind with this default."""
        return field(default=default, metadata={"kind": self})


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number from `least` to `most`.

    On pages, one that is `ticked` is a box for `most` or 0. Commands
    take numbers above zero up to `flag_most`; without it the options' own check decides."""

    least: int
    most: int
    ticked: bool = False
    flag_most: int | None = None

    def problem_with(self, value: Any) -> str | None:
        if (self.optional and value is None) or self.least <= value <= self.most:
            return None
        return f"Enter a whole number from {self.least:,} to {self.most:,}."


@dataclass(frozen=True)
class Seed(Whole):
    """The seed of random choices."""

    least: int = 0
    most: int = MAX_SEED
    label: str = "Seed"
    flag: str | None = "the same seed gives the same result (default: 1)"


@dataclass(frozen=True)
class Thousandths(Kind):
    """A number from 0 to `most` with three decimals. Commands take any number below
    `flag_below`."""

    most: int
    flag_below: int

    def problem_with(self, value: Any) -> str | None:
        if 0 <= value <= self.most and value == round(value, 3):
            return None
        return f"Enter a number from 0 to {self.most} with at most three decimals."


@dataclass(frozen=True)
class Choice(Kind):
    """One of `choices`, which are values with their names for people. `wrong` refuses others."""

    choices: tuple[tuple[Any, str], ...]
    wrong: str

    def problem_with(self, value: Any) -> str | None:
        known = (self.optional and value is None) or value in dict(self.choices)
        return None if known else self.wrong


@dataclass(frozen=True)
class Tick(Kind):
    """Yes or no."""


@dataclass(frozen=True)
class Line(Kind):
    """A line of text, such as the name of a column; empty for none."""

    longest: int = 100

    def problem_with(self, value: str) -> str | None:
        if len(value) > self.longest:
            return f"Give at most {self.longest} characters."
        return problem_with_characters(value)


@dataclass(frozen=True)
class Decimals(Kind):
    """An exact decimal number, as its digits; None for none."""

    optional: bool = True

    def problem_with(self, value: str | None) -> str | None:
        if value is None or re.fullmatch(DECIMAL, value):
            return None
        return "Enter a number with at most 12 digits before and 6 after the decimal point."


@dataclass(frozen=True)
class Words(Kind):
    """A list of distinct words in lower case: at most `most`, each of at most `longest`
    characters."""

    most: int = 200
    longest: int = 60

    def problem_with(self, value: tuple[str, ...]) -> str | None:
        if len(value) > self.most:
            return f"Give at most {self.most:,} words."
        for word in value:
            if len(word) > self.longest:
                return f"“{word[:20]}…” is longer than any word."
            if trouble := problem_with_characters(word):
                return f"In “{word}”: {trouble}"
        return None

    def read(self, stored: Any) -> tuple[str, ...]:
        return tuple(stored)


@dataclass(frozen=True)
class WordPairs(Kind):
    """A list of pairs of words, each as a line "first TAB second": at most `most` pairs, whose
    first words differ."""

    most: int = 50_000
    longest: int = 130

    def problem_with(self, value: tuple[str, ...]) -> str | None:
        if len(value) > self.most:
            return f"Give at most {self.most:,} lines."
        for number, line in enumerate(value, 1):
            if trouble := problem_with_pair(line, self.longest):
                return f"Line {number:,}: {trouble}"
        firsts = Counter(line.partition("\t")[0] for line in value)
        word, times = max(firsts.items(), key=itemgetter(1), default=("", 0))
        return f"“{word}” has several lines. Keep one of them." if times > 1 else None

    def read(self, stored: Any) -> tuple[str, ...]:
        return tuple(stored)


def problem_with_pair(line: str, longest: int) -> str | None:
    if len(line) > longest:
        return f"It is longer than {longest:,} characters."
    if trouble := problem_with_characters(line):
        return trouble
    parts = line.split("\t")
    if len(parts) != 2 or not all(part.strip() for part in parts):
        return "Write a form, a tab and its lemma."
    return None


@dataclass(frozen=True)
class Group(Kind):
    """Options that are an option of other options."""

    options: "type[Options]"

    def read(self, stored: Any) -> "Options":
        return self.options.from_json(stored)


class Declared(NamedTuple):
    """An option as its dataclass declares it."""

    name: str
    kind: Kind
    default: object


@dataclass(frozen=True)
class Options:
    """The options of one job."""

    def check(self) -> None:
        """Raise Wrong for the first option with an invalid value."""
        for name, kind, _ in declared_in(type(self)):
            value = getattr(self, name)
            if isinstance(value, Options):
                value.check()
            elif trouble := kind.problem_with(value):
                raise Wrong(trouble, name)

    def as_json(self) -> dict[str, object]:
        return {name: _as_json(value) for name, value in vars(self).items()}

    @classmethod
    def from_json(cls, stored: Mapping[str, object]) -> Self:
        """Return stored options; options added since then get their defaults.

        Raise Unreadable if an option without a default is missing, or if one is unknown here."""
        kinds = {name: kind for name, kind, _ in declared_in(cls)}
        if unknown := stored.keys() - kinds.keys():
            raise Unreadable(
                f"{cls.__name__} has no option {', '.join(sorted(unknown))}. Another version of "
                "Midpath stored it: migrate the row or update Midpath."
            )
        missing = [one.name for one in declared_in(cls) if one.default is MISSING]
        if missing := [name for name in missing if name not in stored]:
            raise Unreadable(f"The stored {cls.__name__} lack {', '.join(missing)}.")
        return cls(**{name: kinds[name].read(value) for name, value in stored.items()})

    @classmethod
    def from_flat(cls, values: Mapping[str, object]) -> Self:
        """Return options from values by name, including those of groups, with defaults for the
        rest."""
        given: dict[str, object] = {}
        for name, kind, _ in declared_in(cls):
            if isinstance(kind, Group):
                given[name] = kind.options.from_flat(values)
            elif name in values:
                given[name] = values[name]
        return cls(**given)


def declared_in(options: type[Options]) -> Iterator[Declared]:
    """Yield the options that a dataclass declares, in order."""
    for one in fields(options):
        yield Declared(one.name, one.metadata["kind"], one.default)


def flat(options: type[Options]) -> Iterator[Declared]:
    """Yield the options that a dataclass declares, with groups replaced by their options."""
    for one in declared_in(options):
        if isinstance(one.kind, Group):
            yield from flat(one.kind.options)
        else:
            yield one


def flat_values(options: Options) -> dict[str, object]:
    """Return the values of options by name, including those of groups."""
    found: dict[str, object] = {}
    for name, _, _ in declared_in(type(options)):
        value = getattr(options, name)
        found |= flat_values(value) if isinstance(value, Options) else {name: value}
    return found


def kind_of(options: type[Options], name: str) -> Any:
    """Return the kind of one option, which contains its bounds."""
    return next(one.kind for one in flat(options) if one.name == name)


def narrowed(wanted: "type[DataclassInstance]", options: Options) -> dict[str, Any]:
    """Return the values, by name, for which a dataclass of the mathematics has fields."""
    names = {one.name for one in fields(wanted)}
    return {name: value for name, value in vars(options).items() if name in names}


def _as_json(value: object) -> object:
    if isinstance(value, Options):
        return value.as_json()
    return list(value) if isinstance(value, tuple) else value
