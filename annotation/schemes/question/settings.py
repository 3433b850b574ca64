"""The number and wording of the questions to write: checked, with every default filled in."""

import unicodedata
from typing import Any

from django.utils.translation import gettext_noop

from annotation.schemes.base import InvalidSettings, Settings
from annotation.schemes.settings import refuse_unknown

MAX_QUESTIONS, MAX_WORDS, MAX_WORDING_LENGTH, MAX_TOPIC_LENGTH = 20, 10, 600, 100

DEFAULTS: dict[str, Any] = {
    "topic": gettext_noop("this app"),
    "questions": 5,
    "fewest_words": 3,
    "assistant": gettext_noop(
        "Imagine that you have an assistant whom you trust, and who knows all about this app. You "
        "can ask them any question about it."
    ),
}
# "Crowdworkers are asked to imagine they have access to a trusted third-party privacy assistant,
# to whom they can ask any privacy question about a given mobile application."
PRIVACYQA: dict[str, object] = DEFAULTS | {
    "topic": gettext_noop("your privacy in this app"),
    "assistant": gettext_noop(
        "Imagine that you have a privacy assistant: a third party that you trust. You can ask it "
        "any question about your privacy in this app."
    ),
}
PRESETS = {"anything": DEFAULTS, "privacyqa": PRIVACYQA}
CUSTOM = "custom"
TITLES = {
    "anything": "Anything about the app",
    "privacyqa": "Privacy, as for PrivacyQA",
    CUSTOM: "A topic of your own",
}


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
    refuse_unknown(settings, tuple(DEFAULTS), "Questions about apps have")
    wanted = {**DEFAULTS, **settings}
    return {
        "topic": _wording(wanted["topic"], "topic", MAX_TOPIC_LENGTH, "what to ask about"),
        "questions": _number(wanted["questions"], "questions", MAX_QUESTIONS),
        "fewest_words": _number(wanted["fewest_words"], "fewest_words", MAX_WORDS),
        "assistant": _wording(
            wanted["assistant"], "assistant", MAX_WORDING_LENGTH, "what workers should imagine"
        ),
    }


def _number(given: object, field: str, most: int) -> int:
    if type(given) is not int or not 1 <= given <= most:
        raise InvalidSettings(f"Give a whole number from 1 to {most}.", field=field)
    return given


def _wording(given: object, field: str, longest: int, what: str) -> str:
    text = " ".join(given.split()) if isinstance(given, str) else ""
    if not text:
        raise InvalidSettings(f"Enter {what}.", field=field)
    hidden = any(unicodedata.category(character) in {"Cc", "Cs"} for character in text)
    if len(text) > longest or hidden:
        raise InvalidSettings(f"Use at most {longest} visible characters.", field=field)
    return text
