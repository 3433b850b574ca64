"""The form for a pair campaign's settings."""

from typing import Any

from django import forms

from annotation.schemes.base import SettingsForm
from annotation.schemes.form_fields import choice_field, text_field, whole_field
from midpath.schemes.base import Settings
from midpath.schemes.pair.presets import PRESETS, USUAL
from midpath.schemes.pair.settings import (
    KEYWORDS,
    LABEL,
    MAX_ANSWERS,
    PRESET,
    QUESTION,
    check_pair_settings,
)

NUMBERS = range(1, MAX_ANSWERS + 1)


class PairSettingsForm(SettingsForm):
    """A form for the settings of pairs; the names of each answer's fields contain its number.

    An answer without a label is left out.
    """

    known_presets = PRESETS
    preset = choice_field(PRESET)
    question = text_field(QUESTION)
    with_keywords = forms.BooleanField(required=False, label="Ask for keywords first")
    least = whole_field(KEYWORDS, required=False)
    most = whole_field(KEYWORDS, required=False)
    help = forms.CharField(
        required=False,
        max_length=3000,
        label="Examples, one per line",
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Workers can open them below the question.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in NUMBERS:
            self.fields[f"label_{number}"] = text_field(
                LABEL, required=False, label=f"Answer {number}"
            )
            self.fields[f"key_{number}"] = forms.CharField(
                required=False,
                max_length=1,
                label=f"Key of answer {number}",
                widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
            )
            self.fields[f"yes_{number}"] = forms.BooleanField(
                required=False, label=f"Answer {number} counts as yes"
            )

    @property
    def answers(self) -> list[dict[str, forms.BoundField]]:
        return [{name: self[f"{name}_{n}"] for name in ("label", "key", "yes")} for n in NUMBERS]

    @property
    def range_errors(self) -> list[forms.BoundField]:
        return [field for field in (self["least"], self["most"]) if field.errors]

    def checked(self) -> dict[str, object]:
        return check_pair_settings(self._given())

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {**PRESETS[settings.get("preset", USUAL)], **settings}
        least, most = known["keywords"] or (1, 3)
        filled = {
            f"{name}_{number}": answer[name]
            for number, answer in enumerate(known["answers"], 1)
            for name in ("label", "key", "yes")
        }
        return filled | {
            "preset": known["preset"],
            "question": known["question"],
            "with_keywords": known["keywords"] is not None,
            "least": least,
            "most": most,
            "help": "\n".join(known["help"]),
        }

    def _given(self) -> dict[str, object]:
        data = self.cleaned_data
        self._numbers: list[int] = []
        if self.only_changed("preset", "help"):
            return {"preset": data["preset"]}
        self._numbers = [number for number in NUMBERS if data[f"label_{number}"].strip()]
        return {
            "preset": data["preset"],
            "question": data["question"],
            "answers": [
                {
                    "label": data[f"label_{number}"],
                    "key": data[f"key_{number}"] or str(number),
                    "yes": data[f"yes_{number}"],
                }
                for number in self._numbers
            ],
            "keywords": [data["least"], data["most"]] if data["with_keywords"] else None,
            "help": [line for line in data["help"].splitlines() if line.strip()],
        }

    def field_of(self, setting: str) -> str | None:
        """Return the field of a setting; the third answer may be filled in on the fifth line."""
        if setting.startswith("answers."):
            _, number, *part = setting.split(".")
            return f"{part[0] if part else 'label'}_{self._numbers[int(number) - 1]}"
        named = {"answers": "label_1", "keywords": "least"}.get(setting, setting)
        return named if named in self.fields else None
