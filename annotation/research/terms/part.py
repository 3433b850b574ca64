"""The interface of a part of a campaign's terms. A part is a module with one form: its fields, and
below them how to omit, read and fill them in."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from django import forms

from annotation.models import Campaign, Dataset
from annotation.schemes.base import Scheme
from annotation.schemes.terms import UsualTerms
from annotation.services.campaigns.fitting import Fit
from annotation.services.campaigns.terms import has_answers

# A form's answers as arguments of services, by name.
Arguments: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Offer:
    """The choices behind a form: a dataset, the draft being edited, if any, and the schemes to
    choose from, with the number of items that fit each."""

    dataset: Dataset
    campaign: Campaign | None
    schemes: list[Scheme]
    fits: Mapping[str, Fit]

    @property
    def noun(self) -> str:
        return self.schemes[0].noun if self.schemes else "text"

    @cached_property
    def with_known(self) -> list[str]:
        """Return the names of the schemes that can use gold answers, from the file or from
        researchers."""
        own = self.campaign is not None and self.campaign.known_answers.exists()
        used = own or (self.campaign is not None and self.campaign.uses_known)
        return [one.name for one in self.schemes if used or has_answers(self.dataset, one)]


class TermsPart(forms.Form):
    """One part of the form. A form with several parts inherits from all of them: each method here
    is called for all of them in turn, so a part adds its own to what `super()` returns."""

    offer: Offer

    def fit(self, offer: Offer) -> None:
        """Remove or reword fields that do not apply to any scheme on offer or any item."""
        self.offer = offer

    def terms(self) -> Arguments:
        """Return the answers as the services' arguments."""
        return {}

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        """Return the form's values for a campaign's terms, or the defaults."""
        return {}
