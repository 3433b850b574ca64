"""Intervals of a campaign's figures over other such texts.

They are seeded, so the same judgments give the same intervals in reports, gold files and `score`.
"""

from collections.abc import Collection, Sequence
from typing import Any

from agreement.evidence import figures as questions
from agreement.evidence.intervals import bootstrap_evidence
from agreement.segmentation.intervals import Sides
from agreement.tally import Tally
from analysis.reading.judgment_rows import Vector
from analysis.reading.material import Material
from analysis.reports.segmentation_intervals import (
    PLAN,
    Interval,
    agreement_intervals,
    entailment_interval,
)
from analysis.scoring.evidence import states_by_document
from analysis.scoring.pairs import Pairs, as_crowd, intervals_of_pairs, tallied_figures
from annotation.exchange.evidence.form import Evidence
from annotation.models import EntailmentState


def intervals_of(material: Material) -> dict[str, object]:
    """Return the report, laid out as `figures`; "entailment" is by the key of its state."""
    kind = material.kind
    if material.own.pairs is not None:
        return {**pair_intervals(*material.own.pairs), "entailment": {}}
    if material.own.evidence is not None:
        return {**evidence_intervals(material.own.evidence.judged), "entailment": {}}
    if kind is None:
        return {}
    return {
        **agreement_intervals(kind, material.texts, material.state),
        "entailment": {
            str(pk): _of_both(entailment, list(material.sides(entailment)))
            for pk, (entailment, _) in material.others.items()
        },
    }


def _of_both(entailment: EntailmentState, sides: Sequence[Sides[Vector]]) -> Interval:
    """Return an interval with the version of the two campaigns' entailment, and its judgments."""
    judgments = sum(len(side) for both in sides for side in both)
    return entailment_interval(sides) | {"version": entailment.version, "judgments": judgments}


def pair_intervals(pairs: Pairs, yes: Collection[str]) -> dict[str, Interval]:
    """Return the intervals, each with the value of its figure."""
    figures = tallied_figures(as_crowd(pairs), yes)
    return {
        name: {"value": figures[name]["value"]} | found
        for name, found in intervals_of_pairs(pairs, yes, PLAN).items()
    }


def evidence_intervals(evidence: Evidence) -> dict[str, Any]:
    """Return the intervals, each with the value of its figure, laid out as the figures are."""
    states = states_by_document(evidence)
    figures: dict[str, Any] = questions.question_figures(Tally.total(states.values()))
    found = bootstrap_evidence(list(states.values()), PLAN)
    pooled = {"value": figures["alpha"]["pooled"]["value"]} | found.pop("alpha")
    return {"alpha": {"pooled": pooled}} | {
        name: {"value": figures[name].get("value", figures[name].get("share"))} | interval
        for name, interval in found.items()
    }
