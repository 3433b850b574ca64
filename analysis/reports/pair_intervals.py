"""Intervals of the figures of a campaign of pairs."""

from collections.abc import Collection

from analysis.reports.segmentation_intervals import PLAN, Interval
from analysis.scoring.pairs import Pairs, as_crowd, intervals_of_pairs, tallied_figures


def pair_intervals(pairs: Pairs, yes: Collection[str]) -> dict[str, Interval]:
    """Return the intervals, each with the value of its figure."""
    figures = tallied_figures(as_crowd(pairs), yes)
    return {
        name: {"value": figures[name]["value"]} | found
        for name, found in intervals_of_pairs(pairs, yes, PLAN).items()
    }
