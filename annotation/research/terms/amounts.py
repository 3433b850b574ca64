"""The part of a campaign's terms on the number of judgments, their reward and their time limit."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Unpack, cast

from django import forms

from annotation.models import Campaign
from annotation.models.terms.campaign_terms import TERM
from annotation.models.terms.pay_terms import ALLOTTED, REWARD
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.research.terms.fields import field_of
from annotation.research.terms.part import Arguments, Offer, TermsPart
from annotation.schemes.terms import UsualTerms
from midpath.text.formatting import reward_for, typed, written

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
    redundancy = forms.IntegerField()

    def __init__(self, data: Sent = None, *, noun: str, **kwargs: Unpack[FormOptions]) -> None:
        super().__init__(data, **kwargs)
        field = self.fields["redundancy"]
        field.label = f"Judgments per {noun} from now on"
        field.error_messages["required"] = f"Enter how many judgments each {noun} should get."


class ExtendFoundForm(ExtendForm):
    """A change of the number of judgments of items that match a filter; `expected` is how many
    items matched when the costs were shown."""

    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Sent = None, *, noun: str, **kwargs: Unpack[FormOptions]) -> None:
        super().__init__(data, noun=noun, **kwargs)
        self.fields["redundancy"].label = f"Judgments of each of these {noun}s from now on"


class AmountTerms(TermsPart):
    """The terms of the group `Amounts` that are chosen in another form than they are stored in."""

    pay = forms.ChoiceField(
        choices=PAY, required=False, widget=forms.RadioSelect, label="How workers are paid"
    )
    reward = field_of(REWARD)
    minutes = forms.DecimalField(
        min_value=Decimal(ALLOTTED.least) / MINUTE,
        max_value=Decimal(ALLOTTED.most) / MINUTE,
        decimal_places=1,
        label=TERM["seconds_allotted"].label,
        help_text=TERM["seconds_allotted"].help,
    )

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        self.fields["redundancy"].label = f"Judgments per {offer.noun}"
        del self.fields["seconds_allotted"]
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

    def clean(self) -> dict[str, object]:
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
        return super().terms() | {
            **(self.pay_terms() or {}),
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
            "pay": FIXED if terms.hourly_wage is None else WAGE,
            "hourly_wage": typed(terms.hourly_wage or UsualTerms.hourly_wage),
            "reward": typed(terms.reward) if terms.hourly_wage is None else "",
            "minutes": f"{minutes.normalize():f}",
        }
