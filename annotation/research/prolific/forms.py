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
        label="API token of Prolific",
        help_text="On Prolific: your name › Settings › API tokens. It may do all that its account "
        "may, so make one for this project. It is kept encrypted and never shown again.",
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
        label="Reason, which the worker reads",
        help_text=f"Prolific asks for {SHORTEST_REASON} characters or more: what was wrong, and "
        "how you know.",
    )
