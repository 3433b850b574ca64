"""An evidence campaign's baselines, and questions and cases to read: stored results."""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from django.http import HttpResponse
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.models import CampaignReport
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, launched_for, needs
from annotation.research.results.no_report import why_no_report
from midpath.json_types import Results
from midpath.tables.breakdowns.evidence_breakdowns import answer_sets_table, by_column_tables
from midpath.tables.evidence import systems_table
from midpath.tables.figures.evidence_figures import System
from midpath.tables.table import Column
from midpath.text.formatting import percent, signed

Cases = Literal["disagreement", "one_apart", "minority_abstains"]


class Repeated(TypedDict):
    """The questions asked on a document; `redundant` is the share of those asked before."""

    redundant: float


class Asked(TypedDict):
    """The questions: how many, how many differ per document, their words and how they begin."""

    asked: int
    unique_per_document: float | None
    redundant: float | None
    words: float | None
    first_words: Sequence[object]
    per_document: Sequence[tuple[str, Repeated]]


class Report(TypedDict):
    """The stored report on evidence, with questions to read by kind of disagreement."""

    systems: Sequence[System]
    asked: Asked
    disagreement: Sequence[object]
    one_apart: Sequence[object]
    minority_abstains: Sequence[object]
    answer_sets: NotRequired[Results]


SCHEME = "evidence"
MAX_CASES, MAX_WORDS, MAX_DOCUMENTS = 25, 10, 25
LISTS: tuple[tuple[Cases, str, str], ...] = (
    (
        "disagreement",
        "More than one worker disagrees",
        "No such questions.",
    ),
    ("one_apart", "One worker disagrees", "No such questions."),
    (
        "minority_abstains",
        "A minority says that there is no answer",
        "No such questions.",
    ),
)


NO_REPORT = (
    "No report yet. It appears here soon after the first judgments. Until then, see the live "
    "figures on the dashboard."
)


@needs(to_read=Capability.SEE_FIGURES)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = launched_for(request, campaign_id, SCHEME)
    report = campaign.reports.filter(kind=CampaignReport.Kind.EVIDENCE).first()
    context = campaign_context(campaign) | {"report": report}
    if not report:
        context["none"] = why_no_report(campaign, NO_REPORT)
    else:
        context |= _shown(report.results)
        if Capability.SEE_TEXTS in request.can:
            context["by_column"] = by_column_tables(report.results.get("by_column", {}))
    return render(request, "research/schemes/evidence/baselines.html", context)


def _shown(results: Report) -> dict[str, object]:
    questions = results["asked"]
    return {
        "systems": systems_table(results["systems"]),
        "answer_sets": answer_sets_table(results.get("answer_sets", {})),
        "question_counts": {
            "questions": questions["asked"],
            "unique": _number(questions["unique_per_document"], 2),
            "redundant": Column("", "share").shown(questions["redundant"]),
            "words": _number(questions["words"], 2),
            "first_words": questions["first_words"][:MAX_WORDS],
            "documents": [
                one | {"name": name, "redundant": percent(one["redundant"])}
                for name, one in questions["per_document"][:MAX_DOCUMENTS]
            ],
        },
        "lists": [
            {
                "key": key,
                "title": title,
                "empty": empty,
                "count": len(results[key]),
                "cases": results[key][:MAX_CASES],
            }
            for key, title, empty in LISTS
        ],
    }


def _number(value: float | None, decimals: int) -> str:
    return "–" if value is None else signed(value, decimals)
