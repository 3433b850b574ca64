"""The settings of a pair campaign: checked, with defaults filled in from the preset."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from annotation.schemes.base import InvalidSettings, Settings
from annotation.schemes.pair.presets import PRESETS, USUAL
from annotation.schemes.settings import refuse_twins, refuse_unknown

T = TypeVar("T")
KNOWN = ("preset", "question", "answers", "keywords", "help")
MAX_QUESTION_LENGTH, MAX_LABEL_LENGTH, MAX_HELP_LENGTH = 300, 120, 200
FEWEST_ANSWERS, MAX_ANSWERS = 2, 6
MAX_KEYWORDS, MAX_HELP = 10, 12
UNDO_KEY = "z"


def check_pair_settings(settings: Settings) -> dict[str, object]:
    """Return checked settings; a preset with changed answers becomes a custom one."""
    refuse_unknown(settings, KNOWN, "Pairs have")
    preset = settings.get("preset", USUAL)
    if not isinstance(preset, str) or preset not in PRESETS:
        raise InvalidSettings(f"Choose one of {', '.join(PRESETS)}.", field="preset")
    wanted = {**PRESETS[preset], **settings}
    answers = _answers(wanted["answers"])
    return {
        "preset": preset if answers == PRESETS[preset]["answers"] else "custom",
        "question": _text(wanted["question"], "question", MAX_QUESTION_LENGTH, "the question"),
        "answers": answers,
        "keywords": _keywords(wanted["keywords"]),
        "help": _listed(wanted["help"], "help", _help, most=MAX_HELP),
    }


def _answers(given: object) -> list[dict[str, Any]]:
    answers = _listed(given, "answers", _answer, most=MAX_ANSWERS)
    if len(answers) < FEWEST_ANSWERS:
        raise InvalidSettings(
            f"Give {FEWEST_ANSWERS} to {MAX_ANSWERS} answers to choose from.", field="answers"
        )
    refuse_twins(answers, "Answers", "answers")
    return answers


def _answer(given: object, number: int) -> dict[str, Any]:
    place = f"answers.{number}"
    if not isinstance(given, Mapping) or set(given) - {"label", "key", "yes"}:
        raise InvalidSettings(f"Answer {number} needs a label, a key and yes.", field=place)
    key = given.get("key", str(number))
    if not isinstance(key, str) or len(key.lower()) != 1 or not key.isalnum():
        raise InvalidSettings(
            f"The key of answer {number} must be one letter or digit.", field=f"{place}.key"
        )
    if key.lower() == UNDO_KEY:
        raise InvalidSettings(
            "The key Z undoes the last step. Choose another key.", field=f"{place}.key"
        )
    yes = given.get("yes", False)
    if not isinstance(yes, bool):
        raise InvalidSettings(
            f"Say with true or false whether answer {number} counts as yes.",
            field=f"{place}.yes",
        )
    label = _text(given.get("label"), f"{place}.label", MAX_LABEL_LENGTH, f"answer {number}")
    return {"label": label, "key": key.lower(), "yes": yes}


def _keywords(given: object) -> list[int] | None:
    if given is None:
        return None
    numbers = list(given) if isinstance(given, Sequence) else []
    sound = len(numbers) == 2 and all(type(number) is int for number in numbers)
    if not sound or not 1 <= numbers[0] <= numbers[1] <= MAX_KEYWORDS:
        raise InvalidSettings(
            f"Give the minimum and maximum number of keywords, from 1 to {MAX_KEYWORDS}, such "
            "as 1 to 3; or ask for none.",
            field="keywords",
        )
    return numbers


def _help(given: object, number: int) -> str:
    return _text(given, "help", MAX_HELP_LENGTH, f"example {number}")


def _listed(given: object, field: str, check: Callable[[object, int], T], *, most: int) -> list[T]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Sequence):
        raise InvalidSettings(f"The {field} are not a list.", field=field)
    if len(given) > most:
        raise InvalidSettings(f"At most {most} are allowed; there are {len(given)}.", field=field)
    return [check(each, number) for number, each in enumerate(given, 1)]


def _text(given: object, field: str, longest: int, what: str) -> str:
    text = " ".join(given.split()) if isinstance(given, str) else ""
    if not text:
        raise InvalidSettings(f"Enter {what}.", field=field)
    if len(text) > longest or not text.isprintable():
        raise InvalidSettings(f"Enter {what} in at most {longest} visible characters.", field=field)
    return text
