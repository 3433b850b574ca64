"""Intervals of the figures of a campaign of evidence."""

from agreement.evidence import figures as questions
from agreement.evidence.intervals import bootstrap_evidence
from agreement.tally import Tally
from analysis.reports.segmentation_intervals import PLAN
from analysis.scoring.evidence import states_by_document
from annotation.exchange.evidence.common_form import Evidence
from annotation.json_types import JsonMapping, JsonObject


def evidence_intervals(evidence: Evidence) -> JsonObject:
    """Return the intervals, each with the value of its figure, in the layout of the figures."""
    states = states_by_document(evidence)
    figures: JsonMapping = questions.question_figures(Tally.total(states.values()))
    found = bootstrap_evidence(list(states.values()), PLAN)
    pooled = {"value": figures["alpha"]["pooled"]["value"]} | found.pop("alpha")
    return {"alpha": {"pooled": pooled}} | {
        name: {"value": figures[name].get("value", figures[name].get("share"))} | interval
        for name, interval in found.items()
    }
