"""The figures of two sides, of any scheme."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from agreement.figure import as_exact, as_float, figure_of
from agreement.sides.between import NO_BOTH, Between
from analysis.comparing.base import Both, Comparing, Figures, Given

MOST_CELLS = 100


def compare_answers(
    comparing: Comparing, items: Sequence[Both], left_out: Mapping[str, int]
) -> Figures:
    """Return how far two sides agree: α within, between and together, how alike their answers are,
    whether they settle on the same, and which way to settle comes nearest to gold."""
    return {
        "items": len(items),
        "answers": {
            "crowd": sum(len(one.crowd) for one in items),
            "gold": sum(len(one.gold) for one in items),
        },
        "left_out": dict(left_out),
        "alpha": alphas(comparing, items),
        "alike": alike(comparing, items),
        "settled": settled(comparing, items),
        "nearest": comparing.nearest(items) if items else {},
    }


def alphas(comparing: Comparing, items: Sequence[Both]) -> Figures:
    """Return α of either side, of both as one, and between them."""
    between = comparing.between(items)
    return {
        "crowd": comparing.alpha(Given(one.crowd, one.about) for one in items),
        "gold": comparing.alpha(Given(one.gold, one.about) for one in items),
        "together": comparing.alpha(Given(one.together, one.about) for one in items),
        "between": {"value": None, "exact": None, "reason": comparing.no_between}
        if between is None
        else _shown(between),
    }


def alike(comparing: Comparing, items: Sequence[Both]) -> Figures:
    """Return the mean over items of how alike an answer of the crowd and a gold one are."""
    each = [mean_likeness(comparing, one) for one in items]
    mean = sum(each, Fraction(0)) / len(each) if each else None
    return {**figure_of(mean, NO_BOTH), "items": len(each)}


def mean_likeness(comparing: Comparing, one: Both) -> Fraction:
    """Return the mean likeness over pairs of one answer of each side."""
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
    """Return on how many items both sides settle on the same answer, and which answers meet."""
    cells = Counter[tuple[str, str]]()
    same = undecided = 0
    for one in items:
        crowd, gold = comparing.settled(one.crowd), comparing.settled(one.gold)
        if crowd is None or gold is None:
            undecided += 1
            continue
        same += crowd == gold
        if comparing.few:
            cells[comparing.told(crowd), comparing.told(gold)] += 1
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
        ][:MOST_CELLS],
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
