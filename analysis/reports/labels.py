"""The reports on a campaign of labels: its crowd, and intervals of its figures."""

from collections import defaultdict
from typing import Any

from agreement.votes.effort import effort_figures
from agreement.votes.label_counting import Answer, count_labels
from agreement.votes.label_crowd import figures_of_label_crowd
from agreement.votes.label_figures import label_figures
from agreement.votes.label_intervals import bootstrap_labels
from analysis.reading.label_material import LabelCrowd
from analysis.reports.segmentation_intervals import PLAN

Results = dict[str, Any]


def who_labelled(crowd: LabelCrowd) -> Results:
    """Return the figures of workers and consensus, and "time" by `agreement.votes.effort`."""
    found = figures_of_label_crowd(crowd.ballots, crowd.kind, crowd.gold)
    return {**found, "time": effort_figures(crowd.times)}


def live_figures(crowd: LabelCrowd) -> Results:
    """Return the figures as the live ones are made: from counts, without knowing who judged."""
    return dict(label_figures(count_labels(crowd.ballots, crowd.kind, crowd.level)))


def label_intervals(crowd: LabelCrowd) -> Results:
    """Return the intervals, each with the value of its figure."""
    figures = live_figures(crowd)
    items: defaultdict[int, list[Answer]] = defaultdict(list)
    ballots = crowd.ballots
    for item, label in zip(ballots.items.tolist(), ballots.labels.tolist(), strict=True):
        items[item].append(ballots.label_names[label])
    found = bootstrap_labels(list(items.values()), crowd.kind, crowd.level, PLAN)
    return {name: {"value": figures[name]["value"]} | one for name, one in found.items()}
