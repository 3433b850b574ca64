"""The part of a campaign's terms that says who gets what: how the order is walked, how much one
worker may do and hold over the project, and from when to when HITs are handed out."""

from datetime import datetime
from typing import Any

from django import forms

from annotation.models import Campaign
from annotation.models.campaign import MOST_AT_ONCE, MOST_HITS
from annotation.research.terms.part import TermsPart
from annotation.schemes.terms import UsualTerms

# As browsers write and read a moment in a field; all moments are UTC.
TYPED = "%Y-%m-%dT%H:%M"


class MomentField(forms.DateTimeField):
    """A moment, in UTC."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=TYPED)
        error = {"invalid": "Enter a day and a time, such as 2027-03-31 18:00."}
        super().__init__(required=False, widget=widget, error_messages=error, **kwargs)


class WalkTerms(TermsPart):
    """The terms that are fixed once a campaign is launched."""

    walk = forms.ChoiceField(
        choices=Campaign.Walk.choices,
        required=False,
        label="The order in which workers get the HITs",
        help_text="All from the first on: items that were begun are finished first, and a few "
        "quick workers may do most of the work. From a place of their own: every worker begins "
        "elsewhere and goes round, so that who judged an item does not depend on when. Items then "
        "get their judgments late, so the reading test certifies workers late, and fewer of them "
        "if they do only a few HITs each.",
    )

    def terms(self) -> dict[str, Any]:
        return super().terms() | {"walk": self.cleaned_data["walk"] or UsualTerms.walk}

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, Any]:
        return super().filled(terms) | {"walk": terms.walk}


class ServingTerms(TermsPart):
    """The terms that may change while a campaign runs."""

    most_project_hits = forms.IntegerField(
        min_value=1,
        max_value=MOST_HITS,
        required=False,
        label="HITs per worker over the project at most",
        help_text="Whoever has done so many in all its campaigns together gets no more here. "
        "Empty: any number.",
    )
    most_at_once = forms.IntegerField(
        min_value=1,
        max_value=MOST_AT_ONCE,
        required=False,
        label="HITs in hand at once at most",
        help_text="In all campaigns of the project together; in one it is never more than one. "
        "Empty: one in each.",
    )
    opens_at = MomentField(label="Opens at (UTC)", help_text="Empty: as soon as it is live.")
    closes_at = MomentField(
        label="Closes at (UTC)",
        help_text="From then on nobody gets a HIT; whoever holds one may submit it. Empty: when "
        "you close it.",
    )

    def terms(self) -> dict[str, Any]:
        own = {name: self.cleaned_data[name] for name in ServingTerms.base_fields}
        return super().terms() | own

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, Any]:
        found = {name: getattr(terms, name) for name in ServingTerms.base_fields}
        return super().filled(terms) | {
            name: value.strftime(TYPED) if isinstance(value, datetime) else value
            for name, value in found.items()
        }
