"""The part of a new campaign's terms on the parts of a document that become items."""

from typing import cast

from django import forms

from annotation.models import Dataset
from annotation.research.terms.part import Arguments, Offer, TermsPart
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import TakesParts
from annotation.services.datasets.parts import count_parts, has_parts
from midpath.exchange.segments import LEVELS, Level
from midpath.text.formatting import counted

TITLES: dict[Level, str] = {"sections": "Each section", "paragraphs": "Each paragraph"}


class PartsTerms(TermsPart):
    parts = forms.ChoiceField(required=False, widget=forms.RadioSelect, label="Unit of work")

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        divided = [one.name for one in offer.schemes if isinstance(one, TakesParts)]
        if not divided or offer.campaign is not None or not has_parts(offer.dataset):
            del self.fields["parts"]
            return
        choice = cast(forms.ChoiceField, self.fields["parts"])
        whole = f"Each document as a whole ({counted(offer.dataset.item_count, 'document')})"
        choice.choices = [("", whole), *_choices(offer.dataset)]

    def terms(self) -> Arguments:
        return super().terms() | ({"parts": self.chosen_parts} if self.chosen_parts else {})

    @property
    def chosen_parts(self) -> str:
        """Return the chosen parts, if the scheme supports parts."""
        scheme = SCHEMES.get(self.cleaned_data.get("scheme", ""))
        chosen: str = self.cleaned_data.get("parts", "")
        return chosen if isinstance(scheme, TakesParts) else ""


def _choices(dataset: Dataset) -> list[tuple[str, str]]:
    return [
        (level, f"{TITLES[level]} ({counted(count_parts(dataset, level), level[:-1])})")
        for level in LEVELS
    ]
