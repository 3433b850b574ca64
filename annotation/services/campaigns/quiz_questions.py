"""The quiz on the instructions: how questions are written, read and checked."""

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict

from annotation.models import Campaign
from annotation.models.terms.reading_terms import MAX_QUESTIONS
from annotation.services.errors import Invalid
from midpath.text.characters import problem_with_characters

FEWEST_ANSWERS, MAX_ANSWERS = 2, 8
MAX_LENGTH = 500
ANSWER = re.compile(r"^\s*(?:[-*]\s*)?\[([ xX]?)\]\s*(.*)$")
WHY = re.compile(r"^\s*>\s?(.*)$")


class Choice(TypedDict):
    """A possible answer, and whether it is correct."""

    text: str
    right: bool


class Question(TypedDict):
    """A question with its answers. `why` explains it after a try."""

    question: str
    answers: list[Choice]
    why: str


def read_quiz(text: str) -> list[Question]:
    r"""Parse the questions in a text, or raise Invalid with the line.

    An empty line ends a question. Its answers follow below it, `[x]` before correct ones and `[ ]`
    before the others, then an optional explanation after `>`.

    >>> read_quiz("Cut where?\n[ ] anywhere\n[x] between parts\n> Parts stay whole.")[0]["why"]
    'Parts stay whole.'
    """
    questions: list[Question] = []
    open_question: Question | None = None
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line.strip():
            open_question = None
            continue
        if open_question is None:
            open_question = Question(question="", answers=[], why="")
            questions.append(open_question)
        _take(line.strip(), open_question, number)
    return questions


def written_quiz(questions: Sequence[Question]) -> str:
    """Return questions in the text form that `read_quiz` reads."""
    return "\n\n".join("\n".join(_lines(one)) for one in questions)


def check_quiz(campaign: Campaign) -> None:
    """Raise Invalid if the questions are not valid, or fewer than the pass score."""
    questions = campaign.quiz
    if not isinstance(questions, list) or len(questions) > MAX_QUESTIONS:
        raise Invalid(f"Ask at most {MAX_QUESTIONS} questions.", field="quiz")
    campaign.quiz = [_checked(one, number) for number, one in enumerate(questions, 1)]
    most = campaign.quiz_pass
    if most is not None and questions and most > len(questions):
        raise Invalid(
            f"There are only {len(questions)} questions. Require at most as many correct answers.",
            field="quiz_pass",
        )


def needed(campaign: Campaign) -> int:
    """Return how many questions have to be answered correctly."""
    return campaign.quiz_pass or len(campaign.quiz)


def right_choices(question: Question) -> list[int]:
    return [place for place, choice in enumerate(question["answers"]) if choice["right"]]


def _take(line: str, question: Question, number: int) -> None:
    if (answer := ANSWER.match(line)) is not None:
        mark, words = answer.groups()
        question["answers"].append(Choice(text=words.strip(), right=mark in {"x", "X"}))
    elif (why := WHY.match(line)) is not None:
        question["why"] = f"{question['why']} {why[1]}".strip()
    elif question["answers"]:
        raise Invalid(
            f"Line {number}: begin answers with [x] or [ ] and explanations with >, and leave an "
            "empty line before the next question.",
            field="quiz",
            line=number,
        )
    else:
        question["question"] = f"{question['question']} {line}".strip()


def _lines(question: Question) -> list[str]:
    answers = [f"[{'x' if one['right'] else ' '}] {one['text']}" for one in question["answers"]]
    why = [f"> {question['why']}"] if question["why"] else []
    return [question["question"], *answers, *why]


def _checked(given: object, number: int) -> Question:
    """Return a question in its normal form, with strings for all texts."""
    where = f"Question {number}"
    if not isinstance(given, Mapping) or given.keys() - Question.__annotations__.keys():
        raise Invalid(f"{where} has only a question, answers and why.", field="quiz")
    answers = given.get("answers")
    if not isinstance(answers, list) or not FEWEST_ANSWERS <= len(answers) <= MAX_ANSWERS:
        raise Invalid(
            f"{where} needs {FEWEST_ANSWERS} to {MAX_ANSWERS} answers, each on a line that "
            "begins with [x] or [ ].",
            field="quiz",
        )
    choices = [_choice(one, where) for one in answers]
    if not any(one["right"] for one in choices):
        raise Invalid(f"{where} has no correct answer. Put [x] before one.", field="quiz")
    if len({one["text"] for one in choices}) < len(choices):
        raise Invalid(f"{where} has the same answer twice.", field="quiz")
    return Question(
        question=_words(given.get("question"), f"{where}: the question"),
        answers=choices,
        why=_words(given.get("why", ""), f"{where}: why", empty=True),
    )


def _choice(given: object, where: str) -> Choice:
    if not isinstance(given, Mapping) or given.keys() - Choice.__annotations__.keys():
        raise Invalid(f"{where}: give each answer a text, and whether it is right.", field="quiz")
    right = given.get("right", False)
    if not isinstance(right, bool):
        raise Invalid(f"{where}: use true or false for whether it is right.", field="quiz")
    return Choice(text=_words(given.get("text"), f"{where}: an answer"), right=right)


def _words(given: object, what: str, *, empty: bool = False) -> str:
    words = " ".join(given.split()) if isinstance(given, str) else ""
    if not words and not (empty and isinstance(given, str)):
        raise Invalid(f"{what} is missing.", field="quiz")
    if len(words) > MAX_LENGTH:
        raise Invalid(f"{what} is longer than {MAX_LENGTH} characters.", field="quiz")
    if trouble := problem_with_characters(words):
        raise Invalid(f"{what}: {trouble}", field="quiz")
    return words
