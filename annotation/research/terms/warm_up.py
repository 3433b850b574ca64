"""The part of a campaign's terms that sets after how many HITs workers get feedback."""

from django import forms

from annotation.models import Campaign
from annotation.models.campaign import MAX_WARM_UP
from annotation.research.terms.part import Arguments, Offer, TermsPart
from annotation.schemes import COMPARABLE
from annotation.schemes.terms import UsualTerms


class WarmUpTerms(TermsPart):
    """Feedback without gold answers: the result of the reading test."""

    warm_up = forms.IntegerField(
        min_value=0,
        max_value=MAX_WARM_UP,
        required=False,
        label="Warm-up tasks",
        help_text="After this many tasks, a page shows each worker how their answers compare. "
        "Leave empty to show no such page.",
    )
    with_comparison: list[str]

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        self.with_comparison = [one.name for one in offer.schemes if one.name in COMPARABLE]
        if not self.with_comparison:
            del self.fields["warm_up"]

    def terms(self) -> Arguments:
        applies = self.cleaned_data.get("scheme") in self.with_comparison
        given = self.cleaned_data.get("warm_up") if applies else None
        return super().terms() | {"warm_up": given or 0}

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        return super().filled(terms) | {"warm_up": terms.warm_up or None}
