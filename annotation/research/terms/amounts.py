"""The part of a campaign's terms on the number of judgments, their reward and their time limit."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Unpack, cast

from django import forms

from annotation.models import Campaign
from annotation.research.common.forms import Files, FormOptions, Sent, ServiceForm
from annotation.research.terms.part import Arguments, Offer, TermsPart
from annotation.schemes.terms import UsualTerms
from annotation.text.formatting import reward_for, typed, written

MINUTE = 60
WAGE, FIXED, PAPERS = "wage", "fixed", "papers"
PAY = (
    (WAGE, "By an hourly wage"),
    (FIXED, "A fixed reward per judgment"),
    (PAPERS, "What the papers paid"),
)
USUAL_CURRENCY = UsualTerms.currency
NO_TIME = "Enter about how many seconds a judgment takes; the reward is computed from it."
NEEDED_FOR = {
    WAGE: {"hourly_wage": "Enter the hourly wage.", "seconds_expected": NO_TIME},
    FIXED: {"reward": "Enter the reward per judgment, or 0 for unpaid work."},
    PAPERS: {},
}


class ExtendForm(ServiceForm):
    """A change of the number of judgments of a launched campaign."""

    redundancy = forms.IntegerField()

    def __init__(
        self, data: Sent = None, files: Files = None, *, noun: str, **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, files, **kwargs)
        field = self.fields["redundancy"]
        field.label = f"Judgments per {noun} from now on"
        field.error_messages["required"] = f"Enter how many judgments each {noun} should get."


class ExtendFoundForm(ExtendForm):
    """A change of the number of judgments of items that match a filter; `expected` is how many
    items matched when the costs were shown."""

    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: Sent = None, files: Files = None, *, noun: str, **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, files, noun=noun, **kwargs)
        self.fields["redundancy"].label = f"Judgments of each of these {noun}s from now on"


class AmountTerms(TermsPart):
    redundancy = forms.IntegerField(
        min_value=1,
        max_value=1000,
        help_text="Each by a different worker. You can ask for more later.",
    )
    pay = forms.ChoiceField(
        choices=PAY, required=False, widget=forms.RadioSelect, label="How workers are paid"
    )
    hourly_wage = forms.DecimalField(
        min_value=Decimal("0.01"),
        max_digits=6,
        decimal_places=2,
        required=False,
        label="Hourly wage",
        help_text="The reward per judgment is computed from the hourly wage and the seconds a "
        "judgment takes.",
    )
    reward = forms.DecimalField(
        min_value=Decimal(0),
        max_digits=8,
        decimal_places=3,
        required=False,
        label="Fixed reward per judgment",
        help_text="Enter 0 for unpaid work.",
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
        help_text="The platform’s fee on each reward. Used only for the totals on these pages. "
        "Enter 0 for none.",
    )
    seconds_expected = forms.IntegerField(
        min_value=1,
        max_value=604_800,
        required=False,
        label="Seconds per judgment (estimate)",
        help_text="The typical time for one judgment. The median of a pilot is a good estimate.",
    )
    minutes = forms.DecimalField(
        min_value=Decimal("0.5"),
        max_value=Decimal(10_080),
        decimal_places=1,
        label="Minutes allotted per judgment",
        help_text="After this time the task is offered to another worker. Late submissions are "
        "kept.",
    )

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        self.fields["redundancy"].label = f"Judgments per {offer.noun}"
        self.prices = {one.name: one.price_paid for one in offer.schemes if one.price_paid}
        if not self.prices:
            pay = cast(forms.ChoiceField, self.fields["pay"])
            pay.choices = [one for one in PAY if one[0] != PAPERS]

    @property
    def paper_prices(self) -> str:
        """Describe the rewards paid in the papers, scheme by scheme."""
        titles = {one.name: one.title.lower() for one in self.offer.schemes}
        return ", ".join(
            f"{USUAL_CURRENCY} {written(price.reward)} for {titles[name]} ({price.year})"
            for name, price in self.prices.items()
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["pay"] = data.get("pay") or (WAGE if data.get("reward") is None else FIXED)
        for name, missing in NEEDED_FOR[data["pay"]].items():
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, missing)
        if data["pay"] == PAPERS:
            self._check_price(data)
        return data

    def _check_price(self, data: Mapping[str, object]) -> None:
        if "scheme" in data and data["scheme"] not in self.prices:
            self.add_error(
                "pay", "The papers do not report rewards for these judgments. Choose a wage."
            )
        if data.get("currency", USUAL_CURRENCY) != USUAL_CURRENCY:
            self.add_error("currency", f"The papers paid in {USUAL_CURRENCY}.")

    def pay_terms(self) -> Arguments | None:
        """Return the pay terms in the answers so far, or None if one is missing."""
        data = self.cleaned_data
        if data["pay"] == WAGE:
            wage, seconds = data.get("hourly_wage"), data.get("seconds_expected")
            if wage is None or seconds is None:
                return None
            return {"hourly_wage": wage, "reward": reward_for(wage, seconds)}
        price = self.prices.get(data.get("scheme", "")) if data["pay"] == PAPERS else None
        reward = price.reward if price else data.get("reward") if data["pay"] == FIXED else None
        return None if reward is None else {"hourly_wage": None, "reward": reward}

    def terms(self) -> Arguments:
        data = self.cleaned_data
        return super().terms() | {
            "redundancy": data["redundancy"],
            **(self.pay_terms() or {}),
            "currency": data["currency"],
            "fee_percent": data["fee_percent"] or UsualTerms.fee_percent,
            "seconds_expected": data["seconds_expected"],
            "seconds_allotted": self._seconds_allotted(),
        }

    def _seconds_allotted(self) -> int:
        """Return the time limit; the stored one if the minutes were not changed, since they may be
        rounded."""
        minutes: Decimal = self.cleaned_data["minutes"]
        edited = self.offer.campaign
        if edited and minutes == Decimal(self.initial["minutes"]):
            return edited.seconds_allotted
        return round(minutes * MINUTE)

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        minutes = (Decimal(terms.seconds_allotted) / MINUTE).quantize(Decimal("0.1"))
        return super().filled(terms) | {
            "redundancy": terms.redundancy,
            "pay": FIXED if terms.hourly_wage is None else WAGE,
            "hourly_wage": typed(terms.hourly_wage or UsualTerms.hourly_wage),
            "reward": typed(terms.reward) if terms.hourly_wage is None else "",
            "currency": terms.currency,
            "fee_percent": f"{Decimal(terms.fee_percent).normalize():f}",
            "seconds_expected": terms.seconds_expected,
            "minutes": f"{minutes.normalize():f}",
        }
