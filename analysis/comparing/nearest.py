"""Consensus methods, and how close each comes to the gold consensus: from the crowd's answers, or
in the mixing experiment from both sides' together (LAW 2013, section 5)."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from agreement.figure import as_exact, as_float
from analysis.comparing.base import Answer, Both, Comparing
from annotation.json_types import Figures

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
