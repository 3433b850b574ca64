"""The labels of a scheme as one of its settings: their check, and their fields in a form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms

from annotation.schemes.base import InvalidSettings, Settings, SettingsForm
from annotation.schemes.settings import TextSetting, is_list, refuse_twins

MAX_LABELS = 20
KEYS = "123456789abcdefghijkl"
OF_A_LABEL = ("label", "key", "definition", "example")
DESCRIPTION = TextSetting(300)


@dataclass(frozen=True)
class LabelsSetting:
    """Labels, each with a name, a key, a definition and an example."""

    least: int
    name: TextSetting

    def check(self, given: object, own_keys: Mapping[str, str]) -> list[dict[str, str]]:
        """Return the labels with their keys, or raise InvalidSettings. `own_keys` are the keys of
        the task interface, with what they do."""
        if not is_list(given):
            raise InvalidSettings("The labels are not a list.", field="labels")
        if not self.least <= len(given) <= MAX_LABELS:
            raise InvalidSettings(
                f"Give {self.least} to {MAX_LABELS} labels; there are {len(given)}.",
                field="labels",
            )
        labels = [self._label(one, number, own_keys) for number, one in enumerate(given, 1)]
        refuse_twins(labels, "Labels", "labels")
        return labels

    def _label(self, given: object, number: int, own_keys: Mapping[str, str]) -> dict[str, str]:
        place = f"labels.{number}"
        if not isinstance(given, Mapping) or set(given) - set(OF_A_LABEL):
            raise InvalidSettings(
                f"Label {number} needs a label; key, definition and example are optional.",
                field=place,
            )
        name = self.name.check(given.get("label"), f"{place}.label", f"label {number}")
        if "|" in name:
            raise InvalidSettings(
                f"Label {number} contains a bar (|), which separates labels in files. Leave it "
                "out.",
                field=f"{place}.label",
            )
        texts = {
            part: DESCRIPTION.check_optional(
                given.get(part, ""), f"{place}.{part}", f"the {part} of label {number}"
            )
            for part in ("definition", "example")
        }
        return {"label": name, "key": _key(given.get("key"), number, own_keys), **texts}


def _key(given: object, number: int, own_keys: Mapping[str, str]) -> str:
    field = f"labels.{number}.key"
    key = KEYS[number - 1] if given in (None, "") else given
    if not isinstance(key, str) or len(key.lower()) != 1 or not key.isalnum():
        raise InvalidSettings(
            f"The key of label {number} must be one letter or digit.", field=field
        )
    if taken := own_keys.get(key.lower()):
        raise InvalidSettings(f"The key {key.upper()} {taken}. Choose another key.", field=field)
    return key.lower()


NUMBERS = range(1, MAX_LABELS + 1)


class LabelsForm(SettingsForm):
    """A form with the fields of labels; the names of each label's fields contain its number.

    A label without a name is left out.
    """

    labels: ClassVar[LabelsSetting]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in NUMBERS:
            self._add(f"label_{number}", self.labels.name, f"Label {number}")
            key = f"Key of label {number}"
            self._add(f"key_{number}", TextSetting(1), key, autocapitalize="none")
            self._add(f"definition_{number}", DESCRIPTION, f"What label {number} means")
            self._add(f"example_{number}", DESCRIPTION, f"Example of label {number}")

    def _add(self, name: str, setting: TextSetting, label: str, **attributes: str) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", **attributes})
        self.fields[name] = setting.field(required=False, label=label, widget=widget)

    @property
    def rows(self) -> list[dict[str, forms.BoundField]]:
        """Return the fields of each label."""
        return [{name: self[f"{name}_{n}"] for name in OF_A_LABEL} for n in NUMBERS]

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


def described_labels(settings: Settings) -> dict[str, object]:
    """Return the labels as a worked example, if the researcher has described any."""
    described = [one for one in settings.get("labels", ()) if one["definition"] or one["example"]]
    return {"labels": settings["labels"]} if described else {}
