"""The fields of labels in a form of settings."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from django import forms

from annotation.schemes.base import SettingsForm
from annotation.schemes.form_fields import text_field
from midpath.schemes.label_settings import DESCRIPTION, KEYS, MAX_LABELS, OF_A_LABEL, LabelsSetting
from midpath.schemes.settings import TextSetting

NUMBERS = range(1, MAX_LABELS + 1)


@cache
def _fields_of_labels(name: TextSetting) -> Mapping[str, forms.CharField]:
    """Return the fields of all labels. The forms share them, since 80 are slow to make: a page with
    several forms would make them several times."""
    fields: dict[str, forms.CharField] = {}
    for number in NUMBERS:
        key = f"Key of label {number}"
        fields |= {
            f"label_{number}": _field(name, f"Label {number}"),
            f"key_{number}": _field(TextSetting(1), key, autocapitalize="none"),
            f"definition_{number}": _field(DESCRIPTION, f"What label {number} means"),
            f"example_{number}": _field(DESCRIPTION, f"Example of label {number}"),
        }
    return fields


def _field(setting: TextSetting, label: str, **attributes: str) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", **attributes})
    return text_field(setting, required=False, label=label, widget=widget)


class LabelsForm(SettingsForm):
    """A form with the fields of labels; the names of each label's fields contain its number.

    A label without a name is left out.
    """

    labels: ClassVar[LabelsSetting]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= _fields_of_labels(self.labels.name)

    @property
    def rows(self) -> list[dict[str, forms.BoundField]]:
        """Return the fields of each label."""
        return [{name: self[f"{name}_{n}"] for name in OF_A_LABEL} for n in NUMBERS]

    @property
    def filled_rows(self) -> list[dict[str, forms.BoundField]]:
        """Return the rows up to the last one that contains anything or has an error."""
        rows = self.rows
        while rows and not any(one.value() or one.errors for one in rows[-1].values()):
            rows.pop()
        return rows

    @staticmethod
    def answers_of_labels(labels: Sequence[Mapping[str, str]]) -> dict[str, str]:
        """Return the form's answers for labels."""
        empty = {f"{name}_{number}": "" for number in NUMBERS for name in OF_A_LABEL}
        return empty | {
            f"{name}_{number}": label.get(name) or (KEYS[number - 1] if name == "key" else "")
            for number, label in enumerate(labels, 1)
            for name in OF_A_LABEL
        }

    def given_labels(self) -> list[dict[str, str]]:
        """Return the labels in the answers, and note their lines for errors."""
        data = self.cleaned_data
        self._numbers = [
            number
            for number in NUMBERS
            if any(data[f"{name}_{number}"] for name in ("label", "definition", "example"))
        ]
        return [{name: data[f"{name}_{number}"] for name in OF_A_LABEL} for number in self._numbers]

    def field_of(self, setting: str) -> str | None:
        """Return the field of a setting; the third label may be filled in on the fifth line."""
        if setting == "labels":
            return "label_1"
        if setting.startswith("labels."):
            _, number, *part = setting.split(".")
            return f"{part[0] if part else 'label'}_{self._numbers[int(number) - 1]}"
        return super().field_of(setting)
