from django import forms

from annotation.research.common.forms import ServiceForm
from annotation.services.people.trust import MAX_CONCURRENT, MAX_DAYS


class LinksForm(ServiceForm):
    ids = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        max_length=200 * MAX_CONCURRENT,
        label="Ids, one per line",
        help_text=(
            f"Any ids that identify your participants, up to {MAX_CONCURRENT:,} at once. An id "
            "is stored when its worker joins; only owners see it."
        ),
        error_messages={"required": "Enter at least one id."},
    )
    days = forms.IntegerField(
        min_value=1,
        max_value=MAX_DAYS,
        initial=14,
        label="Links expire after (days)",
        help_text="Workers who have joined by then can go on.",
    )

    def clean_ids(self) -> list[str]:
        return str(self.cleaned_data["ids"]).splitlines()
