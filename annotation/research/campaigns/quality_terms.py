"""The part of a campaign's terms that says how many judgments are bought, and from whom."""

from decimal import Decimal
from typing import Any

from django import forms

from annotation.models import Campaign
from annotation.schemes.terms import UsualTerms

HUNDRED = Decimal(100)
USUAL = UsualTerms()


class QualityTerms(forms.Form):
    """The terms of schemes whose answer is one of a few; others leave these unchanged."""

    most_judgments = forms.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        label="Judgments at most",
        help_text="One judgment more at a time, until more than half of an item’s judgments agree "
        "or this many are in. Empty: the number beside it is all.",
    )
    majority_of = forms.ChoiceField(
        choices=Campaign.MajorityOf.choices,
        required=False,
        label="More than half of",
        help_text="With three answers, two kinds of yes are two answers, or one.",
    )
    known_every = forms.IntegerField(
        min_value=2,
        max_value=1000,
        required=False,
        label="One known answer in",
        help_text="Of so many HITs of a worker, one has an answer that is known, at a place that "
        "they cannot guess. Empty: none.",
    )
    known_feedback = forms.BooleanField(
        required=False, label="Tell workers at once whether they gave the known answer"
    )
    training_hits = forms.IntegerField(
        min_value=0,
        max_value=100,
        required=False,
        label="Training HITs first",
        help_text="Known ones, each explained after it is answered. 0: no training.",
    )
    pass_share = forms.DecimalField(
        min_value=Decimal("0.1"),
        max_value=HUNDRED,
        decimal_places=1,
        required=False,
        label="Known answers to be right, in percent",
        help_text="Whoever has fewer right in training, or later, is stopped, and paid for what "
        "they did. Empty: nobody is stopped.",
    )
    pass_after = forms.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        label="Looked at from how many known answers on",
        help_text="After the training. Few say little: of five, one wrong makes 80 percent.",
    )
    leave_out_failed = forms.BooleanField(
        required=False,
        label="Leave the judgments of whoever is stopped out of the figures, and ask others",
    )

    def quality(self) -> dict[str, Any]:
        """Return the answers as the services' arguments."""
        data = self.cleaned_data
        share = data["pass_share"]
        return {
            "most_judgments": data["most_judgments"],
            "majority_of": data["majority_of"] or USUAL.majority_of,
            "known_every": data["known_every"],
            "known_feedback": data["known_feedback"],
            "training_hits": data["training_hits"] or USUAL.training_hits,
            "pass_share": None if share is None else share / HUNDRED,
            "pass_after": data["pass_after"] or USUAL.pass_after,
            "leave_out_failed": data["leave_out_failed"],
        }

    @staticmethod
    def quality_of(terms: Campaign | UsualTerms) -> dict[str, Any]:
        """Return the form's answers from a campaign's terms."""
        share = terms.pass_share
        return {
            "most_judgments": terms.most_judgments,
            "majority_of": terms.majority_of,
            "known_every": terms.known_every,
            "known_feedback": terms.known_feedback,
            "training_hits": terms.training_hits,
            "pass_share": None if share is None else f"{share * HUNDRED:.1f}".removesuffix(".0"),
            "pass_after": terms.pass_after,
            "leave_out_failed": terms.leave_out_failed,
        }
