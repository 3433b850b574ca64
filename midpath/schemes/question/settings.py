"""The number and wording of the questions to write: checked, with every default filled in."""

import unicodedata

from midpath.json_types import JsonObject
from midpath.schemes.base import Settings, untranslated
from midpath.schemes.settings import (
    TOO_LONG_ALONE,
    ChoiceSetting,
    TextSetting,
    WholeSetting,
    filled_in,
    refuse_unknown,
)


def _has_no_controls(text: str) -> bool:
    return all(unicodedata.category(character) not in {"Cc", "Cs"} for character in text)


TOPIC = TextSetting(
    100, "what to ask about", "Enter the topic.", 0, TOO_LONG_ALONE, _has_no_controls
)
QUESTIONS = WholeSetting(1, 20)
FEWEST_WORDS = WholeSetting(1, 10)
ASSISTANT = TextSetting(
    600,
    "what workers should imagine",
    "Enter what workers should imagine.",
    3,
    TOO_LONG_ALONE,
    _has_no_controls,
)

DEFAULTS: JsonObject = {
    "topic": untranslated("this app"),
    "questions": 5,
    "fewest_words": 3,
    "assistant": untranslated(
        "Imagine that you have an assistant whom you trust, and who knows all about this app. You "
        "can ask them any question about it."
    ),
}
# "Crowdworkers are asked to imagine they have access to a trusted third-party privacy assistant,
# to whom they can ask any privacy question about a given mobile application."
PRIVACYQA: dict[str, object] = DEFAULTS | {
    "topic": untranslated("your privacy in this app"),
    "assistant": untranslated(
        "Imagine that you have a privacy assistant: a third party that you trust. You can ask it "
        "any question about your privacy in this app."
    ),
}
PRESETS = {"anything": DEFAULTS, "privacyqa": PRIVACYQA}
CUSTOM = "custom"
TITLES = {
    "anything": "Anything about the app",
    "privacyqa": "PQ §3.1 question elicitation",
    CUSTOM: "A topic of your own",
}
PRESET = ChoiceSetting(TITLES)


def preset_of(settings: Settings) -> str:
    """Return the preset with the same topic and wording."""
    wanted = {**DEFAULTS, **settings}
    same = (
        name
        for name, one in PRESETS.items()
        if all(wanted[key] == one[key] for key in ("topic", "assistant"))
    )
    return next(same, CUSTOM)


def check_question_settings(settings: Settings) -> dict[str, object]:
    refuse_unknown(settings, ("preset", *DEFAULTS), "Questions about apps have")
    wanted = {**DEFAULTS, **filled_in(settings, PRESETS, PRESET)}
    return {
        "topic": TOPIC.check(wanted["topic"], "topic"),
        "questions": QUESTIONS.check(wanted["questions"], "questions"),
        "fewest_words": FEWEST_WORDS.check(wanted["fewest_words"], "fewest_words"),
        "assistant": ASSISTANT.check(wanted["assistant"], "assistant"),
    }
