"""The form for a span campaign's settings."""

from typing import Any

from django import forms

from annotation.schemes.base import Settings, SettingsForm
from annotation.schemes.spans.settings import (
    DEFAULTS,
    KEYS,
    MAX_DESCRIPTION_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_LABELS,
    MAX_QUESTION_LENGTH,
    OF_A_LABEL,
    OVERLAPS,
    UNITS,
    check_span_settings,
)

NUMBERS = range(1, MAX_LABELS + 1)


class SpanSettingsForm(SettingsForm):
    """A form for the settings of spans; the names of each label's fields contain its number.

    A label without a name is left out.
    """

    unit = forms.ChoiceField(choices=list(UNITS.items()), widget=forms.RadioSelect, label="Units")
    overlap = forms.ChoiceField(
        choices=list(OVERLAPS.items()),
        widget=forms.RadioSelect,
        label="Several labels in one place",
    )
    question = forms.CharField(
        max_length=MAX_QUESTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Enter the question that workers answer."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in NUMBERS:
            self._add(f"label_{number}", MAX_LABEL_LENGTH, f"Label {number}")
            self._add(f"key_{number}", 1, f"Key of label {number}", autocapitalize="none")
            self._add(f"definition_{number}", MAX_DESCRIPTION_LENGTH, f"What label {number} means")
            self._add(f"example_{number}", MAX_DESCRIPTION_LENGTH, f"Example of label {number}")

    def _add(self, name: str, longest: int, label: str, **attributes: str) -> None:
        self.fields[name] = forms.CharField(
            required=False,
            max_length=longest,
            label=label,
            widget=forms.TextInput(attrs={"autocomplete": "off", **attributes}),
        )

    @property
    def choices(self) -> list[forms.BoundField]:
        """Return the fields with a single choice."""
        return [self["unit"], self["overlap"]]

    @property
    def rows(self) -> list[dict[str, forms.BoundField]]:
        """Return the fields of each label."""
        return [{name: self[f"{name}_{n}"] for name in OF_A_LABEL} for n in NUMBERS]

    def checked(self) -> dict[str, object]:
        return check_span_settings(self._given())

    def field_of(self, setting: str) -> str | None:
        """Return the field of a setting; a label's setting is named labels.<place>.<part>."""
        head, _, rest = setting.partition(".")
        if head != "labels":
            return super().field_of(setting)
        place, _, part = rest.partition(".")
        if not place:
            return "label_1"
        return f"{part or 'label'}_{self._numbers[int(place) - 1]}"

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {**DEFAULTS, **settings}
        filled = {
            f"{name}_{number}": label.get(name) or (KEYS[number - 1] if name == "key" else "")
            for number, label in enumerate(known["labels"], 1)
            for name in OF_A_LABEL
        }
        empty = {f"{name}_{number}": "" for number in NUMBERS for name in OF_A_LABEL}
        chosen = {name: known[name] for name in ("unit", "overlap", "question")}
        return {**chosen, **empty, **filled}

    def _given(self) -> dict[str, Any]:
        data = self.cleaned_data
        self._numbers = [
            number
            for number in NUMBERS
            if any(data[f"{name}_{number}"] for name in ("label", "definition", "example"))
        ]
        return {
            **{name: data[name] for name in ("unit", "overlap", "question")},
            "labels": [
                {name: data[f"{name}_{number}"] for name in OF_A_LABEL} for number in self._numbers
            ],
        }
