"""The forms of a campaign: its terms, limits and workers."""

from decimal import Decimal
from typing import Any, cast

from django import forms

from annotation.models import Campaign, Dataset
from annotation.money import typed
from annotation.research.campaigns.limits import Limits
from annotation.research.campaigns.quality_terms import QualityTerms
from annotation.research.common.forms import CalmForm
from annotation.schemes import SCHEMES, scheme_of
from annotation.schemes.base import Scheme
from annotation.schemes.terms import UsualTerms

MINUTE = 60


class ExclusionForm(CalmForm):
    reason = forms.CharField(
        max_length=500,
        label="Why, for the record",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Members of the project see it here and in the audit; the worker does not.",
        error_messages={"required": "Say why, for the record."},
    )


class ExtendForm(CalmForm):
    redundancy = forms.IntegerField()

    def __init__(self, *args: Any, noun: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["redundancy"]
        field.label = f"Judgments per {noun} from now on"
        field.error_messages["required"] = f"Enter how many judgments each {noun} should get."


class LimitsForm(Limits, CalmForm):
    """The limits of a campaign that was launched."""


class CampaignForm(QualityTerms, Limits, CalmForm):
    name = forms.CharField(max_length=120, error_messages={"required": "Give the campaign a name."})
    scheme = forms.ChoiceField(
        widget=forms.RadioSelect, error_messages={"required": "Choose what workers will do."}
    )
    redundancy = forms.IntegerField(
        min_value=1,
        max_value=1000,
        help_text="Different workers, one judgment each. It can be extended later.",
    )
    reward = forms.DecimalField(
        min_value=Decimal(0),
        max_digits=8,
        decimal_places=3,
        label="Reward per judgment",
    )
    currency = forms.RegexField(
        r"^[A-Z]{3}$",
        error_messages={"invalid": "Enter the currency as three capital letters, such as USD."},
        widget=forms.TextInput(attrs={"maxlength": 3, "autocapitalize": "characters"}),
    )
    minutes = forms.DecimalField(
        min_value=Decimal("0.5"),
        max_value=Decimal(10_080),
        decimal_places=1,
        label="Minutes allotted per judgment",
        help_text="Then the HIT is offered to someone else. Late work is kept.",
    )
    instructions = forms.CharField(
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 7}),
        help_text="What workers read before they begin.",
    )

    def __init__(self, *args: Any, dataset: Dataset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dataset = dataset
        self.schemes = [
            scheme for scheme in SCHEMES.values() if dataset.kind in scheme.dataset_kinds
        ]
        self.with_quality = [one.name for one in self.schemes if one.adaptive or one.known]
        self.noun = self.schemes[0].noun if self.schemes else "text"
        self.fields["redundancy"].label = f"Judgments per {self.noun}"
        self.fields["instructions"].help_text += self._example_told()
        choice = cast(forms.ChoiceField, self.fields["scheme"])
        choice.choices = [(scheme.name, scheme.title) for scheme in self.schemes]

    def _example_told(self) -> str:
        told = {scheme.example_told for scheme in self.schemes}
        return "".join(f" {sentence}" for sentence in sorted(told) if sentence)

    def terms(self) -> dict[str, Any]:
        """Return the answers as the services' arguments."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "redundancy": data["redundancy"],
            "reward": data["reward"],
            "currency": data["currency"],
            "seconds_allotted": round(data["minutes"] * MINUTE),
            "instructions": data["instructions"],
            **(self.quality() if data["scheme"] in self.with_quality else {}),
            **self.limits(),
        }

    @staticmethod
    def answers_of(campaign: Campaign) -> dict[str, Any]:
        return {
            "name": campaign.name,
            "scheme": campaign.scheme,
            "instructions": campaign.instructions
            or scheme_of(campaign).instructions_of(campaign.settings),
            **_answers_of(campaign),
        }

    @staticmethod
    def usual_answers(scheme: Scheme) -> dict[str, Any]:
        """Return the answers that the form begins with."""
        return {
            "scheme": scheme.name,
            "instructions": scheme.instructions_of(scheme.check_settings({})),
            **_answers_of(scheme.usual_terms),
        }


def _answers_of(terms: Campaign | UsualTerms) -> dict[str, Any]:
    return {
        "redundancy": terms.redundancy,
        "reward": typed(terms.reward),
        "currency": terms.currency,
        "minutes": f"{(Decimal(terms.seconds_allotted) / MINUTE).normalize():f}",
        **QualityTerms.quality_of(terms),
        **Limits.limits_of(terms),
    }
