"""The limits of a campaign: the number of workers, how much each may do, and how quickly."""

from typing import Unpack

from django import forms

from annotation.models import Campaign
from annotation.models.campaign import MAX_CLAIMS, MAX_HITS, MAX_JOINS, MAX_WORKERS
from annotation.research.common.forms import Files, FormOptions, Sent, ServiceForm
from annotation.research.terms.allocation import ServingTerms
from annotation.research.terms.part import Arguments, Offer, TermsPart
from annotation.schemes.terms import UsualTerms

NOBODY_AFTER = "When this many have joined, no new workers can. Leave empty for no limit."


class Limits(TermsPart):
    most_workers = forms.IntegerField(
        min_value=1,
        max_value=MAX_WORKERS,
        required=False,
        label="Maximum workers",
        help_text="When this many have joined, no new workers can. Required with training or "
        "gold answers, because each worker is paid for those. Leave empty for no limit.",
    )
    most_hits_per_worker = forms.IntegerField(
        min_value=1,
        max_value=MAX_HITS,
        required=False,
        label="Maximum tasks per worker",
        help_text="Training tasks are not counted. Leave empty for no limit.",
    )
    joins_per_address = forms.IntegerField(
        min_value=1,
        max_value=MAX_JOINS,
        required=False,
        label="New workers per hour from one address",
        help_text="A school or an office often shares one address. Leave empty for no limit.",
    )
    claims_per_minute = forms.IntegerField(
        min_value=1,
        max_value=MAX_CLAIMS,
        required=False,
        label="Tasks per minute for one worker",
        help_text="On average; the first five come at once. Faster workers wait for the next "
        "task. Leave empty for no limit.",
    )

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        if not offer.with_known:
            self.fields["most_workers"].help_text = NOBODY_AFTER

    def terms(self) -> Arguments:
        return super().terms() | {name: self.cleaned_data[name] for name in Limits.base_fields}

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        limits = {name: getattr(terms, name) for name in Limits.base_fields}
        return super().filled(terms) | limits


class LimitsForm(Limits, ServingTerms, ServiceForm):
    """The limits of a launched campaign."""

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        uses_known: bool,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **kwargs)
        if not uses_known:
            self.fields["most_workers"].help_text = NOBODY_AFTER
