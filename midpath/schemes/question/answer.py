"""The rules for an answer: the required number of questions, none empty, no duplicates. All other
messages to a worker while they write are hints, stored in the payload."""

from collections.abc import Sequence

from midpath.schemes.base import InvalidAnswer, Payload, Settings
from midpath.text.characters import hidden_at

MAX_QUESTION_LENGTH = 300
NOT_A_LIST = "Send the questions as a list of strings."
WRONG_NUMBER = "Write {count} questions; these are {found}."
WRONG_NUMBER_OF_ONE = "Write one question; these are {found}."
HINTS = ("short", "statement")
ENDS = " ?!.,;:…\"'“”‘’()"


def questions_in(payload: Payload, settings: Settings) -> list[str]:
    given, many = payload.get("questions"), settings["questions"]
    if not isinstance(given, list):
        raise InvalidAnswer(NOT_A_LIST, field="questions")
    if len(given) != many:
        message = WRONG_NUMBER_OF_ONE if many == 1 else WRONG_NUMBER
        raise InvalidAnswer(message.format(count=many, found=len(given)), field="questions")
    if not all(isinstance(one, str) for one in given):
        raise InvalidAnswer(NOT_A_LIST, field="questions")
    questions = [_question(one, place) for place, one in enumerate(given)]
    _require_difference(questions)
    _check_hints(payload.get("hints"), many)
    return questions


def same_as(question: str) -> str:
    """Return the normal form of a question; equal questions have the same normal form (see
    `agreement.evidence.question_counts`).

    >>> same_as(" Is my  data SAFE ??")
    'is my data safe'
    """
    return " ".join(question.casefold().split()).strip(ENDS)


def _question(given: str, place: int) -> str:
    question = " ".join(given.split())
    if len(question) > MAX_QUESTION_LENGTH:
        raise InvalidAnswer(
            f"Question {place + 1} has {len(question)} characters; at most "
            f"{MAX_QUESTION_LENGTH} are allowed. Shorten it.",
            field="questions",
            position=place,
        )
    if not same_as(question):
        raise InvalidAnswer(
            f"Question {place + 1} is empty. Write one.", field="questions", position=place
        )
    if hidden_at(question) is not None:
        raise InvalidAnswer(
            f"Question {place + 1} contains an invisible character. Write it again.",
            field="questions",
            position=place,
        )
    return question


def _require_difference(questions: Sequence[str]) -> None:
    seen: dict[str, int] = {}
    for place, question in enumerate(questions):
        first = seen.setdefault(same_as(question), place)
        if first != place:
            raise InvalidAnswer(
                f"Questions {first + 1} and {place + 1} are the same. Change one of them.",
                field="questions",
                position=place,
            )


def _check_hints(given: object, many: int) -> None:
    if given is None:
        return
    if not isinstance(given, list) or len(given) != many or not all(map(_are_hints, given)):
        raise InvalidAnswer(
            f"Send hints as one list per question. Each can contain {' and '.join(HINTS)}.",
            field="hints",
        )


def _are_hints(given: object) -> bool:
    return isinstance(given, list) and all(one in HINTS for one in given)
