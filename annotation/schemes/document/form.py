"""The form for a collection's settings."""

from django import forms

from annotation.schemes.base import SettingsForm
from annotation.schemes.form_fields import text_field
from midpath.schemes.base import Settings
from midpath.schemes.document.settings import (
    DEFAULTS,
    DOCUMENT,
    PRESETS,
    TITLES,
    check_document_settings,
    preset_of,
)


class DocumentSettingsForm(SettingsForm):
    known_presets = PRESETS
    preset = forms.ChoiceField(
        choices=list(TITLES.items()), widget=forms.RadioSelect, required=False
    )
    document = text_field(
        DOCUMENT, label="Document to look for", help_text="Workers see: Find the … of this site"
    )

    def checked(self) -> dict[str, object]:
        preset = self.cleaned_data["preset"]
        if self.changed_data == ["preset"] and preset in PRESETS:
            return check_document_settings(PRESETS[preset])
        return check_document_settings({"document": self.cleaned_data["document"]})

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        return {**DEFAULTS, **settings, "preset": preset_of(settings)}
