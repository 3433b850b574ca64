"""The kernel for elicitations: number, near-duplicates, length and first words of questions."""

from collections import Counter
from typing import TypedDict
from urllib.parse import unquote

from agreement.evidence.near_duplicates import near_duplicates
from agreement.evidence.question_counts import count_question, same_as
from agreement.figure import ExactFigure
from agreement.tally import Tally
from midpath.kernels.base import NOTHING, ItemContext, Kernel, Vectors
from midpath.schemes.question.vector import questions_of
from midpath.tables.figures.evidence_figures import QuestionFigures, QuestionSummary

FIRST = "first/"
NO_QUESTIONS = "Nothing is asked yet."


class _OfApps(ExactFigure):
    apps: int
    unique: int


class _OfQuestions(ExactFigure):
    questions: int


class _OfUnique(ExactFigure):
    unique: int


class _Figures(TypedDict):
    unique: _OfApps
    redundant: _OfQuestions
    near: _OfUnique
    words: _OfQuestions
    first_words: dict[str, int]


class _Summary(TypedDict):
    n: int
    asked: int
    unique: int
    near: int
    annotations: list[list[list[int] | int]]
    disagreement: ExactFigure


class QuestionKernel(Kernel[QuestionFigures, QuestionSummary]):
    """The kernel of questions.

    An app's questions are compared only with each other, so a state is small: apps, questions
    (`asked`), `unique` ones, those `near` another, words, and first words.
    """

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        questions = [question for vector in vectors for question in questions_of(vector)]
        if not questions:
            return Tally()
        counted = Tally.total(count_question("", question) for question in questions)
        first = {key: count for key, count in counted.items() if key.startswith(FIRST)}
        return Tally(
            {
                "apps": 1,
                "asked": len(questions),
                "unique": len(set(map(same_as, questions))),
                "near": near_duplicates(questions),
                "words": counted.get("words", 0),
                **first,
            }
        )

    def figures(self, state: Tally) -> QuestionFigures:
        apps, total, unique = (state.get(key, 0) for key in ("apps", "asked", "unique"))
        first = {
            unquote(key.removeprefix(FIRST)): count
            for key, count in state.items()
            if key.startswith(FIRST)
        }
        made: _Figures = {
            "unique": {**_mean(unique, apps), "apps": apps, "unique": unique},
            "redundant": {**_mean(total - unique, total), "questions": total},
            "near": {**_mean(state.get("near", 0), unique), "unique": unique},
            "words": {**_mean(state.get("words", 0), total), "questions": total},
            "first_words": dict(sorted(first.items(), key=lambda entry: (-entry[1], entry[0]))),
        }
        return made

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> QuestionSummary:
        """Return a summary without disagreement; askers cannot disagree."""
        questions = [question for vector in vectors for question in questions_of(vector)]
        times = Counter(map(same_as, questions))
        made: _Summary = {
            "n": len(vectors),
            "asked": len(questions),
            "unique": len(times),
            "near": near_duplicates(questions),
            "annotations": [
                [list(vector), count] for vector, count in Counter(vectors).most_common()
            ],
            "disagreement": {
                "value": None,
                "exact": None,
                "reason": "Questions are not right or wrong, so nobody disagrees.",
            },
        }
        return made


def _mean(total: int, of: int) -> ExactFigure:
    if not of:
        return {"value": None, "exact": None, "reason": NO_QUESTIONS}
    return {"value": total / of, "exact": f"{total}/{of}"}
