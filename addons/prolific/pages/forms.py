"""The forms of the Prolific pages, for owners."""

from django import forms

from addons.prolific.models import ProlificSubmission
from addons.prolific.models.studies import MAX_REASON_LENGTH
from addons.prolific.services.studies import MAX_ID_LENGTH
from addons.prolific.services.tokens import MAX_LENGTH
from annotation.models.people.platform import MIN_REASON_LENGTH
from annotation.research.common.forms import ServiceForm


class TokenForm(ServiceForm):
    token = forms.CharField(
        max_length=MAX_LENGTH,
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        label="Prolific API token",
        help_text=(
            "On Prolific: your name › Settings › API tokens. A token can do everything its "
            "account can, so create one for this project. It is stored encrypted and never "
            "shown again."
        ),
        error_messages={"required": "Paste the token."},
    )


class StudyForm(ServiceForm):
    study = forms.CharField(
        max_length=MAX_ID_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        label="Id of the study on Prolific",
        help_text="The letters and digits after /studies/ in its address on Prolific.",
        error_messages={"required": "Paste the id of the study."},
    )


class RejectForm(ServiceForm):
    category = forms.ChoiceField(
        choices=[("", "Choose …"), *ProlificSubmission.Category.choices],
        required=False,
        label="Prolific’s category",
    )
    reason = forms.CharField(
        max_length=MAX_REASON_LENGTH * 2,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "data-least": MIN_REASON_LENGTH}),
        label="Reason (shown to the worker)",
        help_text=(
            f"Prolific requires at least {MIN_REASON_LENGTH} characters. Explain what was wrong "
            "and how you know."
        ),
    )
