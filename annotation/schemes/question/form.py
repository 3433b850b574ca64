"""The form for an elicitation's settings."""

from annotation.schemes.base import SettingsForm
from annotation.schemes.form_fields import choice_field, text_field, whole_field
from annotation.schemes.papers import PaperHIT
from midpath.schemes.base import Settings
from midpath.schemes.question.settings import (
    ASSISTANT,
    DEFAULTS,
    FEWEST_WORDS,
    PRESET,
    PRESETS,
    QUESTIONS,
    TOPIC,
    check_question_settings,
    preset_of,
)


class QuestionSettingsForm(SettingsForm):
    known_presets = PRESETS
    papers = {
        "privacyqa": PaperHIT(
            "Ravichander et al. 2019: 10 workers ask 5 questions each, in about 8 minutes. They "
            "see the app as in a store, never its policy, and imagine a privacy assistant.",
            {"redundancy": 10, "seconds_allotted": 1800, "seconds_expected": 480},
        )
    }
    preset = choice_field(PRESET, required=False)
    topic = text_field(TOPIC, label="Topic", help_text="Workers see: Ask five questions about …")
    questions = whole_field(QUESTIONS, label="Questions per worker and app")
    fewest_words = whole_field(
        FEWEST_WORDS,
        label="Warn about questions with fewer words than",
        help_text="Only a hint: workers can still send a shorter question.",
    )
    assistant = text_field(
        ASSISTANT, label="What workers should imagine", help_text="Shown to workers above the app."
    )

    def checked(self) -> dict[str, object]:
        given = {name: self.cleaned_data[name] for name in DEFAULTS}
        preset = self.cleaned_data["preset"]
        if self.changed_data == ["preset"] and preset in PRESETS:
            given |= {name: PRESETS[preset][name] for name in ("topic", "assistant")}
        return check_question_settings(given)

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {**PRESETS.get(settings.get("preset", ""), DEFAULTS), **settings}
        known.pop("preset", None)
        return {**known, "preset": preset_of(known)}
