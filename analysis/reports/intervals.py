"""Intervals of a campaign's figures, for other texts of this kind.

They are seeded, so the same judgments give the same intervals in reports, gold files and `score`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from agreement.bootstrap import Plan
from agreement.evidence import figures as questions
from agreement.evidence.intervals import bootstrap_evidence
from agreement.segmentation import figures as segmentation
from agreement.segmentation.figures import Kind
from agreement.segmentation.intervals import Sides, bootstrap_entailment, bootstrap_segmentation
from agreement.tally import Tally
from analysis.reading.judgment_rows import Vector
from analysis.reading.material import Material
from analysis.schemes.base import OwnMaterial
from annotation.models import EntailmentState
from midpath.exchange.evidence.common_form import Evidence
from midpath.scoring.evidence import states_by_document
from midpath.scoring.labels import LabelCrowd, figures_of_labels, intervals_of_labels
from midpath.scoring.pairs import Crowd, intervals_of_pairs, tallied_figures
from midpath.scoring.spans import SpanCrowd, figures_of_spans, intervals_of_spans

PLAN = Plan()
Interval = dict[str, object]


def agreement_intervals(
    kind: Kind, texts: Sequence[Sequence[Vector]], state: Mapping[str, int]
) -> dict[str, dict[str, Interval]]:
    """Return the intervals, each with the value of its figure, since the live value may have
    changed.

    state : the tally of the texts
    """
    figures: Mapping[str, Any] = segmentation.figures(kind, state)
    return {
        name: _with_values(figures[name], by_d)
        for name, by_d in bootstrap_segmentation(kind, texts, plan=PLAN).items()
    }


def entailment_interval(sides: Sequence[Sides[Vector]]) -> Interval:
    shares = (segmentation.entailment_contribution(*side, "nary") for side in sides)
    observed = segmentation.entailment_figures(Tally.total(shares))["observed"]
    return {"value": observed} | bootstrap_entailment(sides, plan=PLAN)


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


def label_intervals(crowd: LabelCrowd) -> dict[str, Interval]:
    return _with_values(figures_of_labels(crowd), intervals_of_labels(crowd, PLAN))


def pair_intervals(crowd: Crowd, yes: Collection[str]) -> dict[str, Interval]:
    return _with_values(tallied_figures(crowd, yes), intervals_of_pairs(crowd, yes, PLAN))


def span_intervals(crowd: SpanCrowd) -> dict[str, Interval]:
    return _with_values(figures_of_spans(crowd), intervals_of_spans(crowd, PLAN))


def intervals_of(material: Material) -> dict[str, object]:
    """Return the report, laid out as `figures`; "entailment" is by the key of its state."""
    kind = material.kind
    if kind is None:
        return own_intervals_of(material.own)
    return {
        **agreement_intervals(kind, material.texts, material.state),
        "entailment": {
            str(pk): _of_both(entailment, list(material.sides(entailment)))
            for pk, (entailment, _) in material.others.items()
        },
    }


def own_intervals_of(own: OwnMaterial) -> dict[str, object]:
    """Return the report of a scheme that computes its own intervals; empty for others."""
    return {} if own.intervals is None else {**own.intervals(), "entailment": {}}


def _of_both(entailment: EntailmentState, sides: Sequence[Sides[Vector]]) -> Interval:
    """Return an interval with the version of the two campaigns' entailment, and the number of
    judgments."""
    judgments = sum(len(side) for both in sides for side in both)
    return entailment_interval(sides) | {"version": entailment.version, "judgments": judgments}


def _with_values(figures: Mapping[str, Any], found: Mapping[str, Interval]) -> dict[str, Interval]:
    """Return the intervals, each with the value of its figure."""
    return {name: {"value": figures[name]["value"]} | one for name, one in found.items()}
