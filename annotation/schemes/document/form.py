"""The form for a collection's settings."""

from django import forms

from annotation.schemes.base import SettingsForm
from annotation.schemes.form_fields import choice_field, text_field
from annotation.schemes.papers import PaperHIT
from midpath.schemes.base import Settings
from midpath.schemes.document.settings import (
    DEFAULTS,
    DOCUMENT,
    PRESET,
    PRESETS,
    check_document_settings,
    preset_of,
)


class DocumentSettingsForm(SettingsForm):
    known_presets = PRESETS
    papers = {
        "privacy": PaperHIT(
            "Liu et al., COLING 2014, and Ramanath et al., ACL 2014: 3 workers copy the address, "
            "the date, the text and the main headings. They follow a link on the site, or search "
            "the web for its name and “privacy policy”.",
            {"redundancy": 3},
        )
    }
    preset = choice_field(PRESET, required=False)
    document = text_field(
        DOCUMENT, label="Document to look for", help_text="Workers see: Find the … of this site"
    )
    search = forms.BooleanField(
        required=False, label="Also suggest a web search for the site’s name and this document"
    )

    def checked(self) -> dict[str, object]:
        preset = self.cleaned_data["preset"]
        if self.changed_data == ["preset"] and preset in PRESETS:
            return check_document_settings(PRESETS[preset])
        return check_document_settings({name: self.cleaned_data[name] for name in DEFAULTS})

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {**PRESETS.get(settings.get("preset", ""), DEFAULTS), **settings}
        known.pop("preset", None)
        return {**known, "preset": preset_of(known)}
