"""The computation of questions that workers ask about apps."""

from analysis.exports.export import JSON_LINES, Export
from analysis.exports.question import questions_jsonl
from analysis.kernels.question import QuestionKernel
from analysis.reading.own_material import OwnMaterial
from analysis.schemes.base import SchemeAnalysis
from analysis.simulation.crowd import Crowd
from analysis.simulation.question import MODEL, judge
from annotation.models import Campaign


class QuestionAnalysis(SchemeAnalysis):
    kernel = QuestionKernel()
    exports = {"questions": Export(questions_jsonl, "questions.jsonl", JSON_LINES)}
    crowd = Crowd(MODEL, judge)
    reading = None
    no_reading = (
        "Questions need not be alike to be good, so how well one fits an app cannot be told from "
        "what others asked."
    )

    def own_material(self, campaign: Campaign) -> OwnMaterial:
        return OwnMaterial()


analysis = QuestionAnalysis()
