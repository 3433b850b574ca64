"""Form fields for a job's options, one for each that its dataclass declares."""

from functools import singledispatch
from typing import Any, ClassVar

from django import forms

from annotation.options.base import (
    Choice,
    Declared,
    Kind,
    Options,
    Thousandths,
    Tick,
    Whole,
    Words,
    flat,
    flat_values,
)
from annotation.research.common.forms import ServiceForm


class OptionsForm(ServiceForm):
    """A form whose fields are generated from `options`, except those in `left_out`. Fields of the
    class come first."""

    options: ClassVar[type[Options]]
    left_out: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for one in self.declared():
            self.fields[one.name] = _field(one)

    @classmethod
    def declared(cls) -> list[Declared]:
        return [one for one in flat(cls.options) if one.name not in cls.left_out]

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """Return the fields of options in pairs, without the checkboxes."""
        found = [self[one.name] for one in self.declared() if not self._is_box(one.name)]
        return [found[place : place + 2] for place in range(0, len(found), 2)]

    @property
    def boxes(self) -> list[forms.BoundField]:
        return [self[one.name] for one in self.declared() if self._is_box(one.name)]

    def answers(self) -> dict[str, Any]:
        """Return the valid answers as option values."""
        return {
            one.name: value_of(one.kind, self.cleaned_data[one.name]) for one in self.declared()
        }

    def _is_box(self, name: str) -> bool:
        return isinstance(self.fields[name], forms.BooleanField)


def initial_of(options: Options) -> dict[str, Any]:
    """Return a form's initial values from options."""
    kinds = {one.name: one.kind for one in flat(type(options))}
    return {name: shown(kinds[name], value) for name, value in flat_values(options).items()}


@singledispatch
def field_of(kind: Kind, **texts: Any) -> forms.Field:
    raise NotImplementedError(kind)


@field_of.register
def _(kind: Whole, **texts: Any) -> forms.Field:
    if kind.ticked:
        return forms.BooleanField(**texts | {"required": False})
    return forms.IntegerField(
        min_value=kind.least,
        max_value=kind.most,
        **texts | {"required": not kind.optional},
    )


@field_of.register
def _(kind: Thousandths, **texts: Any) -> forms.Field:
    return forms.DecimalField(
        min_value=0, max_value=kind.most, max_digits=4, decimal_places=3, **texts
    )


@field_of.register
def _(kind: Choice, **texts: Any) -> forms.Field:
    of_values: Any = type(kind.choices[0][0])
    return forms.TypedChoiceField(coerce=of_values, choices=kind.choices, **texts)


@field_of.register
def _(kind: Tick, **texts: Any) -> forms.Field:
    return forms.BooleanField(**texts | {"required": False})


@field_of.register
def _(kind: Words, **texts: Any) -> forms.Field:
    widget = forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "none"})
    return forms.CharField(max_length=5000, widget=widget, **texts | {"required": False})


def value_of(kind: Kind, answer: Any) -> Any:
    """Return the option value for a field's input."""
    match kind:
        case Whole(ticked=True):
            return kind.most if answer else 0
        case Thousandths():
            return float(answer)
        case Words():
            return tuple(answer.replace(",", " ").split())
    return answer


def shown(kind: Kind, value: Any) -> Any:
    """Return the field's display of an option value."""
    match kind:
        case Whole(ticked=True):
            return bool(value)
        case Thousandths():
            return f"{value:.3f}"
        case Words():
            return " ".join(value)
    return value


def _field(one: Declared) -> forms.Field:
    kind = one.kind
    texts: dict[str, Any] = {"label": kind.label, "help_text": kind.help}
    if kind.required:
        texts["error_messages"] = {"required": kind.required}
    return field_of(kind, initial=shown(kind, one.default), **texts)
