"""The form for a pair campaign's settings."""

from typing import Any

from django import forms

from annotation.schemes.base import SettingsForm
from annotation.schemes.form_fields import choice_field, text_field, whole_field
from annotation.schemes.papers import PaperHIT
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
# Where the examples are shown.
PLACES = [("", "Above the texts, to open"), *((str(n), f"Next to answer {n}") for n in NUMBERS)]
PAPERS = {
    "binary": PaperHIT(
        "Liu et al., COLING 2014: 5 judgments, about 129 seconds for a pair of sections (100 for "
        "paragraphs). Workers copy 1 to 3 keywords from each text first.",
        {"redundancy": 5, "seconds_expected": 129},
    ),
    "three-way": PaperHIT(
        "Ramanath et al., ACL 2014: 3 judgments, and up to 15 until more than half say yes or no. "
        "The first two answers count as yes. The examples are next to the second.",
        {"redundancy": 3, "most_judgments": 15, "majority_of": "yes_no"},
    ),
}


class PairSettingsForm(SettingsForm):
    """A form for the settings of pairs; the names of each answer's fields contain its number.

    An answer without a label is left out.
    """

    known_presets = PRESETS
    papers = PAPERS
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
    )
    help_at = forms.ChoiceField(choices=PLACES, required=False, label="Show the examples")

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
            "help_at": "" if known["help_at"] is None else str(known["help_at"] + 1),
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
            "help_at": self._place(data["help_at"]),
        }

    def _place(self, line: str) -> int | None:
        """Return the index of the answer on this line; a line without an answer is invalid."""
        if not line:
            return None
        return self._numbers.index(int(line)) if int(line) in self._numbers else MAX_ANSWERS

    def field_of(self, setting: str) -> str | None:
        """Return the field of a setting; the third answer may be filled in on the fifth line."""
        if setting.startswith("answers."):
            _, number, *part = setting.split(".")
            return f"{part[0] if part else 'label'}_{self._numbers[int(number) - 1]}"
        named = {"answers": "label_1", "keywords": "least"}.get(setting, setting)
        return named if named in self.fields else None
