"""Intervals of the figures of a campaign of spans."""

from analysis.reports.segmentation_intervals import PLAN, Interval
from analysis.scoring.spans import SpanCrowd, figures_of_spans, intervals_of_spans


def span_intervals(crowd: SpanCrowd) -> dict[str, Interval]:
    """Return the intervals, each with the value of its figure."""
    figures = figures_of_spans(crowd)
    return {
        name: {"value": figures[name]["value"]} | found
        for name, found in intervals_of_spans(crowd, PLAN).items()
    }
