"""The forms of terms that can change while a campaign runs."""

from typing import Unpack

from django import forms

from annotation.models.people_terms import PEOPLE
from annotation.models.terms.pay_terms import Pay
from annotation.models.terms.reading_terms import MAX_CONSENT_LENGTH
from annotation.models.terms.serving_terms import Limits, Serving
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.research.terms.part import DeclaredTerms

NOBODY_AFTER = "When this many have joined, no new workers can. Leave empty for no limit."


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


class PayTermsForm(DeclaredTerms, ServiceForm):
    groups = (Pay,)


class LimitsForm(DeclaredTerms, ServiceForm):
    groups = (Limits, Serving)

    def __init__(
        self, data: Sent = None, *, uses_known: bool, **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **kwargs)
        if not uses_known:
            self.fields["most_workers"].help_text = NOBODY_AFTER


class PeopleForm(DeclaredTerms, ServiceForm):
    """A form about who may join a launched campaign, how workers leave, and what they read."""

    groups = PEOPLE
