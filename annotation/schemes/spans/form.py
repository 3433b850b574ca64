"""The form for a span campaign's settings."""

from django import forms

from annotation.schemes.form_fields import choice_field, text_field
from annotation.schemes.label_form import LabelsForm
from midpath.schemes.base import Settings
from midpath.schemes.spans.settings import (
    DEFAULTS,
    LABELS,
    OVERLAP,
    QUESTION,
    UNIT,
    check_span_settings,
)


class SpanSettingsForm(LabelsForm):
    """A form for the settings of spans."""

    has_no_default = True
    labels = LABELS
    unit = choice_field(UNIT, label="Units")
    overlap = choice_field(OVERLAP, label="Several labels in one place")
    question = text_field(QUESTION)

    @property
    def choices(self) -> list[forms.BoundField]:
        """Return the fields with a single choice."""
        return [self["unit"], self["overlap"]]

    def checked(self) -> dict[str, object]:
        return check_span_settings(self._given())

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {**DEFAULTS, **settings}
        chosen = {name: known[name] for name in ("unit", "overlap", "question")}
        return {**chosen, **cls.answers_of_labels(known["labels"])}

    def _given(self) -> dict[str, object]:
        chosen = {name: self.cleaned_data[name] for name in ("unit", "overlap", "question")}
        return {**chosen, "labels": self.given_labels()}
