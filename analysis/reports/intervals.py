"""Intervals of a campaign's figures, for other texts of this kind.

They are seeded, so the same judgments give the same intervals in reports, gold files and `score`.
"""

from collections.abc import Sequence

from agreement.segmentation.intervals import Sides
from analysis.reading.judgment_rows import Vector
from analysis.reading.material import Material
from analysis.reports.segmentation_intervals import (
    Interval,
    agreement_intervals,
    entailment_interval,
)
from annotation.models import EntailmentState


def intervals_of(material: Material) -> dict[str, object]:
    """Return the report, laid out as `figures`; "entailment" is by the key of its state."""
    kind = material.kind
    if material.own.intervals is not None:
        return {**material.own.intervals(), "entailment": {}}
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
    """Return an interval with the version of the two campaigns' entailment, and the number of
    judgments."""
    judgments = sum(len(side) for both in sides for side in both)
    return entailment_interval(sides) | {"version": entailment.version, "judgments": judgments}
