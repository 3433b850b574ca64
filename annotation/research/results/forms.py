"""The form of a judgment's review."""

from django import forms

from annotation.models import Judgment
from annotation.research.common.forms import CalmForm


class ReviewForm(CalmForm):
    review = forms.ChoiceField(
        choices=[(Judgment.Review.REJECTED, "rejected"), (Judgment.Review.NONE, "restored")],
        required=False,
    )
    reason = forms.CharField(max_length=500, required=False)
