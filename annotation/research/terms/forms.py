"""The form of a campaign's terms, made of its parts."""

from collections.abc import Sequence
from typing import Unpack, cast

from django import forms

from annotation.models import Campaign, Dataset
from annotation.models.campaign import MAX_NAME_LENGTH
from annotation.models.people_terms import About, Recruitment, Return
from annotation.models.terms.pay_terms import Amounts, Pay
from annotation.models.terms.quality_terms import Gold, Majority, Repeats, WarmUp
from annotation.models.terms.reading_terms import INSTRUCTIONS, Practice, QuizTerms, Reading
from annotation.models.terms.serving_terms import Limits, Order, Serving
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.research.terms.amounts import AmountTerms
from annotation.research.terms.fields import field_of
from annotation.research.terms.part import Arguments, DeclaredTerms, Offer
from annotation.research.terms.parts import PartsTerms
from annotation.research.terms.qualifications import QualificationTerms
from annotation.research.terms.running_terms import NOBODY_AFTER
from annotation.schemes import SCHEMES, scheme_of
from annotation.schemes.base import Scheme
from annotation.services.campaigns.copies import companion_of, free_of, names_of_campaigns
from annotation.services.campaigns.fitting import Fit, fits_of
from midpath.schemes.base import Settings

QUALITY = (Majority, Gold, Repeats, WarmUp)
LIMITS = (Limits, Order, Serving)


class CampaignForm(PartsTerms, AmountTerms, QualificationTerms, DeclaredTerms, ServiceForm):
    """The terms of a campaign. Fields that cannot apply to its dataset are left out."""

    groups = (
        *(Amounts, *QUALITY, Pay, *LIMITS),
        *(Recruitment, Return, About, Reading, Practice, QuizTerms),
    )
    name = forms.CharField(
        max_length=MAX_NAME_LENGTH, error_messages={"required": "Give the campaign a name."}
    )
    scheme = forms.ChoiceField(
        widget=forms.RadioSelect, error_messages={"required": "Choose what workers will do."}
    )
    also = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    instructions = field_of(INSTRUCTIONS)

    def __init__(
        self,
        data: Sent = None,
        *,
        dataset: Dataset,
        campaign: Campaign | None = None,
        offer: Offer | None = None,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **kwargs)
        self.fit(offer or offer_of(dataset, campaign))
        self.companions = {} if self.offer.campaign else _companions(self.schemes)
        if not self.offer.with_known:
            self.fields["most_workers"].help_text = NOBODY_AFTER
        choice = cast(forms.ChoiceField, self.fields["scheme"])
        choice.choices = [(scheme.name, scheme.title) for scheme in self.schemes]
        also = cast(forms.MultipleChoiceField, self.fields["also"])
        also.choices = [(one.name, one.title) for one in self.companions.values()]

    @property
    def schemes(self) -> list[Scheme]:
        return self.offer.schemes

    @property
    def scheme_fits(self) -> list[tuple[Scheme, Fit]]:
        return [(one, self.offer.fits[one.name]) for one in self.schemes]

    @property
    def companion(self) -> Scheme | None:
        """The scheme of the second campaign to draft, if the form requests one."""
        data = self.cleaned_data
        other = self.companions.get(data.get("scheme", ""))
        return other if other and other.name in data.get("also", ()) else None

    def terms(self) -> Arguments:
        data = self.cleaned_data
        own = {"name": data["name"], "instructions": self.own_of(data["instructions"])}
        return super().terms() | own

    def own_of(self, given: str) -> str:
        """Return the instructions; empty if they are the standard ones of any scheme on offer, so
        that those of the finally chosen scheme and settings replace them."""
        return "" if any(one.is_standard(given) for one in self.schemes) else given

    @classmethod
    def answers_of(cls, campaign: Campaign) -> dict[str, object]:
        """Return the form's values for a draft."""
        standard = scheme_of(campaign).instructions_of(campaign.settings)
        return cls.filled(campaign) | {
            "name": campaign.name,
            "scheme": campaign.scheme,
            "instructions": campaign.instructions or standard,
        }

    @classmethod
    def usual_answers(cls, offer: Offer) -> dict[str, dict[str, object]]:
        """Return the form's default values for each scheme on offer."""
        taken = names_of_campaigns(offer.dataset)
        return {
            one.name: cls.answers_with(one, {})
            | {
                "name": free_of(taken, f"{one.title}: {offer.dataset}"[:MAX_NAME_LENGTH]),
                "scheme": one.name,
            }
            for one in offer.schemes
        }

    @classmethod
    def answers_with(cls, scheme: Scheme, settings: Settings) -> dict[str, object]:
        """Return the form's default values under these settings."""
        return cls.filled(scheme.usual_terms_of(settings)) | {
            "instructions": scheme.instructions_of(scheme.check_settings(settings))
        }


def offer_of(dataset: Dataset, campaign: Campaign | None = None) -> Offer:
    """Return the schemes on offer, with the number of items that fit each. Companion schemes are
    adjacent; those that fit no item come last."""
    offered = [one for one in SCHEMES.values() if dataset.kind in one.dataset_kinds]
    if campaign is not None:
        offered = [one for one in offered if one.name == campaign.scheme]
    fits = fits_of(dataset, offered)
    offered.sort(key=lambda one: (not fits[one.name].fitting, companion_of(one) is None))
    return Offer(dataset, campaign, offered, fits)


def _companions(schemes: Sequence[Scheme]) -> dict[str, Scheme]:
    """Return the companion of each scheme on offer, if it is on offer, too."""
    companions = {one.name: companion_of(one) for one in schemes}
    return {name: one for name, one in companions.items() if one is not None and one in schemes}
