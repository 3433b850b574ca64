"""The evidence report: baselines compared with workers, questions, and cases to read."""

from agreement.bootstrap import USUAL
from analysis.reading.material import Material
from analysis.scoring.evidence import score_evidence
from annotation.json_types import Figures

MAX_CASES = MAX_WORDS = MAX_DOCUMENTS = 200


def evidence_of(material: Material) -> Figures:
    """Return `score_evidence` with long lists cut; "cases" name their HITs.

    Empty for campaigns that are not of evidence.
    """
    if material.own.evidence is None:
        return {}
    judged, hits = material.own.evidence
    found = score_evidence(judged, plan=USUAL)
    texts = {one.id: one.text for one in judged.questions}

    def cases(of: list[Figures]) -> list[Figures]:
        return [
            one | {"hit": hits[one["question"]], "text": texts[one["question"]]}
            for one in of[:MAX_CASES]
        ]

    apart, minority, questions = found["disagreement"], found["minority_abstains"], found["asked"]
    return {
        "documents": found["documents"],
        "questions": found["questions"],
        "annotators": found["annotators"],
        "systems": found["systems"],
        "asked": questions
        | {
            "first_words": list(questions["first_words"].items())[:MAX_WORDS],
            "per_document": list(questions["per_document"].items())[:MAX_DOCUMENTS],
        },
        "disagreement": cases(apart["cases"]),
        "one_apart": cases(apart["one_apart_cases"]),
        "minority_abstains": cases(minority["cases"]),
    }
