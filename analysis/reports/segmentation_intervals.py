"""Intervals of the figures of segmentations: seeded, so the same judgments always give the same
intervals, in reports, in gold files and in `score`."""

from collections.abc import Mapping, Sequence

from agreement.bootstrap import Plan
from agreement.segmentation import figures as segmentation
from agreement.segmentation.figures import Kind
from agreement.segmentation.intervals import Sides, bootstrap_entailment, bootstrap_segmentation
from agreement.tally import Tally
from analysis.reading.judgment_rows import Vector
from annotation.json_types import JsonMapping

PLAN = Plan()
Interval = dict[str, object]


def agreement_intervals(
    kind: Kind, texts: Sequence[Sequence[Vector]], state: Mapping[str, int]
) -> dict[str, dict[str, Interval]]:
    """Return the intervals, each with the value of its figure, since the live value may have
    changed.

    state : the tally of the texts
    """
    figures: JsonMapping = segmentation.figures(kind, state)
    return {
        name: {d: {"value": figures[name][d]["value"]} | found for d, found in by_d.items()}
        for name, by_d in bootstrap_segmentation(kind, texts, plan=PLAN).items()
    }


def entailment_interval(sides: Sequence[Sides[Vector]]) -> Interval:
    shares = (segmentation.entailment_contribution(*side) for side in sides)
    observed = segmentation.entailment_figures(Tally.total(shares))["observed"]
    return {"value": observed} | bootstrap_entailment(sides, plan=PLAN)
