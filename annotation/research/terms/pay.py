"""The part of a campaign's terms on the budget and automatic approval."""

from decimal import Decimal

from django import forms

from annotation.models import Campaign
from annotation.models.campaign import MAX_DAYS
from annotation.research.common.forms import ServiceForm
from annotation.research.terms.part import Arguments, TermsPart
from annotation.schemes.terms import UsualTerms
from annotation.services.pay.budgets import MAXIMUM
from annotation.text.formatting import typed


class PayTerms(TermsPart):
    budget = forms.DecimalField(
        min_value=Decimal(0),
        max_value=MAXIMUM,
        decimal_places=2,
        required=False,
        label="Budget",
        help_text="Maximum amount owed and paid, including the platform’s fee, training, gold "
        "answers and bonuses. No tasks are given out beyond it. Leave empty for no campaign "
        "budget.",
    )
    approve_after_days = forms.IntegerField(
        min_value=1,
        max_value=MAX_DAYS,
        required=False,
        label="Approve automatically after (days)",
        help_text="Judgments not reviewed by then are accepted automatically. Leave empty to "
        "review all judgments yourself.",
    )

    def terms(self) -> Arguments:
        return super().terms() | {name: self.cleaned_data[name] for name in PayTerms.base_fields}

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        return super().filled(terms) | {
            "budget": "" if terms.budget is None else typed(terms.budget),
            "approve_after_days": terms.approve_after_days,
        }


class PayTermsForm(PayTerms, ServiceForm):
    """The pay terms of a launched campaign."""
