"""The form for a nested campaign's settings."""

from annotation.schemes.form_fields import choice_field
from annotation.schemes.label_form import LabelsForm
from midpath.schemes.base import Settings
from midpath.schemes.nested.settings import DEFAULTS, LABELS, PARTS, check_nested_settings


class NestedSettingsForm(LabelsForm):
    """A form for the settings of trees."""

    labels = LABELS
    parts = choice_field(PARTS, required=False, label="Workers join")

    def checked(self) -> dict[str, object]:
        parts = self.cleaned_data["parts"] or DEFAULTS["parts"]
        return check_nested_settings({"parts": parts, "labels": self.given_labels()})

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {**DEFAULTS, **settings}
        return {"parts": known["parts"], **cls.answers_of_labels(known["labels"])}
