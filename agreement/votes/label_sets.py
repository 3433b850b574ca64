"""A crowd that gave items any number of labels: each label is settled by itself.

Each label is a question of its own, chosen or not. An item's consensus is the set of the labels
that are chosen, by majority or by Dawid-Skene. A label is undecided if exactly half of the answers
have it, or if both are as probable; an item is a tie if one of its labels is undecided. The
absolute majority leaves such items unsettled. Accuracy is of whole sets, and by label; each
undecided label counts as chosen with probability one half. Workers' agreement is over decisions,
one for each label of each item that they judged.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from agreement.groups import Ints
from agreement.votes.ballots import Ballots
from agreement.votes.crowd import Given, Settled, Unit, no_accuracy, settle, workers_figure
from agreement.votes.crowd_shapes import (
    Accuracy,
    Model,
    SetConsensus,
    SetFigures,
    SetLine,
    WorkerAgreement,
)
from agreement.votes.label_counting import Answer, LabelBallots
from agreement.votes.workers import LEAST, Workers, agreement_of

ITEM = Unit("item", "items")
DECISION = Unit("decision", "decisions")
NO, YES = "no", "yes"
Gold = Mapping[str, Answer]  # item: its true labels


class Choice(NamedTuple):
    """The set of labels that one way settles on for an item, and the undecided ones."""

    chosen: frozenset[str]
    undecided: frozenset[str] = frozenset()


SetChoices = Mapping[str, Choice]


class Sets(NamedTuple):
    """The consensus of each item by each of the three ways, and each label settled by itself."""

    items: list[str]  # sorted
    labels: dict[str, Settled]  # in alphabetical order
    majority: SetChoices
    absolute_majority: SetChoices
    dawid_skene: SetChoices

    def ways(self) -> dict[str, SetChoices]:
        return {
            "majority": self.majority,
            "absolute_majority": self.absolute_majority,
            "dawid_skene": self.dawid_skene,
        }


def settle_sets(ballots: LabelBallots) -> Sets:
    items = sorted(ballots.item_names)
    labels = {label: settle(_question(ballots, label)) for label in _labels(ballots)}
    majority = {
        item: Choice(
            frozenset(label for label, one in labels.items() if one.majority[item].winner == YES),
            frozenset(label for label, one in labels.items() if one.majority[item].ties),
        )
        for item in items
    }
    model = {
        item: Choice(
            frozenset(
                label
                for label, one in labels.items()
                if one.model.labels[item] == YES and item not in one.model.ties
            ),
            frozenset(label for label, one in labels.items() if item in one.model.ties),
        )
        for item in items
    }
    absolute = {item: choice for item, choice in majority.items() if not choice.undecided}
    return Sets(items, labels, majority, absolute, model)


def _labels(ballots: LabelBallots) -> list[str]:
    return sorted({label for answer in ballots.label_names for label in answer})


def _has(ballots: LabelBallots, label: str) -> Ints:
    """Return for each vote 1 if it has the label, else 0."""
    return np.array([label in answer for answer in ballots.label_names], dtype=np.int64)[
        ballots.labels
    ]


def _question(ballots: LabelBallots, label: str) -> Given:
    """Return the votes on whether the items have the label."""
    has = _has(ballots, label)
    names = [NO, YES] if not has.all() else [YES]
    return Ballots(
        ballots.items,
        ballots.workers,
        has if len(names) > 1 else np.zeros_like(has),
        ballots.item_names,
        ballots.worker_names,
        names,
    )


def figures_of_sets(ballots: LabelBallots, gold: Gold) -> SetFigures:
    sets = settle_sets(ballots)
    known = {item: frozenset(answer) for item, answer in gold.items()}
    return {
        "workers": len(ballots.worker_names),
        "worker_agreement": _workers(ballots, sets, known),
        "consensus": {way: _consensus(chosen, sets, known) for way, chosen in sets.ways().items()},
        "dawid_skene": _model(sets),
        "differences": [
            line_of_sets(item, sets, gold)
            for item in sets.items
            if len({chosen.get(item) for chosen in sets.ways().values()}) > 1
        ],
    }


def _consensus(chosen: SetChoices, sets: Sets, gold: Mapping[str, frozenset[str]]) -> SetConsensus:
    known = [item for item in chosen if item in gold]
    return {
        **ITEM.counted(len(chosen)),
        "ties": sum(bool(choice.undecided) for choice in chosen.values()),
        "none": len(sets.items) - len(chosen),
        **_accuracy([_right(chosen[item], gold[item]) for item in known], gold),
        "labels": {
            label: _accuracy([_right(chosen[item], gold[item], label) for item in known], gold)
            for label in sets.labels
        },
    }


def _right(choice: Choice, truth: frozenset[str], label: str | None = None) -> Fraction:
    """Return the probability that a choice is right, of one label or (None) of the whole set.

    Each undecided label is drawn by lot.
    """
    chosen, undecided = choice
    if label is not None:
        chosen, undecided, truth = chosen & {label}, undecided & {label}, truth & {label}
    wrong = (chosen ^ truth) - undecided
    return Fraction(0) if wrong else Fraction(1, 2 ** len(undecided))


def _accuracy(right: Sequence[Fraction], gold: Collection[str]) -> Accuracy:
    if not right:
        return no_accuracy(known=bool(gold), unit=ITEM)
    share = sum(right, Fraction(0)) / len(right)
    return {"accuracy": float(share), "accuracy_exact": str(share), "gold": len(right)}


def _model(sets: Sets) -> Model:
    models = [one.model for one in sets.labels.values()]
    figure: Model = {
        "prior": {label: one.model.prior.get(YES, 0.0) for label, one in sets.labels.items()},
        "rounds": max((model.rounds for model in models), default=0),
        "converged": all(model.converged for model in models),
        "ties": sum(bool(choice.undecided) for choice in sets.dawid_skene.values()),
    }
    if all(model.reason for model in models):
        reason = "There is no judgment."
        if sets.items:
            reason = "All judgments give the same labels, so nothing tells workers apart."
        figure["reason"] = reason
    return figure


def _workers(
    ballots: LabelBallots, sets: Sets, gold: Mapping[str, frozenset[str]]
) -> WorkerAgreement:
    found = _agreement(ballots, list(sets.labels))
    known, right = _against_gold(ballots, gold)
    models = {label: one.model for label, one in sets.labels.items()}
    return workers_figure(
        found,
        DECISION,
        {
            worker: {
                "gold": known[worker],
                "gold_right": right[worker],
                "dawid_skene": sum(model.accuracy[worker] for model in models.values())
                / len(models),
                "confusion": {label: model.confusion[worker] for label, model in models.items()},
            }
            for worker in found.records
        },
    )


def _agreement(ballots: LabelBallots, labels: Sequence[str]) -> Workers[str]:
    """Return each worker's agreement over decisions; `judged` counts items."""
    k = len(labels)
    of = np.arange(k)[:, None]
    decisions = Ballots(
        (ballots.items * max(k, 1) + of).ravel(),
        np.broadcast_to(ballots.workers, (k, len(ballots.workers))).ravel(),
        np.array([_has(ballots, label) for label in labels], dtype=np.int64).ravel(),
        range(len(ballots.item_names) * k),
        ballots.worker_names,
        (0, 1),
    )
    found: Workers[str] = agreement_of(decisions, LEAST * max(k, 1))
    records = {
        worker: record._replace(judged=record.judged // k)
        for worker, record in found.records.items()
    }
    reason = None if records else f"No worker judged {LEAST} items or more."
    return found._replace(records=records, reason=reason)


def _against_gold(
    ballots: LabelBallots, gold: Mapping[str, frozenset[str]]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return for each worker the judged items that are known, and how many are wholly right."""
    numbers: dict[frozenset[str], int] = {}
    of = [numbers.setdefault(frozenset(answer), len(numbers)) for answer in ballots.label_names]
    answers = np.array(of, dtype=np.int64)[ballots.labels]
    nobody_says, unknown = -1, -2
    truth = np.array(
        [
            numbers.get(gold[item], nobody_says) if item in gold else unknown
            for item in ballots.item_names
        ],
        dtype=np.int64,
    )[ballots.items]
    names = ballots.worker_names
    known, right = (
        np.bincount(ballots.workers[at], minlength=len(names)).tolist()
        for at in (truth != unknown, truth == answers)
    )
    return dict(zip(names, known, strict=True)), dict(zip(names, right, strict=True))


def line_of_sets(item: str, sets: Sets, gold: Gold) -> SetLine:
    votes = {label: one.votes[item].get(YES, 0) for label, one in sets.labels.items()}
    absolute = sets.absolute_majority.get(item)
    model = {label: one.model.posterior[item].get(YES, 0.0) for label, one in sets.labels.items()}
    return {
        "item": item,
        "votes": {label: count for label, count in votes.items() if count},
        "majority": sorted(sets.majority[item].chosen),
        "ties": sorted(sets.majority[item].undecided),
        "absolute_majority": None if absolute is None else sorted(absolute.chosen),
        "dawid_skene": sorted(sets.dawid_skene[item].chosen),
        "dawid_skene_ties": sorted(sets.dawid_skene[item].undecided),
        "posterior": model,
        "gold": sorted(gold[item]) if item in gold else None,
    }
