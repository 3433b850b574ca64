"""Form fields for a job's options, one for each that its dataclass declares."""

from collections.abc import Callable, Mapping
from functools import singledispatch
from typing import Any, ClassVar, NotRequired, TypedDict, Unpack

from django import forms

from annotation.research.common.forms import Files, FormOptions, Sent, ServiceForm
from midpath.options.base import (
    Choice,
    Decimals,
    Declared,
    Kind,
    Line,
    Options,
    Thousandths,
    Tick,
    Whole,
    WordPairs,
    Words,
    flat,
    flat_values,
)

# Lists are at most this long on average.
CHARACTERS_PER_WORD = 25


class OptionsForm(ServiceForm):
    """A form whose fields are generated from `options`, except those in `left_out`. Fields of the
    class come first."""

    options: ClassVar[type[Options]]
    left_out: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self, data: Sent = None, files: Files = None, **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, files, **kwargs)
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

    def answers(self) -> dict[str, object]:
        return {
            one.name: value_of(one.kind, self.cleaned_data[one.name]) for one in self.declared()
        }

    def chosen(self) -> Options:
        return self.options.from_flat(self.answers())

    def given(self) -> Mapping[str, Any]:
        own = {name: self.cleaned_data[name] for name in self.base_fields}
        return {**own, "options": self.chosen()}

    def _is_box(self, name: str) -> bool:
        return isinstance(self.fields[name], forms.BooleanField)


def initial_of(options: Options) -> dict[str, object]:
    kinds = {one.name: one.kind for one in flat(type(options))}
    return {name: shown(kinds[name], value) for name, value in flat_values(options).items()}


class FieldTexts(TypedDict):
    """Arguments of every form field of an option: its texts and its initial value."""

    label: str
    help_text: str
    initial: object
    error_messages: NotRequired[dict[str, str]]


@singledispatch
def field_of(kind: Kind, **texts: Unpack[FieldTexts]) -> forms.Field:
    raise NotImplementedError(kind)


@field_of.register
def _(kind: Whole, **texts: Unpack[FieldTexts]) -> forms.Field:
    if kind.ticked:
        return forms.BooleanField(required=False, **texts)
    return forms.IntegerField(
        min_value=kind.least, max_value=kind.most, required=not kind.optional, **texts
    )


@field_of.register
def _(kind: Thousandths, **texts: Unpack[FieldTexts]) -> forms.Field:
    return forms.DecimalField(
        min_value=0, max_value=kind.most, max_digits=4, decimal_places=3, **texts
    )


@field_of.register
def _(kind: Choice, **texts: Unpack[FieldTexts]) -> forms.Field:
    of_values: Callable[[object], object] = type(kind.choices[0][0])
    return forms.TypedChoiceField(coerce=of_values, choices=kind.choices, **texts)


@field_of.register
def _(kind: Tick, **texts: Unpack[FieldTexts]) -> forms.Field:
    return forms.BooleanField(required=False, **texts)


@field_of.register
def _(kind: Line, **texts: Unpack[FieldTexts]) -> forms.Field:
    return forms.CharField(max_length=kind.longest, required=False, **texts)


@field_of.register
def _(kind: Decimals, **texts: Unpack[FieldTexts]) -> forms.Field:
    return forms.DecimalField(max_digits=18, decimal_places=6, required=False, **texts)


@field_of.register
def _(kind: Words, **texts: Unpack[FieldTexts]) -> forms.Field:
    widget = forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "none"})
    longest = max(5000, CHARACTERS_PER_WORD * kind.most)
    return forms.CharField(max_length=longest, widget=widget, required=False, **texts)


@field_of.register
def _(kind: WordPairs, **texts: Unpack[FieldTexts]) -> forms.Field:
    widget = forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "none"})
    longest = CHARACTERS_PER_WORD * kind.most
    return forms.CharField(max_length=longest, widget=widget, required=False, strip=False, **texts)


def value_of(kind: Kind, answer: Any) -> object:
    match kind:
        case Whole(ticked=True):
            return kind.most if answer else 0
        case Thousandths():
            return float(answer)
        case Decimals():
            return None if answer is None else f"{answer:f}"
        case Words():
            return tuple(answer.replace(",", " ").split())
        case WordPairs():
            return tuple(line.rstrip() for line in answer.splitlines() if line.strip())
    return answer


def shown(kind: Kind, value: Any) -> object:
    match kind:
        case Whole(ticked=True):
            return bool(value)
        case Thousandths():
            return f"{value:.3f}"
        case Words():
            return " ".join(value)
        case WordPairs():
            return "\n".join(value)
    return value


def _field(one: Declared) -> forms.Field:
    kind = one.kind
    texts: FieldTexts = {
        "label": kind.label,
        "help_text": kind.help,
        "initial": shown(kind, one.default),
    }
    if kind.required:
        texts["error_messages"] = {"required": kind.required}
    return field_of(kind, **texts)
