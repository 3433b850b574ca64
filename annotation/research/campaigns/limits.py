"""The limits of a campaign: how many workers may join, how much each may do, and how quickly."""

from typing import Any

from django import forms

from annotation.models import Campaign
from annotation.models.campaign import MOST_CLAIMS, MOST_HITS, MOST_JOINS, MOST_WORKERS
from annotation.schemes.terms import UsualTerms


class Limits(forms.Form):
    most_workers = forms.IntegerField(
        min_value=1,
        max_value=MOST_WORKERS,
        required=False,
        label="Workers at most",
        help_text="Nobody can join after them. Needed with training or known answers, for which "
        "each worker is paid. Empty: any number.",
    )
    most_hits_per_worker = forms.IntegerField(
        min_value=1,
        max_value=MOST_HITS,
        required=False,
        label="HITs per worker at most",
        help_text="Without the training. Empty: as many as there are.",
    )
    joins_per_address = forms.IntegerField(
        min_value=1,
        max_value=MOST_JOINS,
        required=False,
        label="New workers an hour from one address",
        help_text="A school or an office is often one address. Empty: any number.",
    )
    claims_per_minute = forms.IntegerField(
        min_value=1,
        max_value=MOST_CLAIMS,
        required=False,
        label="HITs a minute for one worker",
        help_text="On average; the first five come at once. Whoever is quicker waits for the next. "
        "Empty: any number.",
    )

    def limits(self) -> dict[str, Any]:
        """Return the answers as the services' arguments."""
        return {name: self.cleaned_data[name] for name in Limits.base_fields}

    @staticmethod
    def limits_of(terms: Campaign | UsualTerms) -> dict[str, Any]:
        """Return the form's answers from a campaign's terms."""
        return {name: getattr(terms, name) for name in Limits.base_fields}
