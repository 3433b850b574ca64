"""The comparison figures of two sides, for any scheme; differences item by item, with paired
intervals and exact tests; and how close each consensus method comes to the gold consensus, from the
crowd's answers, or in the mixing experiment from both sides' together (LAW 2013, section 5)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from agreement.bootstrap import USUAL, Estimate, Floats, Plan, bootstrap
from agreement.figure import as_exact, as_float, figure_of
from agreement.sides.between import NO_BOTH, Between
from agreement.sides.means import bootstrap_mean
from agreement.sides.paired import paired
from midpath.comparing.base import Answer, Both, Comparing, Given, Measure
from midpath.json_types import Figures

MAX_CELLS = 100


def compare_answers(
    comparing: Comparing,
    items: Sequence[Both],
    left_out: Mapping[str, int],
    plan: Plan | None = USUAL,
) -> Figures:
    """Return the agreement of two sides: α within, between and together, the similarity of their
    answers, the agreement of their consensus, and the consensus method that comes closest to gold,
    from the crowd's answers and from both sides' mixed. With a plan, include intervals and
    differences."""
    return {
        "items": len(items),
        "answers": {
            "crowd": sum(len(one.crowd) for one in items),
            "gold": sum(len(one.gold) for one in items),
        },
        "left_out": dict(left_out),
        "alpha": alphas(comparing, items, plan),
        "alike": alike(comparing, items, plan),
        "settled": settled(comparing, items),
        "nearest": comparing.nearest(items) if items else {},
        "mixed": comparing.nearest(items, mixed=True) if items else {},
        "systems": comparing.systems(items),
        **({} if plan is None else {"differences": differences(comparing, items, plan)}),
    }


def alphas(comparing: Comparing, items: Sequence[Both], plan: Plan | None) -> Figures:
    """Return α of either side, of both as one, and between them, with intervals, and the difference
    of the two sides' α."""
    between = comparing.between(items)
    found: Figures = {
        "crowd": comparing.alpha(Given(one.crowd, one.about) for one in items),
        "gold": comparing.alpha(Given(one.gold, one.about) for one in items),
        "together": comparing.alpha(Given(one.together, one.about) for one in items),
        "between": {"value": None, "exact": None, "reason": comparing.no_between}
        if between is None
        else _shown(between),
    }
    resampled = comparing.resampled(items) if items and plan else None
    if resampled is None or plan is None:
        return found
    estimate = _with_difference(resampled.estimate)
    *four, apart = bootstrap(estimate, resampled.units, plan, comparing.over)
    for part, interval in zip(found, four, strict=True):
        found[part] |= {"interval": interval}
    mine, theirs = found["crowd"]["value"], found["gold"]["value"]
    known = mine is not None and theirs is not None
    return found | {"difference": {"value": mine - theirs if known else None, "interval": apart}}


def _with_difference(estimate: Estimate) -> Estimate:
    def found(weights: Floats) -> Floats:
        alphas = estimate(weights)
        return np.column_stack([alphas, alphas[:, 0] - alphas[:, 1]])

    return found


def alike(comparing: Comparing, items: Sequence[Both], plan: Plan | None) -> Figures:
    """Return the mean over items of the similarity of a crowd answer and a gold answer."""
    each = [mean_likeness(comparing, one) for one in items]
    mean = sum(each, Fraction(0)) / len(each) if each else None
    found = {**figure_of(mean, NO_BOTH), "items": len(each)}
    if plan is None:
        return found
    units = [comparing.unit(one) for one in items]
    interval = bootstrap_mean([float(one) for one in each], units, plan, comparing.over)
    return found | {"interval": interval}


def mean_likeness(comparing: Comparing, one: Both) -> Fraction:
    """Return the mean similarity over pairs of one answer of each side."""
    crowd, gold = Counter(one.crowd), Counter(one.gold)
    total = sum(
        (
            times * others * comparing.likeness(mine, theirs)
            for mine, times in crowd.items()
            for theirs, others in gold.items()
        ),
        Fraction(0),
    )
    return total / (len(one.crowd) * len(one.gold))


def settled(comparing: Comparing, items: Sequence[Both]) -> Figures:
    """Return the number of items on which both sides have the same consensus, and the table of
    answers."""
    cells = Counter[tuple[str, str]]()
    same = undecided = 0
    for one in items:
        crowd, gold = comparing.settled(one.crowd), comparing.settled(one.gold)
        if crowd is None or gold is None:
            undecided += 1
            continue
        same += crowd == gold
        if comparing.few:
            cells[comparing.as_text(crowd), comparing.as_text(gold)] += 1
    decided = len(items) - undecided
    share = Fraction(same, decided) if decided else None
    return {
        **figure_of(share, "No item is settled by both sides."),
        "same": same,
        "different": decided - same,
        "undecided": undecided,
        "cells": [
            [*sides, times]
            for sides, times in sorted(cells.items(), key=lambda cell: (-cell[1], cell[0]))
        ][:MAX_CELLS],
    }


def _shown(found: Between) -> Figures:
    shown = {
        "value": as_float(found.value),
        "exact": as_exact(found.value),
        "observed": as_float(found.observed),
        "expected": as_float(found.expected),
        "items": found.units,
    }
    return shown | ({"reason": found.reason} if found.reason else {})


Settle = Callable[[Sequence[Answer]], Answer | None]
NONE = "Gold settles no item that this way settles."


def nearest_by(
    comparing: Comparing, ways: Mapping[str, Settle], items: Sequence[Both], *, mixed: bool
) -> Figures:
    """Return for each method how often it gives the gold answer, and the mean similarity of the
    two, over the items with a consensus of gold and of the method."""
    found: Figures = {}
    for way, settle in ways.items():
        both = (
            (settle(one.together if mixed else one.crowd), comparing.settled(one.gold))
            for one in items
        )
        known = [(pick, gold) for pick, gold in both if pick is not None and gold is not None]
        same = _mean([Fraction(pick == gold) for pick, gold in known])
        found[way] = {
            "accuracy": as_float(same),
            "accuracy_exact": as_exact(same),
            "gold": len(known),
            "alike": as_float(_mean([comparing.likeness(pick, gold) for pick, gold in known])),
        } | ({} if known else {"accuracy_reason": NONE})
    return found


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


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
