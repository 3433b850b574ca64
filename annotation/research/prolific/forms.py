"""The forms by which owners work with Prolific."""

from django import forms

from annotation.models import ProlificSubmission
from annotation.models.people.prolific import LONGEST_REASON, SHORTEST_REASON
from annotation.research.common.forms import CalmForm
from annotation.services.prolific.studies import LONGEST_ID
from annotation.services.prolific.tokens import LONGEST


class TokenForm(CalmForm):
    token = forms.CharField(
        max_length=LONGEST,
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        label="Prolific API token",
        help_text=(
            "On Prolific: your name › Settings › API tokens. A token can do everything its "
            "account can, so create one for this project. It is stored encrypted and never "
            "shown again."
        ),
        error_messages={"required": "Paste the token."},
    )


class StudyForm(CalmForm):
    study = forms.CharField(
        max_length=LONGEST_ID,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        label="Id of the study on Prolific",
        help_text="The letters and digits after /studies/ in its address on Prolific.",
        error_messages={"required": "Paste the id of the study."},
    )


class RejectForm(CalmForm):
    category = forms.ChoiceField(
        choices=[("", "Choose …"), *ProlificSubmission.Category.choices],
        required=False,
        label="Prolific’s category",
    )
    reason = forms.CharField(
        max_length=LONGEST_REASON * 2,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "data-least": SHORTEST_REASON}),
        label="Reason (shown to the worker)",
        help_text=(
            f"Prolific requires at least {SHORTEST_REASON} characters. Explain what was wrong "
            "and how you know."
        ),
    )
