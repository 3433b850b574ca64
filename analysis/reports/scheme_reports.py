"""The reports that only some schemes have.

Evidence: baselines compared with workers, questions, and cases to read. Crowd: the workers of a
campaign, and the consensus of their answers. Collection: sites with equal or nearly equal texts.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from agreement.bootstrap import USUAL
from analysis.reading.judgment_rows import Vector
from analysis.reading.material import Material
from analysis.schemes.base import OwnMaterial
from annotation.services.datasets.collection import duplicates_among
from midpath.schemes.evidence.vector import sentences_of
from midpath.scoring.evidence import score_evidence, systems_of
from midpath.scoring.evidence_breakdowns import (
    answer_sets_of,
    chosen_columns,
    errors_of,
    figures_by,
)
from midpath.scoring.models import NOT_REPORTED
from midpath.tables.figures.crowd_figures import CrowdReport

MAX_CASES = MAX_WORDS = MAX_DOCUMENTS = 200
Results = dict[str, Any]


def evidence_of(material: Material) -> Results:
    """Return `score_evidence` with long lists cut; "cases" name their HITs.

    Empty for campaigns that are not of evidence.
    """
    if material.own.evidence is None:
        return {}
    judged, hits, _ = material.own.evidence
    found = score_evidence(judged, plan=USUAL)
    columns = chosen_columns(judged)
    texts = {one.id: one.text for one in judged.questions}

    def cases(of: list[Results]) -> list[Results]:
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
        "by_column": figures_by(judged, systems_of(judged, None), columns),
        "answer_sets": answer_sets_of(judged),
    }


def breakdowns_of_set(material: Material, own: Mapping[int, Vector]) -> Results | None:
    """Return F1 by column and the errors of a set's answers, against the workers who answered the
    same questions; None for campaigns that are not of evidence."""
    if material.own.evidence is None:
        return None
    judged, _, names = material.own.evidence
    predicted = {names[item]: sentences_of(own[item]) for item in own if item in names}
    shared = replace(judged, questions=[one for one in judged.questions if one.id in predicted])
    return {
        "by_column": figures_by(shared, {"this set": predicted}, chosen_columns(shared)),
        "errors": errors_of(shared, predicted),
    }


MAX_WORKERS = MAX_DIFFERENCES = 500


def crowd_of(own: OwnMaterial) -> Results:
    """Return the crowd's figures with only the workers with most judgments and the first
    differences.

    "differing" is the number of differences, and "no_models" says why further models were left
    out, if they were. Empty for schemes whose answers do not come from a few choices.
    """
    if own.crowd is None:
        return {}
    found, differing = own.crowd(MAX_DIFFERENCES)
    workers = found["worker_agreement"]
    report: CrowdReport = {
        **found,
        "worker_agreement": {**workers, "workers": workers["workers"][:MAX_WORKERS]},
        "differing": differing,
        "no_models": "" if "models" in found else NOT_REPORTED,
    }
    return dict(report)


def collection_of(material: Material) -> dict[str, object]:
    """Return the duplicates among the settled texts.

    Empty for campaigns that do not collect documents.
    """
    if material.own.sites is None:
        return {}
    return {"duplicates": [asdict(two) for two in duplicates_among(material.own.sites)]}
