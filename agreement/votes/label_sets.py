"""A crowd that gave items any number of labels: each label is settled separately.

Each label is a separate question, chosen or not. An item's consensus is the set of the labels that
are chosen, by majority or by Dawid-Skene. A label is undecided if exactly half of the answers have
it, or if both are equally probable; an item is a tie if one of its labels is undecided. The
absolute majority leaves such items unsettled. Accuracy is of whole sets, and by label; each
undecided label counts as chosen with probability one half. Workers' agreement is over decisions,
one for each label of each item that they judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from agreement.groups import Ints
from agreement.votes.ballots import Ballots
from agreement.votes.crowd import METHODS, Given, workers_figure
from agreement.votes.crowd_shapes import (
    About,
    Model,
    ModelFit,
    SetFigures,
    SetLine,
    SetModelChoice,
    WorkerAgreement,
)
from agreement.votes.dawid_skene import PSEUDO_COUNT
from agreement.votes.label_counting import LabelBallots
from agreement.votes.poll import Model as Fitted
from agreement.votes.poll import Poll, Settled
from agreement.votes.ways import Choice, Gold, SetChoices, SetWay, Unit
from agreement.votes.workers import MINIMUM, Workers, counts_of, workers_of

DECISION = Unit("decision", "decisions")
NO, YES = "no", "yes"


class Sets(NamedTuple):
    """The consensus of items by each method, and of each label separately.

    models : the further ones that were asked for, by name
    """

    labels: dict[str, Settled]  # in alphabetical order
    majority: SetChoices
    absolute_majority: SetChoices
    dawid_skene: SetChoices
    models: Mapping[str, SetChoices]

    def ways(self) -> dict[str, SetChoices]:
        return {
            "majority": self.majority,
            "absolute_majority": self.absolute_majority,
            "dawid_skene": self.dawid_skene,
            **self.models,
        }


class SetLines(NamedTuple):
    """A line for each item, and separately the lines of items that the three methods settle
    differently."""

    all: list[SetLine]
    different: list[SetLine]

    @property
    def how_many_differ(self) -> int:
        return len(self.different)


class SetCount:
    """The figures of a crowd, computed some items at a time, in the order of names.

    gold : the true labels of each item for which they are known
    models, pseudo_count : as `poll.Poll` takes them
    """

    def __init__(
        self,
        ballots: LabelBallots,
        gold: Gold,
        models: Sequence[str] = (),
        pseudo_count: float = PSEUDO_COUNT,
    ) -> None:
        self._ballots, self._gold, self._models = ballots, gold, models
        self._pseudo_count = pseudo_count
        self.items: Sequence[Any] = sorted(ballots.item_names)
        self._polls = {
            label: Poll(_question(ballots, label), models=models, pseudo_count=pseudo_count)
            for label in _labels(ballots)
        }
        self._done = 0
        self._ways = {way: SetWay(list(self._polls)) for way in (*METHODS, *models)}
        self._ties: Counter[str] = Counter()

    def add(self, names: Sequence[str]) -> SetLines:
        """Settle and count the next items, under these names."""
        keys = self.items[self._done : self._done + len(names)]
        gold = {n: self._gold[key] for n, key in zip(names, keys, strict=True) if key in self._gold}
        polls = self._polls.items()
        sets = _settled({label: poll.settle(self._done, names) for label, poll in polls}, names)
        ways = sets.ways()
        self._done += len(names)
        for way, chosen in ways.items():
            self._ways[way].add(chosen, gold)
        for name, settled in {"dawid_skene": sets.dawid_skene, **sets.models}.items():
            self._ties[name] += sum(bool(one.undecided) for one in settled.values())
        lines = [_line(name, sets, gold) for name in names]
        apart = [len({ways[way].get(name) for way in METHODS}) > 1 for name in names]
        return SetLines(lines, [line for line, one in zip(lines, apart, strict=True) if one])

    def figures(self) -> SetFigures:
        """Return the figures of all that was added; callers that store the lines add the
        differences."""
        size, known = len(self.items), bool(self._gold)
        found: SetFigures = {
            "workers": len(self._ballots.worker_names),
            "worker_agreement": self._workers(),
            "consensus": {name: way.figure(size, known=known) for name, way in self._ways.items()},
            "dawid_skene": self._model(),
            "differences": [],
        }
        if self._models:
            found["models"] = {name: self._fit(name) for name in self._models}
        return found

    def _fit(self, name: str) -> ModelFit:
        """Return how the fits of all labels by a model ended."""
        fits = [poll.models[name].model for poll in self._polls.values()]
        return {
            "rounds": max((fit.rounds for fit in fits), default=0),
            "converged": all(fit.converged for fit in fits),
            "ties": self._ties[name],
        }

    def _model(self) -> Model:
        models = {label: poll.model for label, poll in self._polls.items()}
        figure: Model = {
            "prior": {label: model.prior.get(YES, 0.0) for label, model in models.items()},
            "rounds": max((model.rounds for model in models.values()), default=0),
            "converged": all(model.converged for model in models.values()),
            "ties": self._ties["dawid_skene"],
        }
        if self._pseudo_count:
            figure["pseudo_count"] = self._pseudo_count
        if all(model.reason for model in models.values()):
            reason = "There is no judgment."
            if self.items:
                reason = "All judgments give the same labels, so nothing tells workers apart."
            figure["reason"] = reason
        return figure

    def _workers(self) -> WorkerAgreement:
        found = _agreement(self._ballots, list(self._polls))
        known, right = _against_gold(self._ballots, self._gold)
        models = {label: poll.model for label, poll in self._polls.items()}
        about: dict[str, About] = {
            worker: {
                "gold": known[worker],
                "gold_right": right[worker],
                "dawid_skene": _mean(model.accuracy[worker] for model in models.values()),
                "confusion": {label: one.confusion[worker] for label, one in models.items()},
            }
            for worker in found.records
        }
        if self._models:
            for worker, one in about.items():
                one["skills"] = {name: self._skill(name, worker) for name in self._models}
        return workers_figure(found, DECISION, about)

    def _skill(self, name: str, worker: str) -> float:
        return _mean(poll.models[name].model.accuracy[worker] for poll in self._polls.values())


def _settled(labels: dict[str, Settled], names: Sequence[str]) -> Sets:
    majority = {
        item: Choice(
            frozenset(label for label, one in labels.items() if one.majority[item].winner == YES),
            frozenset(label for label, one in labels.items() if one.majority[item].ties),
        )
        for item in names
    }
    absolute = {item: choice for item, choice in majority.items() if not choice.undecided}
    model = _chosen_by({label: one.model for label, one in labels.items()}, names)
    further = next((list(one.models) for one in labels.values()), [])
    models = {
        name: _chosen_by({label: one.models[name] for label, one in labels.items()}, names)
        for name in further
    }
    return Sets(labels, majority, absolute, model, models)


def _chosen_by(models: Mapping[str, Fitted], names: Sequence[str]) -> dict[str, Choice]:
    """Return the labels of each item by a model that was fitted to each label."""
    return {
        item: Choice(
            frozenset(
                label
                for label, one in models.items()
                if one.labels[item] == YES and item not in one.ties
            ),
            frozenset(label for label, one in models.items() if item in one.ties),
        )
        for item in names
    }


def _labels(ballots: LabelBallots) -> list[str]:
    return sorted({label for answer in ballots.label_names for label in answer})


def _has(ballots: LabelBallots, label: str) -> Ints:
    """Return for each vote 1 if it has the label, else 0."""
    has: Ints = np.array([label in answer for answer in ballots.label_names]).astype("i1")
    return has[ballots.labels]


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


def _agreement(ballots: LabelBallots, labels: Sequence[str]) -> Workers[str]:
    """Return each worker's agreement over decisions; `judged` counts items."""
    names, k = ballots.worker_names, len(labels)
    counts = np.zeros((5, len(names)), dtype=np.int64)
    for label in labels:
        decisions = Ballots(*ballots[:2], _has(ballots, label), *ballots[3:5], label_names=(0, 1))
        counts += counts_of(decisions)
    found: Workers[str] = workers_of(names, counts, MINIMUM * max(k, 1))
    records = {
        worker: record._replace(judged=record.judged // k)
        for worker, record in found.records.items()
    }
    reason = None if records else f"No worker judged {MINIMUM} items or more."
    return found._replace(records=records, reason=reason)


def _against_gold(ballots: LabelBallots, gold: Gold) -> tuple[dict[str, int], dict[str, int]]:
    """Return for each worker the number of judged items with a gold answer, and how many are
    entirely right."""
    numbers: dict[frozenset[str], int] = {}
    of = [numbers.setdefault(frozenset(answer), len(numbers)) for answer in ballots.label_names]
    answers = np.array(of, dtype=np.int64)[ballots.labels]
    nobody_says, unknown = -1, -2
    truth = np.array(
        [
            numbers.get(frozenset(gold[item]), nobody_says) if item in gold else unknown
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


def _line(item: str, sets: Sets, gold: Gold) -> SetLine:
    votes = {label: one.votes[item].get(YES, 0) for label, one in sets.labels.items()}
    absolute = sets.absolute_majority.get(item)
    model = {label: one.model.posterior[item].get(YES, 0.0) for label, one in sets.labels.items()}
    line: SetLine = {
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
    if sets.models:
        line["models"] = {name: _by_model(item, sets, name) for name in sets.models}
    return line


def _by_model(item: str, sets: Sets, name: str) -> SetModelChoice:
    choice = sets.models[name][item]
    return {
        "labels": sorted(choice.chosen),
        "ties": sorted(choice.undecided),
        "posterior": {
            label: one.models[name].posterior[item].get(YES, 0.0)
            for label, one in sets.labels.items()
        },
    }


def _mean(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return sum(found) / len(found)
