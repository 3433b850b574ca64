"""The computation of questions that workers ask about apps."""

from collections.abc import Collection, Mapping
from fractions import Fraction

from analysis.exports.export import JSON_LINES, from_parts
from analysis.exports.question import questions_jsonl
from analysis.kernels.question import QuestionKernel
from analysis.schemes.base import Crowd, Part, Vector
from analysis.schemes.mixins import HasParts
from analysis.simulation.question import MODEL, judge
from annotation.schemes.overlap import shared
from annotation.schemes.question.vector import questions_of


class QuestionAnalysis(HasParts):
    kernel = QuestionKernel()
    exports = {"questions": from_parts(questions_jsonl, "questions.jsonl", JSON_LINES)}
    crowd = Crowd(MODEL, judge)
    no_reading = (
        "Good questions can differ, so comparing them with other questions does not show "
        "whether they fit an app."
    )

    def parts(self, vector: Vector, settings: Mapping[str, object]) -> Collection[Part]:
        """Return the questions."""
        return {Part("question", label=one) for one in questions_of(vector)}

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, object]) -> Fraction:
        """Return F1 of the questions, word for word."""
        return shared(questions_of(one), questions_of(other))


analysis = QuestionAnalysis()
