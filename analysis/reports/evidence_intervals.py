"""Intervals of the figures of a campaign of evidence."""

from collections.abc import Mapping
from typing import Any

from agreement.evidence import figures as questions
from agreement.evidence.intervals import bootstrap_evidence
from agreement.tally import Tally
from analysis.reports.segmentation_intervals import PLAN
from analysis.scoring.evidence import states_by_document
from annotation.exchange.evidence.common_form import Evidence


def evidence_intervals(evidence: Evidence) -> dict[str, Any]:
    """Return the intervals, each with the value of its figure, in the layout of the figures."""
    states = states_by_document(evidence)
    figures: Mapping[str, Any] = questions.question_figures(Tally.total(states.values()))
    found = bootstrap_evidence(list(states.values()), PLAN)
    pooled = {"value": figures["alpha"]["pooled"]["value"]} | found.pop("alpha")
    return {"alpha": {"pooled": pooled}} | {
        name: {"value": figures[name].get("value", figures[name].get("share"))} | interval
        for name, interval in found.items()
    }
