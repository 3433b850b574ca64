"""The form for a flat campaign's settings."""

from annotation.schemes.base import SettingsForm
from annotation.schemes.form_fields import choice_field
from annotation.schemes.look_up import look_up_field
from annotation.schemes.papers import PaperHIT
from midpath.schemes.base import Settings
from midpath.schemes.flat.settings import PRESET, PRESETS, USUAL, check_flat_settings, preset_of
from midpath.schemes.look_up import NO_LINK


class FlatSettingsForm(SettingsForm):
    known_presets = PRESETS
    papers = {
        "a13": PaperHIT(
            "Ramanath et al., ACL 2013: 10 judgments, 49 seconds each, 10 minutes allowed. Workers "
            "who are not sure what a text means can look it up.",
            {"redundancy": 10, "seconds_allotted": 600, "seconds_expected": 49},
        )
    }
    preset = choice_field(PRESET, required=False)
    look_up = look_up_field()

    def checked(self) -> dict[str, object]:
        data = self.cleaned_data
        if self.changed_data == ["preset"] and data["preset"] in PRESETS:
            return check_flat_settings({"preset": data["preset"]})
        return check_flat_settings({"look_up": data["look_up"]})

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {**PRESETS.get(settings.get("preset", USUAL), {}), **settings}
        known.pop("preset", None)
        return {"preset": preset_of(known), "look_up": known.get("look_up", NO_LINK)}
