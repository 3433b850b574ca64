"""Differences between two sides, item by item, with paired intervals and exact tests."""

from collections.abc import Sequence

from agreement.bootstrap import Plan
from agreement.figure import as_exact, as_float
from agreement.sides.means import bootstrap_mean
from agreement.sides.paired import paired
from analysis.comparing.base import Both, Comparing, Measure
from annotation.json_types import Figures


def differences(comparing: Comparing, items: Sequence[Both], plan: Plan) -> list[Figures]:
    """Return the difference of each measure for which both sides have a value of some item."""
    found = [_difference(comparing, measure, items, plan) for measure in comparing.measures()]
    return [one for one in found if one["items"]]


def _difference(
    comparing: Comparing, measure: Measure, items: Sequence[Both], plan: Plan
) -> Figures:
    values = (
        (one, measure.of(one.crowd, one.about), measure.of(one.gold, one.about)) for one in items
    )
    defined = [(one, a, b) for one, a, b in values if a is not None and b is not None]
    found = paired([a for _, a, _ in defined], [b for *_, b in defined])
    interval = bootstrap_mean(
        [float(a - b) for _, a, b in defined],
        [comparing.unit(one) for one, *_ in defined],
        plan,
        comparing.over,
    )
    return {
        "measure": measure.key,
        "name": measure.name,
        "share": measure.share,
        "items": found.items,
        "crowd": as_float(found.one),
        "gold": as_float(found.other),
        "difference": as_float(found.difference),
        "difference_exact": as_exact(found.difference),
        "interval": interval,
        "crowd_higher": found.higher,
        "gold_higher": found.lower,
        "mcnemar": found.binary,
        "p_sign": found.p_sign,
        "p_all_signs": found.p_all_signs,
    } | ({"reason": found.reason} if found.reason else {})
