"""The number and wording of the questions to ask for: checked, with every default filled in."""

import unicodedata
from typing import Any

from annotation.schemes.base import InvalidSettings, Settings

MOST_QUESTIONS, MOST_WORDS, LONGEST_WORDING = 20, 10, 600

# "Crowdworkers are asked to imagine they have access to a trusted third-party privacy assistant,
# to whom they can ask any privacy question about a given mobile application."
DEFAULTS: dict[str, Any] = {
    "questions": 5,
    "fewest_words": 3,
    "assistant": "Imagine that you have a privacy assistant: a third party that you trust. You "
    "can ask it any question about your privacy in this app.",
}


def check_question_settings(settings: Settings) -> dict[str, Any]:
    for name in settings:
        if name not in DEFAULTS:
            known = ", ".join(DEFAULTS)
            raise InvalidSettings(
                f"Questions about apps have no setting {name}. Known are: {known}.",
                field=str(name),
            )
    wanted = {**DEFAULTS, **settings}
    return {
        "questions": _number(wanted["questions"], "questions", MOST_QUESTIONS),
        "fewest_words": _number(wanted["fewest_words"], "fewest_words", MOST_WORDS),
        "assistant": _wording(wanted["assistant"]),
    }


def _number(given: object, field: str, most: int) -> int:
    if type(given) is not int or not 1 <= given <= most:
        raise InvalidSettings(f"Give a whole number from 1 to {most}.", field=field)
    return given


def _wording(given: object) -> str:
    text = " ".join(given.split()) if isinstance(given, str) else ""
    if not text:
        raise InvalidSettings("Write what workers are to imagine.", field="assistant")
    hidden = any(unicodedata.category(character) in {"Cc", "Cs"} for character in text)
    if len(text) > LONGEST_WORDING or hidden:
        raise InvalidSettings(
            f"Write it in at most {LONGEST_WORDING} characters that can be seen.",
            field="assistant",
        )
    return text
