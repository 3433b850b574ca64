"""The forms of a campaign: its terms, limits and workers."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, cast

from django import forms

from annotation.models import Campaign, Dataset
from annotation.money import typed
from annotation.research.campaigns.limits import Limits
from annotation.research.campaigns.quality_terms import OF_KNOWN, QualityTerms
from annotation.research.common.forms import CalmForm
from annotation.schemes import SCHEMES, scheme_of
from annotation.schemes.base import Scheme
from annotation.schemes.terms import UsualTerms
from annotation.services.campaigns.copies import companion_of, free_name
from annotation.services.campaigns.terms import has_answers

MINUTE = 60
LONGEST_INSTRUCTIONS = 10_000
NOBODY_AFTER = "Nobody can join after them. Empty: any number."
FOLDED = {*QualityTerms.base_fields, *Limits.base_fields}


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

    def __init__(self, *args: Any, uses_known: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not uses_known:
            self.fields["most_workers"].help_text = NOBODY_AFTER


class CampaignForm(QualityTerms, Limits, CalmForm):
    """The terms of a campaign. Fields that cannot apply to its dataset are left out."""

    name = forms.CharField(max_length=120, error_messages={"required": "Give the campaign a name."})
    scheme = forms.ChoiceField(
        widget=forms.RadioSelect, error_messages={"required": "Choose what workers will do."}
    )
    also = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
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
    instructions = forms.CharField(
        max_length=LONGEST_INSTRUCTIONS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 9}),
        help_text="What workers read before they begin. Clear them, and the standard instructions "
        "take their place.",
    )

    def __init__(
        self, *args: Any, dataset: Dataset, campaign: Campaign | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.dataset, self.campaign = dataset, campaign
        self.schemes = [
            scheme
            for scheme in SCHEMES.values()
            if dataset.kind in scheme.dataset_kinds
            and (campaign is None or campaign.scheme == scheme.name)
        ]
        # Those that go together stand side by side.
        self.schemes.sort(key=lambda scheme: companion_of(scheme) is None)
        self.companions = {} if campaign else _companions(self.schemes)
        self._leave_out(campaign)
        self.noun = self.schemes[0].noun if self.schemes else "text"
        self.fields["redundancy"].label = f"Judgments per {self.noun}"
        choice = cast(forms.ChoiceField, self.fields["scheme"])
        choice.choices = [(scheme.name, scheme.title) for scheme in self.schemes]
        also = cast(forms.MultipleChoiceField, self.fields["also"])
        also.choices = [(one.name, one.title) for one in self.companions.values()]

    def _leave_out(self, campaign: Campaign | None) -> None:
        """Take away the fields that cannot apply: to no scheme on offer, or to no item."""
        self.with_quality = [one.name for one in self.schemes if one.adaptive or one.known]
        self.with_majority = [one.name for one in self.schemes if one.adaptive]
        self.with_yes_no = [one.name for one in self.schemes if one.adaptive and one.yes_no]
        self.with_known = [
            one.name
            for one in self.schemes
            if (campaign is not None and campaign.uses_known) or has_answers(self.dataset, one)
        ]
        left_out = [] if self.with_majority else ["most_judgments"]
        left_out += [] if self.with_yes_no else ["majority_of"]
        left_out += [] if self.with_known else OF_KNOWN
        for name in left_out:
            del self.fields[name]
        if not self.with_known:
            self.fields["most_workers"].help_text = NOBODY_AFTER

    @property
    def unfolded(self) -> bool:
        """Return whether the part on quality and limits is shown open: something in it is
        wrong, or not as usual."""
        if not self.schemes:
            return False
        usual = _answers_of(self.schemes[0].usual_terms)
        folded = [name for name in self.fields if name in FOLDED]
        return any(
            self[name].errors or str(self[name].value() or "") != str(usual[name] or "")
            for name in folded
        )

    @property
    def companion(self) -> Scheme | None:
        """The scheme that a second campaign is drafted of, if the form asks for one."""
        data = self.cleaned_data
        beside = self.companions.get(data.get("scheme", ""))
        return beside if beside and beside.name in data.get("also", ()) else None

    def terms(self) -> dict[str, Any]:
        """Return the answers as the services' arguments."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "redundancy": data["redundancy"],
            "reward": data["reward"],
            "currency": data["currency"],
            "fee_percent": data["fee_percent"] or UsualTerms.fee_percent,
            "seconds_expected": data["seconds_expected"],
            "seconds_allotted": self._seconds_allotted(),
            "instructions": self.own_of(data["instructions"]),
            **self._quality(),
            **self.limits(),
        }

    def _seconds_allotted(self) -> int:
        """Return the time allotted; as it was if the minutes were not changed, which may have
        rounded it."""
        minutes: Decimal = self.cleaned_data["minutes"]
        if self.campaign and minutes == Decimal(self.initial["minutes"]):
            return self.campaign.seconds_allotted
        return round(minutes * MINUTE)

    def own_of(self, given: str) -> str:
        """Return the instructions; empty if they are the standard ones of any scheme on offer,
        so that those of the scheme and the settings that were chosen in the end take their
        place."""
        return "" if any(one.is_standard(given) for one in self.schemes) else given

    def _quality(self) -> dict[str, Any]:
        """Return the terms of quality that the chosen scheme can have."""
        scheme = self.cleaned_data["scheme"]
        if scheme not in self.with_quality:
            return {}
        quality = self.quality()
        if scheme not in self.with_known:
            quality = {name: value for name, value in quality.items() if name not in OF_KNOWN}
        return quality

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
    def usual_answers(scheme: Scheme, dataset: Dataset) -> dict[str, Any]:
        """Return the answers that the form begins with."""
        return {
            "scheme": scheme.name,
            "name": free_name(dataset, scheme.title),
            "instructions": scheme.instructions_of(scheme.check_settings({})),
            **_answers_of(scheme.usual_terms),
        }


def _companions(schemes: Sequence[Scheme]) -> dict[str, Scheme]:
    """Return the scheme beside each of those on offer, if it is on offer, too."""
    beside = {one.name: companion_of(one) for one in schemes}
    return {name: one for name, one in beside.items() if one is not None and one in schemes}


def _answers_of(terms: Campaign | UsualTerms) -> dict[str, Any]:
    minutes = (Decimal(terms.seconds_allotted) / MINUTE).quantize(Decimal("0.1"))
    return {
        "redundancy": terms.redundancy,
        "reward": typed(terms.reward),
        "currency": terms.currency,
        "fee_percent": f"{Decimal(terms.fee_percent).normalize():f}",
        "seconds_expected": terms.seconds_expected,
        "minutes": f"{minutes.normalize():f}",
        **QualityTerms.quality_of(terms),
        **Limits.limits_of(terms),
    }
