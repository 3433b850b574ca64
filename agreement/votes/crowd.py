"""Figures of a crowd that judged pairs: its workers, its consensus and its accuracy.

Three consensus methods are compared: the majority, the absolute majority, and Dawid-Skene, which
weighs workers by their other answers; further ones (`skill_models`) if asked for. If there are gold
answers, the accuracy of each method is included. A tie counts as a random choice among the tied
labels, so one half with two labels. In contrast to `pair_figures`, this needs to know which worker
gave which answer. Ready for JSON.

Items other than pairs work in the same way; figures name them by a `Unit`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import ne
from typing import Any, Protocol, TypeAlias

import numpy as np

from agreement.figure import why
from agreement.skills.skill_models import choice_of, figure_of
from agreement.votes.ballots import Ballots, ballots_of
from agreement.votes.crowd_shapes import (
    About,
    Agreement,
    CrowdFigures,
    Line,
    Model,
    Modelled,
    WithPrior,
    WorkerAgreement,
)
from agreement.votes.dawid_skene import PSEUDO_COUNT
from agreement.votes.poll import Choices, Poll, Settled
from agreement.votes.poll import Model as Fitted
from agreement.votes.ways import PAIR, Unit, Way
from agreement.votes.workers import MINIMUM, Record, Workers, agreement_of

Votes: TypeAlias = Iterable[tuple[str, str, str | None]]  # pair, worker, label
Given: TypeAlias = Ballots[Any, str, str]  # items by any sortable names


METHODS = ("majority", "absolute_majority", "dawid_skene")
STEP = 1 << 12  # items whose lines are in memory at once


@dataclass(frozen=True)
class Lines:
    """A line for each item, and separately the lines of items that the three methods settle
    differently. They are made when they are read, since most callers need only some.

    names, differing : the names of all items, and of those
    line_of : makes the line of an item by its name
    """

    names: Sequence[str]
    differing: Sequence[str]
    line_of: Callable[[str], Line]

    @property
    def all(self) -> list[Line]:
        return [self.line_of(name) for name in self.names]

    @property
    def different(self) -> list[Line]:
        return [self.line_of(name) for name in self.differing]

    @property
    def how_many_differ(self) -> int:
        return len(self.differing)


class CrowdCount:
    """The figures of a crowd, computed some items at a time, in the order of names.

    gold : the true label of each item for which it is known
    most_labels, models, pseudo_count : as `poll.Poll` takes them
    """

    def __init__(
        self,
        ballots: Given,
        gold: Mapping[Any, str],
        unit: Unit,
        most_labels: int | None = None,
        models: Sequence[str] = (),
        pseudo_count: float = PSEUDO_COUNT,
    ) -> None:
        self._ballots, self._gold, self._unit = ballots, gold, unit
        self._poll = Poll(ballots, most_labels, models, pseudo_count)
        self._pseudo_count = pseudo_count
        self._done = 0
        self._ties: Counter[str] = Counter()
        self._ways = {name: Way() for name in (*METHODS, *self._poll.models)}

    @property
    def items(self) -> Sequence[Any]:
        """Return the items in order, by their names in the votes."""
        return self._poll.items

    def add(self, names: Sequence[str]) -> Lines:
        """Settle and count the next items, under these names."""
        settled = self._poll.settle(self._done, names)
        keys = self._poll.items[self._done : self._done + len(names)]
        gold = {n: self._gold[key] for n, key in zip(names, keys, strict=True) if key in self._gold}
        self._done += len(names)
        choices = settled.choices()
        for way, chosen in choices.items():
            self._ways[way].add(chosen, gold)
        self._ties["dawid_skene"] += len(settled.model.ties)
        self._ties.update({name: len(model.ties) for name, model in settled.models.items()})
        compared = [choices[way] for way in METHODS if choices[way] or way != "dawid_skene"]
        differing = _differing(names, compared)
        return Lines(names, differing, lambda name: _line(name, settled, gold, self._unit))

    def figures(self) -> CrowdFigures:
        """Return the figures of all that was added; callers add the differences."""
        size, known = len(self._poll.items), bool(self._gold)
        found: CrowdFigures = {
            "workers": len(self._ballots.worker_names),
            "worker_agreement": _workers(self._ballots, self._poll, self._gold, self._unit),
            "consensus": {
                name: way.figure(size, self._unit, known=known) for name, way in self._ways.items()
            },
            "dawid_skene": _model(self._poll.model, self._ties["dawid_skene"], self._pseudo_count),
            "differences": [],
        }
        if self._poll.models:
            fits = self._poll.models.items()
            found["models"] = {name: figure_of(one.model, self._ties[name]) for name, one in fits}
        return found


def crowd_figures(votes: Votes, gold: Mapping[str, str] | None = None) -> CrowdFigures:
    """Return the figures of workers, consensus and accuracy.

    votes : (pair, worker, label); a label of None is a missing answer
    gold : the true label of each pair for which it is known

    Raises ValueError if a worker votes twice on a pair.

    >>> votes = [(pair, worker, "yes") for pair in "pq" for worker in ("ann", "bob")]
    >>> found = crowd_figures([*votes, ("p", "cy", "no")], {"p": "yes", "q": "no"})
    >>> found["consensus"]["majority"]["accuracy"], found["worker_agreement"]["reason"]
    (0.5, 'No worker judged 10 items or more.')
    """
    return figures_of_crowd(ballots_of(votes), gold)


def figures_of_crowd(
    ballots: Given,
    gold: Mapping[str, str] | None = None,
    unit: Unit = PAIR,
    most_labels: int | None = None,
    models: Sequence[str] = (),
) -> CrowdFigures:
    """Return `crowd_figures` of votes as numbers; the rest is as `poll.Poll` takes it."""
    count = CrowdCount(ballots, gold or {}, unit, most_labels, models)
    differences, _ = differences_of(count)
    return {**count.figures(), "differences": differences}


class Counting(Protocol):
    """A crowd, settled and counted some items at a time, in the order of names."""

    @property
    def items(self) -> Sequence[Any]: ...
    def add(self, names: Sequence[str], /) -> Differing: ...


class Differing(Protocol):
    """The lines of items that the methods settle differently."""

    @property
    def different(self) -> Sequence[Any]: ...
    @property
    def how_many_differ(self) -> int: ...


def differences_of(count: Counting, most: int | None = None) -> tuple[list[Any], int]:
    """Settle all items of a count, and return the first lines of those that the methods settle
    differently, at most `most`, and the number of all."""
    lines, many = list[Any](), 0
    for begin in range(0, len(count.items), STEP):
        some = count.add(count.items[begin : begin + STEP])
        many += some.how_many_differ
        if most is None or len(lines) < most:
            lines += some.different
    return lines[:most], many


def consensus_lines(votes: Votes, gold: Mapping[str, str] | None = None) -> list[Line]:
    """Return one line for each pair: its label by each method, with the support."""
    return lines_of_crowd(ballots_of(votes), gold)


def lines_of_crowd(
    ballots: Given,
    gold: Mapping[str, str] | None = None,
    unit: Unit = PAIR,
    most_labels: int | None = None,
    models: Sequence[str] = (),
) -> list[Line]:
    """Return `consensus_lines` of votes as numbers; the rest is as `poll.Poll` takes it."""
    count = CrowdCount(ballots, gold or {}, unit, most_labels, models)
    return count.add(count.items).all


def workers_figure(found: Workers[str], unit: Unit, about: Mapping[str, About]) -> WorkerAgreement:
    """Return the quartiles of agreement, and the listed workers, those with most judgments first.

    about : further figures of each worker
    """
    busiest = sorted(found.records.items(), key=lambda entry: (-entry[1].judged, entry[0]))
    return {
        "least": MINIMUM,
        "listed": len(found.records),
        "left_out": found.left_out,
        "quartiles": [float(share) for share in found.quartiles],
        "quartiles_exact": [str(share) for share in found.quartiles],
        "quartiles_with_others": [float(share) for share in found.quartiles_with_others],
        "quartiles_with_others_exact": [str(share) for share in found.quartiles_with_others],
        "workers": [
            {"worker": worker, **_record(record, unit), **about[worker]}
            for worker, record in busiest
        ],
        **why(found.reason),
    }


def _workers(ballots: Given, poll: Poll, gold: Mapping[Any, str], unit: Unit) -> WorkerAgreement:
    found: Workers[str] = agreement_of(ballots)
    known, right = _against_gold(ballots, gold)
    about: dict[str, About] = {
        worker: {
            "gold": known[worker],
            "gold_right": right[worker],
            "dawid_skene": poll.model.accuracy.get(worker),
            "confusion": poll.model.confusion.get(worker),
        }
        for worker in found.records
    }
    if poll.models:
        for worker, one in about.items():
            models = poll.models.items()
            one["skills"] = {name: fit.model.accuracy[worker] for name, fit in models}
    return workers_figure(found, unit, about)


def _record(record: Record, unit: Unit) -> Agreement:
    printed, others = record.agreement, record.with_others
    return {
        "judged": record.judged,
        "agreement": None if printed.value is None else float(printed.value),
        "agreeing": printed.agreeing,
        **unit.counted(printed.items),
        "with_others": None if others.value is None else float(others.value),
        "agreeing_with_others": others.agreeing,
        **unit.counted_with_others(others.items),
    }


def _against_gold(ballots: Given, gold: Mapping[Any, str]) -> tuple[dict[str, int], dict[str, int]]:
    """Return for each worker the votes on pairs with a gold answer, and how many are correct."""
    numbers = {label: number for number, label in enumerate(ballots.label_names)}
    nobody_says, unknown = -1, -2
    answers = [
        numbers.get(gold[pair], nobody_says) if pair in gold else unknown
        for pair in ballots.item_names
    ]
    answer = np.array(answers, dtype=np.int64)[ballots.items]
    size = len(ballots.worker_names)
    known, right = (
        np.bincount(ballots.workers[at], minlength=size).tolist()
        for at in (answer != unknown, answer == ballots.labels)
    )
    names = ballots.worker_names
    return dict(zip(names, known, strict=True)), dict(zip(names, right, strict=True))


def _model(model: Fitted, ties: int, pseudo_count: float) -> Model:
    weight: WithPrior = {"pseudo_count": pseudo_count} if pseudo_count else {}
    return {
        "prior": dict(sorted(model.prior.items())),
        "rounds": model.rounds,
        "converged": model.converged,
        "ties": ties,
        **weight,
        **why(model.reason),
    }


def _differing(names: Sequence[str], choices: Iterable[Choices]) -> list[str]:
    first, *others = ([*map(chosen.get, names)] for chosen in choices)
    differ = (map(ne, first, other) for other in others)
    return [*compress(names, map(any, zip(*differ, strict=True)))]


def _line(pair: str, settled: Settled, gold: Mapping[str, str], unit: Unit) -> Line:
    won = settled.majority[pair]
    posterior = settled.model.posterior.get(pair, {})
    return {
        **unit.named(pair),
        "votes": settled.votes[pair],
        "majority": won.winner,
        "support": won.support,
        "ties": list(won.ties),
        "absolute_majority": won.winner if won.absolute else None,
        "dawid_skene": settled.model.labels.get(pair),
        "dawid_skene_ties": settled.model.ties.get(pair, []),
        "posterior": dict(sorted(posterior.items())),
        "gold": gold.get(pair),
        **_modelled(pair, settled),
    }


def _modelled(pair: str, settled: Settled) -> Modelled:
    if not settled.models:
        return {}
    return {"models": {name: choice_of(model, pair) for name, model in settled.models.items()}}
