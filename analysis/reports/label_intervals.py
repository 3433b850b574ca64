"""Intervals of the figures of a campaign of labels."""

from analysis.reports.segmentation_intervals import PLAN, Interval
from analysis.scoring.labels import LabelCrowd, figures_of_labels, intervals_of_labels


def label_intervals(crowd: LabelCrowd) -> dict[str, Interval]:
    """Return the intervals, each with the value of its figure."""
    figures = figures_of_labels(crowd)
    return {
        name: {"value": figures[name]["value"]} | found
        for name, found in intervals_of_labels(crowd, PLAN).items()
    }
