"""The part of a campaign's terms that says what workers read and do before their first task."""

from typing import Any

from django import forms

from annotation.models import Campaign
from annotation.models.campaign import LONGEST_CONSENT
from annotation.research.campaigns.terms_part import TermsPart
from annotation.research.common.forms import CalmForm
from annotation.schemes.terms import UsualTerms

MARKDOWN = (
    "Markdown: **bold**, lists with - or 1., ## headings, | tables | and pictures, "
    "![what it shows](its-name.png)."
)


class EntryTerms(TermsPart):
    instructions_markdown = forms.BooleanField(
        required=False, label="Read the instructions as Markdown", help_text=MARKDOWN
    )
    consent = forms.CharField(
        max_length=LONGEST_CONSENT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        label="What workers agree to",
        help_text="In Markdown. Asked before the first task, and kept with the time and the exact "
        "version. Empty: nothing is asked.",
    )

    def terms(self) -> dict[str, Any]:
        own = {name: self.cleaned_data[name] for name in EntryTerms.base_fields}
        return super().terms() | own

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, Any]:
        own = {name: getattr(terms, name) for name in EntryTerms.base_fields}
        return super().filled(terms) | own


class ConsentForm(CalmForm):
    """Another text, for a campaign that was launched."""

    consent = forms.CharField(
        max_length=LONGEST_CONSENT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        label="What workers agree to from now on",
        help_text="In Markdown. Whoever agreed to another text is asked again before their next "
        "task. Empty: nothing is asked any more.",
    )
