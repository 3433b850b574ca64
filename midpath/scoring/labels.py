"""The figures of labels, from a file or from a campaign, by the same functions."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from agreement.bootstrap import USUAL, Plan
from agreement.groups import Ints
from agreement.votes.ballots import Ballots
from agreement.votes.crowd import differences_of
from agreement.votes.effort import effort_figures
from agreement.votes.kappa import cohen, fleiss
from agreement.votes.label_crowd import count_of_labels, lines_of_label_crowd
from agreement.votes.label_figures import (
    Answer,
    Kind,
    LabelBallots,
    Level,
    count_labels,
    label_figures,
)
from agreement.votes.label_intervals import bootstrap_labels
from midpath.exchange.judged.cells import MISSING
from midpath.exchange.labels.judged import JudgedLabels
from midpath.json_types import Figures
from midpath.scoring.models import add_model_figures
from midpath.scoring.pairs import kappa_figure
from midpath.tables.figures.crowd_figures import Crowd as CrowdFound
from midpath.tables.figures.crowd_figures import CrowdFigures, Time


class LabelCrowd(NamedTuple):
    """Judgments as numbers, and the gold answers by item.

    `times` contains (words, milliseconds) of the judgments that have both.
    """

    kind: Kind
    level: Level
    ballots: LabelBallots
    gold: Mapping[Any, Answer]
    times: Sequence[tuple[int, int]] | Ints


def label_crowd_in(judged: JudgedLabels) -> LabelCrowd:
    """Return the crowd of a valid file."""
    rows = judged.judgments
    item, worker, answer, words, milliseconds = (
        np.asarray(column)
        for column in (rows.item, rows.worker, rows.answer, rows.words, rows.milliseconds)
    )
    timed = (words != MISSING) & (milliseconds != MISSING)
    return LabelCrowd(
        judged.kind,
        judged.level,
        Ballots(item, worker, answer, rows.items, rows.workers, rows.answers),
        judged.gold,
        np.stack([words[timed], milliseconds[timed]], axis=1),
    )


def score_labels(
    judged: JudgedLabels, crowd: LabelCrowd, plan: Plan | None = None, models: Sequence[str] = ()
) -> Figures:
    """Return all figures of a file's crowd and its items, with intervals by the plan.

    models : names of further models in `skill_models`
    """
    result: Figures = {**figures_of_labels(crowd), **who_labelled(crowd, models)}
    consensus = result.pop("consensus")
    result["majority"] |= consensus["majority"]
    result["absolute_majority"] = consensus["absolute_majority"]
    if "median" in consensus:
        result["median_consensus"] = consensus["median"]
    result["dawid_skene"] |= consensus["dawid_skene"]
    add_model_figures(result, consensus, models)
    if crowd.kind != "any":
        result["kappa"] = {
            "cohen": kappa_figure(cohen(crowd.ballots), "items"),
            "fleiss": kappa_figure(fleiss(crowd.ballots), "items"),
        }
    result["not_counted"] = judged.not_counted
    return result if plan is None else with_label_intervals(result, crowd, plan)


def figures_of_labels(crowd: LabelCrowd) -> Figures:
    """Return the figures as the live ones are computed: from counts, without the workers."""
    return dict(label_figures(count_labels(crowd.ballots, crowd.kind, crowd.level)))


def who_labelled(crowd: LabelCrowd, models: Sequence[str] = ()) -> CrowdFigures:
    """Return `agreement.votes.label_crowd` over the judgments, and "time" by
    `agreement.votes.effort`."""
    return who_labelled_briefly(crowd, models)[0]


def who_labelled_briefly(
    crowd: LabelCrowd, models: Sequence[str] = (), most: int | None = None
) -> tuple[CrowdFigures, int]:
    """Return `who_labelled` with at most so many differences, and the number of all."""
    count = count_of_labels(crowd.ballots, crowd.kind, crowd.gold, models)
    differences, many = differences_of(count, most)
    figures = count.figures()
    figures["differences"] = differences
    found: CrowdFound = figures
    time: Time = effort_figures(crowd.times)
    return {**found, "time": time}, many


def intervals_of_labels(crowd: LabelCrowd, plan: Plan = USUAL) -> Figures:
    """Return the intervals by the name of the figure."""
    ballots = crowd.ballots
    items: list[list[Answer]] = [[] for _ in ballots.item_names]
    for item, answer in zip(ballots.items.tolist(), ballots.labels.tolist(), strict=True):
        items[item].append(ballots.label_names[answer])
    return dict(bootstrap_labels(items, crowd.kind, crowd.level, plan))


def with_label_intervals(figures: Figures, crowd: LabelCrowd, plan: Plan = USUAL) -> Figures:
    """Return the figures with an "interval" in each that has one."""
    return figures | {
        name: figures[name] | {"interval": interval}
        for name, interval in intervals_of_labels(crowd, plan).items()
    }


def label_lines(crowd: LabelCrowd, models: Sequence[str] = ()) -> Iterator[Figures]:
    """Yield one line per item: each consensus with its support, and the gold answer."""
    yield from map(dict, lines_of_label_crowd(crowd.ballots, crowd.kind, crowd.gold, models))


def unseen_labels(crowd: LabelCrowd) -> Counter[str]:
    """Return gold labels that no worker ever gives, with counts of items: perhaps they are spelt
    differently."""
    given = {label for answer in crowd.ballots.label_names for label in answer}
    return Counter(
        label for answer in crowd.gold.values() for label in answer if label not in given
    )
