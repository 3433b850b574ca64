"""The part of a campaign's terms on adaptive judgments and gold answers."""

from decimal import Decimal

from django import forms

from annotation.models import Campaign
from annotation.research.terms.part import Arguments, Offer, TermsPart
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import Adaptive, Graded, YesNo
from annotation.schemes.terms import UsualTerms

HUNDRED = Decimal(100)
USUAL = UsualTerms()
OF_KNOWN = (
    "known_every",
    "known_feedback",
    "known_agreement",
    "training_hits",
    "pass_share",
    "pass_after",
    "leave_out_failed",
)


class QualityTerms(TermsPart):
    """The terms of schemes whose answer is one of a few; others leave these unchanged."""

    most_judgments = forms.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        label="Maximum judgments",
        help_text="Judgments are added one at a time until more than half agree or this maximum "
        "is reached. Leave empty for the fixed number above.",
    )
    majority_of = forms.ChoiceField(
        choices=Campaign.MajorityOf.choices,
        required=False,
        label="What must agree",
        help_text="If several answers count as yes, they can be counted separately or together.",
    )
    known_every = forms.IntegerField(
        min_value=2,
        max_value=1000,
        required=False,
        label="Frequency of gold answers",
        help_text="10: one in ten tasks, at an unpredictable position. Leave empty for never.",
    )
    known_feedback = forms.BooleanField(
        required=False, label="Show workers immediately whether they gave the gold answer"
    )
    known_agreement = forms.DecimalField(
        min_value=Decimal("0.1"),
        max_value=HUNDRED,
        decimal_places=1,
        required=False,
        label="Agreement with the gold answer, in percent",
        help_text="An answer is correct if it shares at least this percentage with the gold "
        "answer (F1 of segments, groups or sentences). Leave empty to require the same "
        "answer.",
    )
    training_hits = forms.IntegerField(
        min_value=0,
        max_value=100,
        required=False,
        label="Training tasks first",
        help_text="Each has a gold answer, which is explained after the worker’s answer. 0: no "
        "training.",
    )
    pass_share = forms.DecimalField(
        min_value=Decimal("0.1"),
        max_value=HUNDRED,
        decimal_places=1,
        required=False,
        label="Pass score for gold answers, in percent",
        help_text="Workers below this score, in training or later, are stopped; their work so "
        "far is paid. Leave empty to stop no one.",
    )
    pass_after = forms.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        label="Gold answers before a worker can be stopped",
        help_text="Counted after the training. A few say little: with five, one error leaves 80 "
        "percent.",
    )
    leave_out_failed = forms.BooleanField(
        required=False,
        label="Leave judgments of stopped workers out of the figures and ask other workers instead",
    )

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        self.with_majority = [one.name for one in offer.schemes if isinstance(one, Adaptive)]
        self.with_yes_no = [one.name for one in offer.schemes if isinstance(one, YesNo)]
        left_out = [] if self.with_majority else ["most_judgments"]
        left_out += [] if self.with_yes_no else ["majority_of"]
        left_out += [] if offer.with_known else OF_KNOWN
        graded = [one.name for one in offer.schemes if isinstance(one, Graded)]
        self.with_graded = [name for name in graded if name in offer.with_known]
        if offer.with_known and not self.with_graded:
            left_out.append("known_agreement")
        for name in left_out:
            del self.fields[name]

    def terms(self) -> Arguments:
        """Return the terms that the chosen scheme supports; a removed field has no effect."""
        scheme, given = SCHEMES[self.cleaned_data["scheme"]], super().terms()
        if isinstance(scheme, Adaptive):
            given |= self._of_majority()
        return given | self._of_known() if scheme.name in self.offer.with_known else given

    def _of_majority(self) -> Arguments:
        data = self.cleaned_data
        return {
            "most_judgments": data.get("most_judgments"),
            "majority_of": data.get("majority_of") or USUAL.majority_of,
        }

    def _of_known(self) -> Arguments:
        data = self.cleaned_data
        share = data["pass_share"]
        graded = data["scheme"] in self.with_graded
        agreement = data.get("known_agreement") if graded else None
        return {
            "known_every": data["known_every"],
            "known_feedback": data["known_feedback"],
            "known_agreement": None if agreement is None else agreement / HUNDRED,
            "training_hits": data["training_hits"] or USUAL.training_hits,
            "pass_share": None if share is None else share / HUNDRED,
            "pass_after": data["pass_after"] or USUAL.pass_after,
            "leave_out_failed": data["leave_out_failed"],
        }

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        share, agreement = terms.pass_share, terms.known_agreement
        return super().filled(terms) | {
            "most_judgments": terms.most_judgments,
            "majority_of": terms.majority_of,
            "known_every": terms.known_every,
            "known_feedback": terms.known_feedback,
            "known_agreement": _percent(agreement),
            "training_hits": terms.training_hits,
            "pass_share": _percent(share),
            "pass_after": terms.pass_after,
            "leave_out_failed": terms.leave_out_failed,
        }


def _percent(share: Decimal | None) -> str | None:
    return None if share is None else f"{share * HUNDRED:.1f}".removesuffix(".0")
