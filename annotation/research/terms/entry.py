from django import forms

from annotation.models.terms.reading_terms import MAX_CONSENT_LENGTH
from annotation.research.common.forms import ServiceForm


class ConsentForm(ServiceForm):
    """A new consent text, for a launched campaign."""

    consent = forms.CharField(
        max_length=MAX_CONSENT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        label="What workers agree to from now on",
        help_text="In Markdown. Workers who agreed to an earlier version must agree again before "
        "their next task. Leave empty to stop requesting consent.",
    )
