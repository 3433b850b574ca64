"""The settings of a pair campaign: checked, with defaults filled in from the preset."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict, TypeVar

from midpath.schemes.base import InvalidSettings, Settings
from midpath.schemes.pair.presets import PRESETS, TITLES, USUAL
from midpath.schemes.settings import (
    ChoiceSetting,
    TextSetting,
    WholeSetting,
    is_list,
    refuse_twins,
    refuse_unknown,
)

T = TypeVar("T")
KNOWN = ("preset", "question", "answers", "keywords", "help", "help_at")
PRESET = ChoiceSetting(TITLES, "Choose one of {names}.")
QUESTION = TextSetting(300, "the question", "Enter the question that workers answer.", rows=2)
LABEL, EXAMPLE = TextSetting(120), TextSetting(200)
FEWEST_ANSWERS, MAX_ANSWERS = 2, 6
KEYWORDS, MAX_HELP = WholeSetting(1, 10), 12
UNDO_KEY = "z"


class Answer(TypedDict):
    """An answer to choose from, its key, and whether it counts as yes."""

    label: str
    key: str
    yes: bool


def check_pair_settings(settings: Settings) -> dict[str, object]:
    """Return checked settings; a preset with changed answers becomes a custom one."""
    refuse_unknown(settings, KNOWN, "Pairs have")
    preset = PRESET.check(settings.get("preset", USUAL), "preset")
    wanted = {**PRESETS[preset], **settings}
    answers = _answers(wanted["answers"])
    return {
        "preset": preset if answers == PRESETS[preset]["answers"] else "custom",
        "question": QUESTION.check(wanted["question"], "question"),
        "answers": answers,
        "keywords": _keywords(wanted["keywords"]),
        "help": _listed(wanted["help"], "help", _help, most=MAX_HELP),
        "help_at": _place(wanted["help_at"], len(answers)),
    }


def labels_of(settings: Settings) -> list[str]:
    """Return the labels of all answers, in order."""
    return [one["label"] for one in settings["answers"]]


def yes_labels(settings: Settings) -> frozenset[str]:
    """Return the labels of the answers that count as yes."""
    return frozenset(one["label"] for one in settings["answers"] if one["yes"])


def _answers(given: object) -> list[Answer]:
    answers = _listed(given, "answers", _answer, most=MAX_ANSWERS)
    if len(answers) < FEWEST_ANSWERS:
        raise InvalidSettings(
            f"Give {FEWEST_ANSWERS} to {MAX_ANSWERS} answers to choose from.", field="answers"
        )
    refuse_twins(
        [{"label": one["label"], "key": one["key"]} for one in answers], "Answers", "answers"
    )
    return answers


def _answer(given: object, number: int) -> Answer:
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
    label = LABEL.check(given.get("label"), f"{place}.label", f"answer {number}")
    return {"label": label, "key": key.lower(), "yes": yes}


def _keywords(given: object) -> list[int] | None:
    if given is None:
        return None
    numbers = list(given) if isinstance(given, Sequence) else []
    sound = len(numbers) == 2 and all(type(number) is int for number in numbers)
    if not sound or not KEYWORDS.least <= numbers[0] <= numbers[1] <= KEYWORDS.most:
        raise InvalidSettings(
            f"Give the minimum and maximum number of keywords, from {KEYWORDS.least} to "
            f"{KEYWORDS.most}, such as 1 to 3; or ask for none.",
            field="keywords",
        )
    return numbers


def _place(given: object, answers: int) -> int | None:
    """Return the index of the answer next to which the examples are shown; None above the texts."""
    if given is None or (type(given) is int and 0 <= given < answers):
        return given
    raise InvalidSettings(
        "Give the number of an answer from 0, or null, to say where the examples are shown.",
        field="help_at",
    )


def _help(given: object, number: int) -> str:
    return EXAMPLE.check(given, "help", f"example {number}")


def _listed(given: object, field: str, check: Callable[[object, int], T], *, most: int) -> list[T]:
    if not is_list(given):
        raise InvalidSettings(f"The {field} are not a list.", field=field)
    if len(given) > most:
        raise InvalidSettings(f"At most {most} are allowed; there are {len(given)}.", field=field)
    return [check(each, number) for number, each in enumerate(given, 1)]
