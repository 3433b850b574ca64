"""The forms of reviews: of one judgment, and of many that match a filter."""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Unpack

from django import forms
from django.utils.http import urlencode

from annotation.models import Judgment
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.services.work.choosing import Chosen
from annotation.services.work.review import MAX_REASON_LENGTH

LARGEST = 2**31 - 1
HUNDRED = 100
STATES = {
    "unreviewed": ("not reviewed yet", (Judgment.Review.NONE.value,)),
    "": ("any", tuple(Judgment.Review.values)),
    "accepted": ("accepted", (Judgment.Review.ACCEPTED.value,)),
    "set_aside": ("set aside", (Judgment.Review.SET_ASIDE.value,)),
    "rejected": ("rejected", (Judgment.Review.REJECTED.value,)),
}


class ReviewForm(ServiceForm):
    review = forms.ChoiceField(
        choices=[
            (Judgment.Review.ACCEPTED, "accepted"),
            (Judgment.Review.SET_ASIDE, "set aside"),
            (Judgment.Review.REJECTED, "rejected"),
            (Judgment.Review.NONE, "restored"),
        ],
        required=False,
    )
    reason = forms.CharField(max_length=MAX_REASON_LENGTH, required=False)
    thread = forms.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, help_text="Whose messages to show."
    )


class ReasonForm(ServiceForm):
    """The reason for a bulk review, required to remove judgments from the figures."""

    reason = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        label="Why",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The workers concerned and members of the project can read it.",
        error_messages={"required": "Enter a reason: the workers read it."},
    )

    def __init__(
        self, data: Sent = None, *, needed: bool, least: int = 0, **kwargs: Unpack[FormOptions]
    ) -> None:
        """`least` is the minimum length of the reason, counted while it is typed."""
        super().__init__(data, **kwargs)
        if not needed:
            del self.fields["reason"]
        elif least:
            reason = self.fields["reason"]
            reason.widget.attrs["data-least"] = least
            reason.help_text = f"{reason.help_text} Prolific requires at least {least} characters."


class ChoiceForm(ServiceForm):
    review = forms.ChoiceField(
        choices=[(key, words) for key, (words, _) in STATES.items()],
        required=False,
        label="Review",
    )
    worker = forms.IntegerField(
        min_value=1, max_value=LARGEST, required=False, label="Worker’s number"
    )
    hit = forms.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, widget=forms.HiddenInput
    )
    since = forms.DateField(
        required=False, label="Submitted from", widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        required=False,
        label="Submitted before",
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    known_below = forms.DecimalField(
        min_value=Decimal("0.1"),
        max_value=Decimal(HUNDRED),
        decimal_places=1,
        required=False,
        label="Gold answers correct, below (%)",
    )

    def __init__(
        self, data: Sent = None, *, uses_known: bool, **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **kwargs)
        if not uses_known:
            del self.fields["known_below"]

    def chosen(self) -> Chosen:
        data = self.cleaned_data
        share = data.get("known_below")
        return Chosen(
            reviews=STATES[data["review"]][1],
            worker=data["worker"],
            hit=data["hit"],
            since=_midnight(data["since"]),
            until=_midnight(data["until"]),
            known_below=None if share is None else share / HUNDRED,
        )

    def as_query(self) -> str:
        given = {name: self.data.get(name, "") for name in self.fields}
        return urlencode({name: value for name, value in given.items() if value})


def _midnight(day: date | None) -> datetime | None:
    return None if day is None else datetime.combine(day, time(), UTC)
