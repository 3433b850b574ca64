"""Form fields for terms, one for each that a group declares."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, NotRequired, TypedDict

from django import forms

from annotation.models.terms.base import (
    CURRENCY,
    Amount,
    Code,
    Currency,
    Line,
    Moment,
    Percent,
    Prose,
    Quiz,
    Selection,
    Share,
    Term,
    WholeOrNever,
    Wordings,
    is_code,
)
from annotation.services.campaigns.quiz_questions import Question, read_quiz, written_quiz
from annotation.services.errors import Invalid
from annotation.services.wordings.terms import Wording, read_wordings, written_wordings
from midpath.options.base import Kind, Tick, Whole
from midpath.text.formatting import typed

HUNDRED = Decimal(100)
MAX_QUIZ_LENGTH = 100_000
# The format in which browsers write and read a date-time field; all times are UTC.
TYPED = "%Y-%m-%dT%H:%M"


class Texts(TypedDict):
    """Arguments of every form field of a term."""

    required: bool
    label: NotRequired[str]
    help_text: str


class QuizField(forms.CharField):
    """A field for the questions about the instructions, in their text form."""

    def clean(self, value: Any) -> list[Question]:
        try:
            return read_quiz(super().clean(value))
        except Invalid as error:
            raise forms.ValidationError(error.message) from error


class WordingsField(forms.CharField):
    """A field for further wordings of the instructions, in their text form."""

    def clean(self, value: Any) -> list[Wording]:
        try:
            return read_wordings(super().clean(value))
        except Invalid as error:
            raise forms.ValidationError(error.message) from error


def field_of(term: Term) -> forms.Field:
    kind = term.kind
    texts: Texts = {"required": term.required, "help_text": term.help}
    if term.label:
        texts["label"] = term.label
    match kind:
        case Whole():
            return forms.IntegerField(min_value=kind.least, max_value=kind.most, **texts)
        case Tick():
            return forms.BooleanField(**texts)
        case Selection():
            return forms.ChoiceField(choices=kind.offered, **texts)
        case Moment():
            error = {"invalid": "Enter a date and a time, such as 2027-03-31 18:00."}
            widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=TYPED)
            return forms.DateTimeField(widget=widget, error_messages=error, **texts)
        case Share() | Percent() | Amount():
            return _number_field(kind, texts)
    return _text_field(kind, texts)


def _number_field(kind: Share | Percent | Amount, texts: Texts) -> forms.Field:
    match kind:
        case Share():
            least, most = (Decimal(_percent(bound)) for bound in (kind.least, kind.most))
            return forms.DecimalField(min_value=least, max_value=most, decimal_places=1, **texts)
        case Percent():
            least = Decimal(0)
            return forms.DecimalField(min_value=least, max_value=HUNDRED, decimal_places=2, **texts)
        case Amount():
            return forms.DecimalField(
                min_value=kind.least,
                max_value=kind.most,
                max_digits=kind.digits if kind.most is None else None,
                decimal_places=kind.places,
                **texts,
            )


def _text_field(kind: Kind, texts: Texts) -> forms.Field:
    match kind:
        case Prose():
            area = forms.Textarea(attrs={"rows": kind.rows})
            return forms.CharField(max_length=kind.length, widget=area, **texts)
        case Quiz():
            area = forms.Textarea(attrs={"rows": 6})
            return QuizField(max_length=MAX_QUIZ_LENGTH, widget=area, **texts)
        case Wordings():
            area = forms.Textarea(attrs={"rows": 9, "dir": "auto"})
            return WordingsField(max_length=MAX_QUIZ_LENGTH, widget=area, **texts)
        case Line():
            return forms.CharField(
                max_length=kind.length,
                validators=(is_code,) if isinstance(kind, Code) else (),
                widget=forms.TextInput(attrs=dict(kind.attributes)),
                **texts,
            )
        case Currency():
            error = {"invalid": "Enter the currency as three capital letters, such as USD."}
            widget = forms.TextInput(attrs={"maxlength": 3, "autocapitalize": "characters"})
            return forms.RegexField(f"^{CURRENCY}$", error_messages=error, widget=widget, **texts)
    raise NotImplementedError(kind)


def value_of(term: Term, answer: Any) -> Any:
    """Return the term's value for a field's valid answer; the default if it is empty."""
    if answer in (None, ""):
        return None if term.kind.optional else term.usual
    return answer / HUNDRED if isinstance(term.kind, Share) else answer


def shown(kind: Kind, value: Any) -> object:
    show = SHOWN.get(type(kind))
    return value if value is None or show is None else show(value)


def _percent(share: Decimal) -> str:
    return f"{share * HUNDRED:.1f}".removesuffix(".0")


SHOWN: Mapping[type[Kind], Callable[[Any], object]] = {
    WholeOrNever: lambda number: number or None,
    Share: _percent,
    Percent: lambda percentage: f"{Decimal(percentage).normalize():f}",
    Amount: typed,
    Moment: lambda moment: moment.strftime(TYPED),
    Quiz: written_quiz,
    Wordings: written_wordings,
}
