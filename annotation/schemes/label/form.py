"""The form for a label campaign's settings."""

from typing import Any

from django import forms

from annotation.schemes.base import Settings, SettingsForm
from annotation.schemes.label.settings import (
    DEFAULTS,
    KEYS,
    KINDS,
    LEVELS,
    MAX_COLUMN_LENGTH,
    MAX_DESCRIPTION_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_LABELS,
    MAX_QUESTION_LENGTH,
    MAX_TEXTS,
    NOMINAL,
    OF_A_LABEL,
    ONE,
    check_label_settings,
)

NUMBERS = range(1, MAX_LABELS + 1)


class LabelSettingsForm(SettingsForm):
    """A form for the settings of labels; the names of each label's fields contain its number.

    A label without a name is left out.
    """

    kind = forms.ChoiceField(choices=list(KINDS.items()), widget=forms.RadioSelect)
    level = forms.ChoiceField(
        choices=list(LEVELS.items()),
        required=False,
        label="Distances between places",
        help_text="α of a scale depends on the distance between two answers: the number of "
        "judgments between them, or the number of steps.",
    )
    question = forms.CharField(
        max_length=MAX_QUESTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Enter the question that workers answer."},
    )
    texts = forms.CharField(
        max_length=MAX_TEXTS * (MAX_COLUMN_LENGTH + 2),
        required=False,
        label="Texts shown, in this order",
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text="The names of the dataset’s columns, one per line, such as title and body; "
        "text is the text of the item itself.",
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
    def kinds(self) -> dict[str, dict[str, object]]:
        """Return the answers that the page's script fills in for each kind."""
        return {kind: self.answers_of({"kind": kind}) for kind in DEFAULTS}

    @property
    def rows(self) -> list[dict[str, forms.BoundField]]:
        """Return the fields of each label."""
        return [{name: self[f"{name}_{n}"] for name in OF_A_LABEL} for n in NUMBERS]

    def checked(self) -> dict[str, object]:
        return check_label_settings(self._given())

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {"kind": ONE, **DEFAULTS[settings.get("kind", ONE)], **settings}
        filled = {
            f"{name}_{number}": label.get(name) or (KEYS[number - 1] if name == "key" else "")
            for number, label in enumerate(known["labels"], 1)
            for name in OF_A_LABEL
        }
        empty = {f"{name}_{number}": "" for number in NUMBERS for name in OF_A_LABEL}
        return {
            "kind": known["kind"],
            "level": "ordinal" if known["level"] == NOMINAL else known["level"],
            "question": known["question"],
            "texts": "\n".join(known["texts"]),
            **empty,
            **filled,
        }

    def _given(self) -> dict[str, Any]:
        data = self.cleaned_data
        if self._only_kind_changed():
            return {"kind": data["kind"]}
        self._numbers = [
            number
            for number in NUMBERS
            if any(data[f"{name}_{number}"] for name in ("label", "definition", "example"))
        ]
        columns = [line.strip() for line in data["texts"].splitlines() if line.strip()]
        return {
            "kind": data["kind"],
            "level": data["level"] or "ordinal",
            "question": data["question"],
            "labels": [
                {name: data[f"{name}_{number}"] for name in OF_A_LABEL} for number in self._numbers
            ],
            "texts": columns or ["text"],
        }

    def _only_kind_changed(self) -> bool:
        """Return whether only the kind changed, as from a page without scripts, and the rest still
        has the previous kind's defaults.

        Browsers send other line ends than those stored.
        """
        changed = set(self.changed_data)
        if (
            str(self.initial.get("texts", "")).splitlines()
            == self.cleaned_data["texts"].splitlines()
        ):
            changed.discard("texts")
        begun = self.answers_of({"kind": self.initial.get("kind", ONE)})
        names = [name for name in begun if name not in ("level", "texts")]
        return changed == {"kind"} and all(self.initial.get(n) == begun[n] for n in names)

    def field_of(self, setting: str) -> str | None:
        """Return the field of a setting; the third label may be filled in on the fifth line."""
        if setting.startswith("labels."):
            _, number, *part = setting.split(".")
            return f"{part[0] if part else 'label'}_{self._numbers[int(number) - 1]}"
        return {"labels": "label_1"}.get(setting, setting if setting in self.fields else None)
