"""The computation of questions that workers ask about apps."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

import orjson

from analysis.exports.export import from_parts
from analysis.schemes.base import Crowd, Part, Vector
from analysis.schemes.mixins import HasParts
from analysis.simulation.question import MODEL, judge
from annotation.models import Campaign
from annotation.services.campaigns.elicitation import elicited
from midpath.recounts.question import QuestionRecount
from midpath.schemes.overlap import shared
from midpath.schemes.question.vector import questions_of


def questions_jsonl(campaign: Campaign) -> Iterator[bytes]:
    """Yield the questions; workers are identified by their numbers in the project."""
    for one in elicited(campaign):
        line = {"app": one.app, "question": one.question, "worker": one.worker, "hints": one.hints}
        yield orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)


class QuestionAnalysis(QuestionRecount, HasParts):
    exports = {"questions": from_parts(questions_jsonl, "questions.jsonl")}
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
