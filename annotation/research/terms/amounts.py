"""The part of a campaign's terms that says how many judgments, what each pays and how long it may
take."""

from decimal import Decimal
from typing import Any

from django import forms

from annotation.models import Campaign
from annotation.money import typed
from annotation.research.common.forms import CalmForm
from annotation.research.terms.part import Offer, TermsPart
from annotation.schemes.terms import UsualTerms

MINUTE = 60


class ExtendForm(CalmForm):
    """A change of how many judgments a launched campaign asks for."""

    redundancy = forms.IntegerField()

    def __init__(self, *args: Any, noun: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["redundancy"]
        field.label = f"Judgments per {noun} from now on"
        field.error_messages["required"] = f"Enter how many judgments each {noun} should get."


class ExtendFoundForm(ExtendForm):
    """A change of how many judgments are asked for of what a filter finds; `expected` is how many
    items that were when the costs were shown."""

    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, noun: str, **kwargs: Any) -> None:
        super().__init__(*args, noun=noun, **kwargs)
        self.fields["redundancy"].label = f"Judgments of each of these {noun}s from now on"


class AmountTerms(TermsPart):
    redundancy = forms.IntegerField(
        min_value=1,
        max_value=1000,
        help_text="Each by a different worker. You can ask for more later.",
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
    fee_percent = forms.DecimalField(
        min_value=Decimal(0),
        max_value=Decimal(100),
        decimal_places=2,
        required=False,
        label="Platform’s fee, in percent",
        help_text="What the platform takes beside each reward. Only for the sums on these pages. "
        "0: none.",
    )
    seconds_expected = forms.IntegerField(
        min_value=1,
        max_value=604_800,
        required=False,
        label="Seconds a judgment takes, about",
        help_text="Tells the hours of work and the pay by the hour. Empty: not known.",
    )
    minutes = forms.DecimalField(
        min_value=Decimal("0.5"),
        max_value=Decimal(10_080),
        decimal_places=1,
        label="Minutes allotted per judgment",
        help_text="After that it is offered to someone else. Late work is kept.",
    )

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        self.fields["redundancy"].label = f"Judgments per {offer.noun}"

    def terms(self) -> dict[str, Any]:
        data = self.cleaned_data
        return super().terms() | {
            "redundancy": data["redundancy"],
            "reward": data["reward"],
            "currency": data["currency"],
            "fee_percent": data["fee_percent"] or UsualTerms.fee_percent,
            "seconds_expected": data["seconds_expected"],
            "seconds_allotted": self._seconds_allotted(),
        }

    def _seconds_allotted(self) -> int:
        """Return the time allotted; as it was if the minutes were not changed, which may have
        rounded it."""
        minutes: Decimal = self.cleaned_data["minutes"]
        edited = self.offer.campaign
        if edited and minutes == Decimal(self.initial["minutes"]):
            return edited.seconds_allotted
        return round(minutes * MINUTE)

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, Any]:
        minutes = (Decimal(terms.seconds_allotted) / MINUTE).quantize(Decimal("0.1"))
        return super().filled(terms) | {
            "redundancy": terms.redundancy,
            "reward": typed(terms.reward),
            "currency": terms.currency,
            "fee_percent": f"{Decimal(terms.fee_percent).normalize():f}",
            "seconds_expected": terms.seconds_expected,
            "minutes": f"{minutes.normalize():f}",
        }
