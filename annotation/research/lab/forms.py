"""The forms of the laboratory: word lists and comparisons."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms

from annotation.models import ROLES, Campaign
from annotation.plurals import counted
from annotation.research.common.forms import CalmForm


class WordsForm(CalmForm):
    language = forms.CharField(
        max_length=20,
        label="Language, by its code",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
        help_text="Such as en, de or pt-br. Another code makes another list.",
        error_messages={"required": "Give the code of the language, such as en or pt-br."},
    )
    words = forms.CharField(
        max_length=60_000,
        label="Words, one a line",
        widget=forms.Textarea(
            attrs={"rows": 16, "spellcheck": "false", "autocapitalize": "none", "dir": "auto"}
        ),
        help_text="Compared without regard to case and to punctuation around a word.",
        error_messages={"required": "Enter at least one word, one a line."},
    )


class ComparisonForm(CalmForm):
    """Each field offers the launched campaigns of its scheme; the value is the campaign."""

    name = forms.CharField(
        max_length=120, error_messages={"required": "Give the comparison a name."}
    )
    crowd_flat = forms.TypedChoiceField(
        label="The crowd’s flat campaign",
        empty_value=None,
        error_messages={"required": "Choose a flat campaign of the crowd."},
    )
    crowd_nested = forms.TypedChoiceField(
        label="The crowd’s nested campaign",
        empty_value=None,
        required=False,
        help_text="If there is one: for FEMN and Iterative Voting, and to entail gold flats.",
    )
    gold_flat = forms.TypedChoiceField(
        label="The gold flat campaign",
        empty_value=None,
        error_messages={"required": "Choose a flat campaign of the gold annotators."},
    )
    gold_nested = forms.TypedChoiceField(
        label="The gold nested campaign",
        empty_value=None,
        required=False,
        help_text="If there is one: to entail the crowd’s flats and what strategies pick.",
    )

    def __init__(self, *args: Any, campaigns: Sequence[Campaign], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = {str(campaign.pk): campaign for campaign in campaigns}
        for role in ROLES:
            field = cast(forms.TypedChoiceField, self.fields[role])
            field.coerce = known.__getitem__
            field.choices = [
                ("", "choose one" if field.required else "none"),
                *(
                    (pk, f"{campaign} · {campaign.dataset} · {judgments_of(campaign)}")
                    for pk, campaign in known.items()
                    if role.endswith(campaign.scheme)
                ),
            ]
            field.error_messages["invalid_choice"] = "Choose one of the campaigns in the list."


def judgments_of(campaign: Campaign) -> str:
    return counted(campaign.agreement.judgments, "judgment")
