"""The form for an elicitation's settings."""

from django import forms

from annotation.schemes.base import Settings, SettingsForm
from annotation.schemes.question.settings import (
    DEFAULTS,
    MAX_QUESTIONS,
    MAX_TOPIC_LENGTH,
    MAX_WORDING_LENGTH,
    MAX_WORDS,
    PRESETS,
    TITLES,
    check_question_settings,
    preset_of,
)


class QuestionSettingsForm(SettingsForm):
    preset = forms.ChoiceField(
        choices=list(TITLES.items()), widget=forms.RadioSelect, required=False
    )
    topic = forms.CharField(
        max_length=MAX_TOPIC_LENGTH,
        label="Topic",
        help_text="Workers see: Ask five questions about …",
        error_messages={"required": "Enter the topic."},
    )
    questions = forms.IntegerField(
        min_value=1, max_value=MAX_QUESTIONS, label="Questions per worker and app"
    )
    fewest_words = forms.IntegerField(
        min_value=1,
        max_value=MAX_WORDS,
        label="Warn about questions with fewer words than",
        help_text="Only a hint: workers can still send a shorter question.",
    )
    assistant = forms.CharField(
        max_length=MAX_WORDING_LENGTH,
        label="What workers should imagine",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Shown to workers above the app.",
        error_messages={"required": "Enter what workers should imagine."},
    )

    @property
    def presets(self) -> dict[str, dict[str, object]]:
        """Return the answers that the page's script fills in for each preset."""
        return {name: {**self.answers_of(one)} for name, one in PRESETS.items()}

    def checked(self) -> dict[str, object]:
        given = {name: self.cleaned_data[name] for name in DEFAULTS}
        preset = self.cleaned_data["preset"]
        if self.changed_data == ["preset"] and preset in PRESETS:
            given |= {name: PRESETS[preset][name] for name in ("topic", "assistant")}
        return check_question_settings(given)

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        answers = {name: settings.get(name, value) for name, value in DEFAULTS.items()}
        return answers | {"preset": preset_of(settings)}
