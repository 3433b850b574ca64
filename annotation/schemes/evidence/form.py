"""The form for an evidence campaign's settings."""

from django import forms

from annotation.schemes.base import SettingsForm
from annotation.schemes.form_fields import choice_field
from annotation.schemes.papers import PaperHIT
from midpath.schemes.base import Settings
from midpath.schemes.evidence.settings import (
    PRESET,
    PRESETS,
    SWITCHES,
    UNIT,
    USUAL,
    check_evidence_settings,
)


class EvidenceSettingsForm(SettingsForm):
    known_presets = PRESETS
    papers = {
        "privacyqa": PaperHIT(
            "Ravichander et al. 2019: experts mark the sentences with the answer to a worker’s "
            "question, and say how relevant, subjective and expected it is, its OPP-115 "
            "categories, and why there is no answer. Invite experts with a list of ids.",
        ),
        "alignment": PaperHIT(
            "Ramanath et al., ACL 2014: six experts answer multiple-choice questions and mark the "
            "text with the answer, in any number of sections. The choices are in the dataset.",
            {"redundancy": 6},
        ),
    }
    preset = choice_field(PRESET)
    unit = choice_field(UNIT, label="Units")
    snap = forms.BooleanField(required=False, label="Extend spans to whole sentences")
    relevance = forms.BooleanField(
        required=False, label="Relevance: is this a question for a document of this kind?"
    )
    subjectivity = forms.BooleanField(
        required=False, label="Subjectivity: does the answer depend on personal opinion?"
    )
    likelihood = forms.BooleanField(
        required=False, label="Likelihood: how likely is a document of this kind to answer it?"
    )
    causes = forms.BooleanField(
        required=False,
        label="If there is no answer, why: incomprehensible, out of scope, ill-formed, silent "
        "or atypical",
    )
    categories = forms.CharField(
        required=False,
        max_length=3000,
        label="Categories, one per line",
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="Workers may choose several. Leave empty for no categories. PrivacyQA’s are "
        "those of OPP-115.",
    )

    @property
    def aspect_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in SWITCHES if name != "snap"]

    def checked(self) -> dict[str, object]:
        return check_evidence_settings(self._given())

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {"preset": USUAL, **PRESETS[USUAL], **settings}
        return {**known, "categories": "\n".join(known["categories"] or ())}

    def _given(self) -> dict[str, object]:
        """Return the settings; if only the preset changed, the preset alone.

        A page without scripts sends the old answers with a new preset.
        """
        data = self.cleaned_data
        if data["preset"] in PRESETS and self.only_changed("preset", "categories"):
            return {"preset": data["preset"]}
        lines = [line.strip() for line in data["categories"].splitlines() if line.strip()]
        return {
            "unit": data["unit"],
            **{name: data[name] for name in SWITCHES},
            "categories": lines or None,
        }
