"""API fields for terms, one for each that a group declares."""

from functools import singledispatch
from typing import ClassVar, TypedDict, Unpack

from rest_framework import serializers

from annotation.api.basic_fields import Array, Boolean, DateTime, Integer, Object, String
from annotation.api.fields import DecimalInText, Field, Form, Moment, Strict, Text, Whole, YesOrNo
from annotation.models.people_terms import PEOPLE
from annotation.models.terms.base import (
    CODE,
    CURRENCY,
    Amount,
    Code,
    Currency,
    Group,
    Line,
    Listed,
    Percent,
    Prose,
    Selection,
    Share,
    Term,
    terms_of,
)
from annotation.models.terms.base import Moment as MomentKind
from midpath.options.base import Kind, Tick
from midpath.options.base import Whole as WholeKind

A_PERCENTAGE = r"100(\.0{1,2})?|[0-9]{1,2}(\.[0-9]{1,2})?"


class FieldOptions(TypedDict, total=False):
    """Arguments of the field of any term."""

    required: bool
    help_text: str
    allow_null: bool


class TermsInput(Strict):
    """A form with an optional field for each term of `groups`."""

    groups: ClassVar[tuple[Group, ...]]

    def get_fields(self) -> dict[str, Field]:
        declared = {one.name: field_of(one, required=False) for one in terms_of(*self.groups)}
        return super().get_fields() | declared


class TermsOutput(Form):
    """A form with a field for each term of `groups`, as it is read."""

    groups: ClassVar[tuple[Group, ...]]

    def get_fields(self) -> dict[str, Field]:
        declared = {one.name: output_of(one) for one in terms_of(*self.groups)}
        return super().get_fields() | declared


class PeopleTerms(TermsInput):
    """The terms about people, all of them optional."""

    groups = PEOPLE


def field_of(term: Term, required: bool = True) -> Field:
    """Return the field that takes values of a term."""
    options: FieldOptions = {"required": required, "help_text": term.api}
    if term.kind.optional:
        options["allow_null"] = True
    return _field_for(term.kind, **options)


@singledispatch
def _field_for(kind: Kind, **options: Unpack[FieldOptions]) -> Field:
    raise NotImplementedError(kind)


@_field_for.register
def _(kind: WholeKind, **options: Unpack[FieldOptions]) -> Field:
    return Whole(min_value=kind.least, max_value=kind.most, **options)


@_field_for.register
def _(kind: Tick, **options: Unpack[FieldOptions]) -> Field:
    return YesOrNo(**options)


@_field_for.register
def _(kind: Selection, **options: Unpack[FieldOptions]) -> Field:
    if kind.empty:
        values = ["", *dict(kind.choices)]
        return serializers.ChoiceField(values, allow_blank=True, **options)
    return serializers.ChoiceField(kind.choices, **options)


@_field_for.register
def _(kind: Share, **options: Unpack[FieldOptions]) -> Field:
    return DecimalInText(pattern=kind.pattern, **options)


@_field_for.register
def _(kind: Percent, **options: Unpack[FieldOptions]) -> Field:
    return DecimalInText(pattern=A_PERCENTAGE, **options)


@_field_for.register
def _(kind: Amount, **options: Unpack[FieldOptions]) -> Field:
    return DecimalInText(pattern=kind.pattern, **options)


@_field_for.register
def _(kind: Currency, **options: Unpack[FieldOptions]) -> Field:
    return Text(pattern=CURRENCY, **options)


@_field_for.register
def _(kind: Code, **options: Unpack[FieldOptions]) -> Field:
    form = f"({CODE})?"
    return Text(allow_blank=True, max_length=kind.length, pattern=form, **options)


@_field_for.register(Line)
@_field_for.register(Prose)
def _(kind: Line | Prose, **options: Unpack[FieldOptions]) -> Field:
    return Text(allow_blank=True, max_length=kind.length, **options)


@_field_for.register
def _(kind: MomentKind, **options: Unpack[FieldOptions]) -> Field:
    return Moment(**options)


@_field_for.register
def _(kind: Listed, **options: Unpack[FieldOptions]) -> Field:
    child = Object()
    return Array(child=child, max_length=kind.most, **options)


def output_of(term: Term) -> Field:
    """Return the field that shows values of a term."""
    options: FieldOptions = {"help_text": term.api}
    if term.kind.optional:
        options["allow_null"] = True
    match term.kind:
        case WholeKind():
            return Integer(**options)
        case Tick():
            return Boolean(**options)
        case Selection(empty="", choices=choices):
            return serializers.ChoiceField(choices, **options)
        case MomentKind():
            return DateTime(**options)
        case Listed():
            return Array(child=Object(), **options)
    return String(**options)
