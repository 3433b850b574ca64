"""The database columns of terms."""

from decimal import Decimal
from functools import singledispatch
from typing import Any, TypeAlias, TypedDict, Unpack

from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import models

from annotation.models.terms.base import (
    Amount,
    Code,
    Currency,
    Line,
    Listed,
    Moment,
    Percent,
    Prose,
    Selection,
    Share,
    Term,
    is_code,
)
from midpath.options.base import Kind, Tick, Whole

Column: TypeAlias = "models.Field[Any, Any]"
# Whole numbers up to this are stored in two bytes.
MAX_SMALL = 1000


class ColumnOptions(TypedDict, total=False):
    """Arguments of the column of any term."""

    help_text: str
    null: bool
    blank: bool
    default: object
    db_default: Any


def column_of(term: Term) -> Column:
    """Return the column of a term. It is nullable if the term may be None; otherwise it has the
    term's default, unless the term is required."""
    options: ColumnOptions = {"help_text": term.column}
    if term.kind.optional:
        options |= {"null": True, "blank": True}
    elif isinstance(term.kind, Listed):
        stored = models.Value(term.usual, output_field=models.JSONField())
        options |= {"default": type(term.usual), "db_default": stored, "blank": True}
    elif not term.required:
        options |= {"default": term.usual, "db_default": term.usual}
        if term.usual == "":
            options["blank"] = True
    return _column_for(term.kind, **options)


@singledispatch
def _column_for(kind: Kind, **options: Unpack[ColumnOptions]) -> Column:
    raise NotImplementedError(kind)


@_column_for.register(Whole)
def _(kind: Whole, **options: Unpack[ColumnOptions]) -> Column:
    small = kind.most <= MAX_SMALL
    of_size = models.PositiveSmallIntegerField if small else models.PositiveIntegerField
    return of_size(validators=_bounds(kind.least or None, kind.most), **options)


@_column_for.register(Share)
def _(kind: Share, **options: Unpack[ColumnOptions]) -> Column:
    bounds = _bounds(kind.least, kind.most)
    return models.DecimalField(max_digits=4, decimal_places=3, validators=bounds, **options)


@_column_for.register(Percent)
def _(kind: Percent, **options: Unpack[ColumnOptions]) -> Column:
    bounds = _bounds(0, 100)
    return models.DecimalField(max_digits=5, decimal_places=2, validators=bounds, **options)


@_column_for.register(Amount)
def _(kind: Amount, **options: Unpack[ColumnOptions]) -> Column:
    return models.DecimalField(
        max_digits=kind.digits,
        decimal_places=kind.places,
        validators=_bounds(kind.least, None),
        **options,
    )


@_column_for.register(Selection)
def _(kind: Selection, **options: Unpack[ColumnOptions]) -> Column:
    return models.CharField(max_length=kind.length, choices=kind.choices, **options)


@_column_for.register(Line)
def _(kind: Line, **options: Unpack[ColumnOptions]) -> Column:
    form = (is_code,) if isinstance(kind, Code) else ()
    return models.CharField(max_length=kind.length, validators=form, **options)


@_column_for.register(Currency)
def _(kind: Currency, **options: Unpack[ColumnOptions]) -> Column:
    return models.CharField(max_length=3, **options)


@_column_for.register(Prose)
def _(kind: Prose, **options: Unpack[ColumnOptions]) -> Column:
    return models.TextField(max_length=kind.length, **options)


@_column_for.register(Moment)
def _(kind: Moment, **options: Unpack[ColumnOptions]) -> Column:
    return models.DateTimeField(**options)


@_column_for.register(Tick)
def _(kind: Tick, **options: Unpack[ColumnOptions]) -> Column:
    return models.BooleanField(**options)


@_column_for.register(Listed)
def _(kind: Listed, **options: Unpack[ColumnOptions]) -> Column:
    return models.JSONField(**options)


def _bounds(least: Decimal | int | None, most: Decimal | int | None) -> list[BaseValidator]:
    low = [] if least is None else [MinValueValidator(least)]
    return [*low, *([] if most is None else [MaxValueValidator(most)])]
