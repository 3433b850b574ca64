"""The settings of an elicitation, as a researcher fills them in."""

from typing import Any

from django import forms

from annotation.schemes.base import Settings, SettingsForm
from annotation.schemes.question.settings import (
    DEFAULTS,
    LONGEST_WORDING,
    MOST_QUESTIONS,
    MOST_WORDS,
    check_question_settings,
)


class QuestionSettingsForm(SettingsForm):
    questions = forms.IntegerField(
        min_value=1, max_value=MOST_QUESTIONS, label="Questions that each worker asks of an app"
    )
    fewest_words = forms.IntegerField(
        min_value=1,
        max_value=MOST_WORDS,
        label="Words below which a question seems short",
        help_text="It is a hint: a shorter question can be sent.",
    )
    assistant = forms.CharField(
        max_length=LONGEST_WORDING,
        label="What workers are to imagine",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The paper’s assistant, in our words. Workers read it above the app.",
        error_messages={"required": "Write what workers are to imagine."},
    )

    def checked(self) -> dict[str, Any]:
        return check_question_settings(self.cleaned_data)

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, Any]:
        return {name: settings.get(name, value) for name, value in DEFAULTS.items()}
