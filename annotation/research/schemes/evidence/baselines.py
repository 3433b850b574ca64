"""A campaign of evidence beside the baselines, what was asked, and what to read: stored results."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.models import CampaignReport
from annotation.numbers import percent, signed
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, launched_for, researcher

SCHEME = "evidence"
MOST_CASES, MOST_WORDS, MOST_DOCUMENTS = 25, 10, 25
MEANINGS = {
    "human": "each worker against the others",
    "no answer": "says of every question that there is none",
    "word count 2": "the two sentences that hold most of the question’s words",
    "word count 3": "the three of them",
    "word count 5": "the five of them",
}
LISTS = (
    ("disagreement", "More than one worker apart", "No question has more than one worker apart."),
    ("one_apart", "One worker apart", "No question has one worker apart."),
    (
        "minority_abstains",
        "A minority says that there is no answer",
        "On no question a minority says that there is no answer.",
    ),
)


@require_safe
@researcher
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Reads stored results, computes none. Other schemes, and drafts,
    have no such page."""
    campaign = launched_for(request.user, campaign_id, SCHEME)
    report = campaign.reports.filter(kind=CampaignReport.Kind.EVIDENCE).first()
    context = campaign_context(campaign) | {"report": report}
    if report:
        context |= _shown(report.results)
    return render(request, "research/schemes/evidence/baselines.html", context)


def _shown(results: dict[str, Any]) -> dict[str, Any]:
    asked = results["asked"]
    return {
        "systems": [_system(one) for one in results["systems"]],
        "asked": {
            "questions": asked["asked"],
            "unique": _number(asked["unique_per_document"], 2),
            "redundant": _share(asked["redundant"]),
            "words": _number(asked["words"], 2),
            "first_words": asked["first_words"][:MOST_WORDS],
            "documents": [
                one | {"name": name, "redundant": percent(one["redundant"])}
                for name, one in asked["per_document"][:MOST_DOCUMENTS]
            ],
        },
        "lists": [
            {
                "key": key,
                "title": title,
                "empty": empty,
                "count": len(results[key]),
                "cases": results[key][:MOST_CASES],
            }
            for key, title, empty in LISTS
        ],
    }


def _system(found: dict[str, Any]) -> dict[str, Any]:
    interval = found.get("interval", {})
    ends = ""
    if interval.get("low") is not None:
        ends = f"{interval['level']:.0%} {signed(interval['low'])} … {signed(interval['high'])}"
    return {
        "name": found["system"],
        "meaning": MEANINGS.get(found["system"], ""),
        **{part: _number(found[part], 3) for part in ("precision", "recall", "f1")},
        "interval": ends or interval.get("reason", ""),
        "reason": found.get("reason", ""),
        "answerability": _share(found["answerability"]["value"]),
        "questions": found["questions"],
        "left_out": found["left_out"],
    }


def _number(value: float | None, decimals: int) -> str:
    return "–" if value is None else signed(value, decimals)


def _share(value: float | None) -> str:
    return "–" if value is None else percent(value)
