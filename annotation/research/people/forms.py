"""The form by which links are signed."""

from django import forms

from annotation.research.common.forms import CalmForm
from annotation.services.people.trust import MOST_AT_ONCE, MOST_DAYS


class LinksForm(CalmForm):
    ids = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        max_length=200 * MOST_AT_ONCE,
        label="Ids, one on each line",
        help_text=f"Whatever tells your people apart; at most {MOST_AT_ONCE:,} at once. They are "
        "kept once somebody joins, and shown to owners only.",
        error_messages={"required": "Give at least one id."},
    )
    days = forms.IntegerField(
        min_value=1,
        max_value=MOST_DAYS,
        initial=14,
        label="Days for which the links hold",
        help_text="Whoever has joined by then goes on.",
    )

    def clean_ids(self) -> list[str]:
        return str(self.cleaned_data["ids"]).splitlines()
