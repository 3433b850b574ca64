"""Fields for a job's options, one for each that its dataclass declares."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any, ClassVar, TypeAlias, TypedDict, Unpack

from rest_framework import serializers

from annotation.api.basic_fields import Array
from annotation.api.fields import Strict, Text, Whole, YesOrNo
from midpath.options.base import (
    DECIMAL,
    Choice,
    Decimals,
    Kind,
    Line,
    Options,
    Thousandths,
    Tick,
    WordPairs,
    Words,
    flat,
)
from midpath.options.base import Whole as WholeKind

THOUSANDTHS = r"[0-9](\.[0-9]{1,3})?"

Field: TypeAlias = serializers.Field[Any, Any, Any, Any]


class FieldTexts(TypedDict):
    """Arguments of every field of an option."""

    required: bool
    help_text: str


class OneOf(serializers.ChoiceField):
    """A field for one of several values that keeps their type: a text is not read as a number."""

    def to_internal_value(self, data: Any) -> Any:
        if type(data) not in {type(value) for value in self.choices}:
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class OptionsInput(Strict):
    """A form with an optional field for each of `options`."""

    options: ClassVar[type[Options]]

    def get_fields(self) -> dict[str, Field]:
        found = super().get_fields()
        for one in flat(self.options):
            parts = [one.kind.label, one.kind.help, f"Default: {_in_words(one.default)}"]
            text = " ".join(f"{part.rstrip('.')}." for part in parts if part)
            found.setdefault(one.name, field_of(one.kind, required=False, help_text=text))
        return found


def chosen_in(form: type[OptionsInput], body: Mapping[str, object]) -> dict[str, object]:
    """Return the values of the options that were given, by name."""
    return {
        one.name: _value_of(one.kind, body[one.name])
        for one in flat(form.options)
        if one.name in body
    }


@singledispatch
def field_of(kind: Kind, **texts: Unpack[FieldTexts]) -> Field:
    raise NotImplementedError(kind)


@field_of.register
def _(kind: WholeKind, **texts: Unpack[FieldTexts]) -> Field:
    return Whole(min_value=kind.least, max_value=kind.most, allow_null=kind.optional, **texts)


@field_of.register
def _(kind: Thousandths, **texts: Unpack[FieldTexts]) -> Field:
    return Text(pattern=THOUSANDTHS, **texts)


@field_of.register
def _(kind: Choice, **texts: Unpack[FieldTexts]) -> Field:
    return OneOf(kind.choices, **texts)


@field_of.register
def _(kind: Tick, **texts: Unpack[FieldTexts]) -> Field:
    return YesOrNo(**texts)


@field_of.register
def _(kind: Line, **texts: Unpack[FieldTexts]) -> Field:
    return Text(max_length=kind.longest, allow_blank=True, **texts)


@field_of.register
def _(kind: Decimals, **texts: Unpack[FieldTexts]) -> Field:
    return Text(pattern=DECIMAL, allow_null=True, **texts)


@field_of.register
def _(kind: Words, **texts: Unpack[FieldTexts]) -> Field:
    word = Text(max_length=kind.longest)
    return Array(child=word, max_length=kind.most, **texts)


@field_of.register
def _(kind: WordPairs, **texts: Unpack[FieldTexts]) -> Field:
    line = Text(max_length=kind.longest)
    return Array(child=line, max_length=kind.most, **texts)


def _value_of(kind: Kind, given: Any) -> object:
    match kind:
        case Thousandths():
            return float(given)
        case Words() | WordPairs():
            return tuple(given)
    return given


def _in_words(default: object) -> str:
    """Return a default as the schema shows it.

    >>> _in_words(0.01), _in_words(False), _in_words(()), _in_words(""), _in_words(None)
    ('0.01', 'false', 'none', 'none', 'null')
    """
    match default:
        case bool():
            return str(default).lower()
        case None:
            return "null"
        case () | "":
            return "none"
    return str(default)
