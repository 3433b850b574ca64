"""The comparison figures of two sides, for any scheme."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from agreement.bootstrap import USUAL, Estimate, Floats, Plan, bootstrap
from agreement.figure import as_exact, as_float, figure_of
from agreement.sides.between import NO_BOTH, Between
from agreement.sides.means import bootstrap_mean
from analysis.comparing.base import Both, Comparing, Given
from analysis.comparing.differences import differences
from annotation.json_types import Figures

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
