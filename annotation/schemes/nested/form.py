"""The form for a nested campaign's settings."""

from annotation.schemes.form_fields import choice_field
from annotation.schemes.label_form import LabelsForm
from annotation.schemes.look_up import look_up_field
from annotation.schemes.papers import PaperHIT
from midpath.schemes.base import Settings
from midpath.schemes.look_up import NO_LINK
from midpath.schemes.nested.settings import (
    DEFAULTS,
    LABELS,
    PARTS,
    PRESET,
    PRESETS,
    USUAL,
    check_nested_settings,
    preset_of,
)


class NestedSettingsForm(LabelsForm):
    """A form for the settings of trees."""

    known_presets = PRESETS
    papers = {
        "a13": PaperHIT(
            "Ramanath et al., ACL 2013: 10 judgments, 112 seconds each, 15 minutes allowed. "
            "Workers always join two neighbours, and can look up a text they are not sure about.",
            {"redundancy": 10, "seconds_allotted": 900, "seconds_expected": 112},
        )
    }
    labels = LABELS
    preset = choice_field(PRESET, required=False)
    parts = choice_field(PARTS, required=False, label="Workers join")
    look_up = look_up_field()

    def checked(self) -> dict[str, object]:
        data, labels = self.cleaned_data, self.given_labels()
        if self.changed_data == ["preset"] and data["preset"] in PRESETS:
            return check_nested_settings({"preset": data["preset"]})
        parts = data["parts"] or DEFAULTS["parts"]
        return check_nested_settings({"parts": parts, "labels": labels, "look_up": data["look_up"]})

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        named = PRESETS.get(settings.get("preset", USUAL), {})
        known = {**DEFAULTS, **named, **settings}
        known.pop("preset", None)
        return {
            "preset": preset_of(known),
            "parts": known["parts"],
            "look_up": known.get("look_up", NO_LINK),
            **cls.answers_of_labels(known["labels"]),
        }
