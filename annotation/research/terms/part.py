"""The interface of a part of a campaign's terms. A part is a form: its fields, and below them how
to omit, read and fill them in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from django import forms

from annotation.models import Campaign, Dataset
from annotation.models.terms.base import Group, Need, Term, terms_of
from annotation.research.terms.fields import field_of, shown, value_of
from annotation.schemes.base import Scheme
from annotation.schemes.mixins import Adaptive, Comparable, Graded, HasGoldAnswers, YesNo
from annotation.schemes.terms import UsualTerms
from annotation.services.campaigns.fitting import Fit
from annotation.services.campaigns.terms import has_answers

# A form's answers as arguments of services, by name.
Arguments: TypeAlias = dict[str, Any]

# The schemes that meet a need.
MEETS: Mapping[Need, type[object]] = {
    "adaptive": Adaptive,
    "yes_no": YesNo,
    "known": HasGoldAnswers,
    "graded": Graded,
    "compared": Comparable,
}


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

    def fitting(self, term: Term) -> list[str]:
        """Return the names of the schemes on offer that a term fits."""
        return [
            one.name
            for one in self.schemes
            if all(
                one.name in self.with_known if need == "gold" else isinstance(one, MEETS[need])
                for need in term.needs
            )
        ]


@dataclass
class Row:
    """One or two fields of a page, side by side; one that is `alone` has the whole width."""

    fields: list[forms.BoundField] = field(default_factory=list)
    alone: bool = False


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


class DeclaredTerms(TermsPart):
    """The terms that `groups` declare, with a field for each."""

    groups: ClassVar[tuple[Group, ...]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= {one.name: field_of(one) for one in terms_of(*self.groups)}

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        self.fitting = {one.name: offer.fitting(one) for one in terms_of(*self.groups)}
        for one in terms_of(*self.groups):
            if one.needs and not self.fitting[one.name]:
                del self.fields[one.name]

    def terms(self) -> Arguments:
        """Return the terms, with the default of each that the chosen scheme lacks. Those of gold
        answers are left out if there are none, and so is every other term without a field."""
        data, found = self.cleaned_data, super().terms()
        for one in terms_of(*self.groups):
            if not one.needs or data["scheme"] in self.fitting[one.name]:
                found |= {one.name: value_of(one, data[one.name])} if one.name in data else {}
            elif "gold" not in one.needs or data["scheme"] in self.offer.with_known:
                found[one.name] = one.usual
        return found

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        return super().filled(terms) | {
            one.name: shown(one.kind, getattr(terms, one.name)) for one in terms_of(*cls.groups)
        }

    @cached_property
    def rows(self) -> dict[str, list[Row]]:
        """Return the fields of each group in rows, without the checkboxes."""
        return {group.__name__: self._rows(group) for group in self.groups}

    @cached_property
    def ticks(self) -> dict[str, list[forms.BoundField]]:
        return {
            group.__name__: [one for _, one in self._shown(group) if _is_tick(one)]
            for group in self.groups
        }

    def _rows(self, group: Group) -> list[Row]:
        rows: list[Row] = []
        for term, bound in self._shown(group):
            if _is_tick(bound):
                continue
            alone = term.layout == "alone"
            if alone or not rows or rows[-1].alone or len(rows[-1].fields) == 2:
                rows.append(Row(alone=alone))
            rows[-1].fields.append(bound)
        return rows

    def _shown(self, group: Group) -> list[tuple[Term, forms.BoundField]]:
        return [
            (one, self[one.name])
            for one in terms_of(group)
            if one.layout != "own" and one.name in self.fields
        ]


def _is_tick(bound: forms.BoundField) -> bool:
    return isinstance(bound.field, forms.BooleanField)
