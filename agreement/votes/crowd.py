"""Figures of a crowd that judged pairs: its workers, its consensus and its accuracy.

Three ways to settle a pair are compared: the majority, the absolute majority, and Dawid-Skene,
which weighs workers by their answers elsewhere. Where some true answers are known, the accuracy of
each way is given. A tie counts as a random choice among the tied labels, so one half with two
labels. Unlike `pair_figures`, this needs to know which worker gave which answer. Ready for JSON.

Other items than pairs are settled in the same way; figures name them by a `Unit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias, cast

import numpy as np

from agreement.figure import why
from agreement.votes import crowd_shapes
from agreement.votes.ballots import Ballots, ballots_of, cells_of, joined
from agreement.votes.consensus import Majority, majority_of
from agreement.votes.crowd_shapes import (
    About,
    Accuracy,
    Agreement,
    Counted,
    CountedWithOthers,
    CrowdFigures,
    Line,
    Model,
    Named,
    WorkerAgreement,
)
from agreement.votes.dawid_skene import Consensus, consensus_of
from agreement.votes.workers import LEAST, Record, Workers, agreement_of

Votes: TypeAlias = Iterable[tuple[str, str, str | None]]  # pair, worker, label
Given: TypeAlias = Ballots[str, str, str]
Choices: TypeAlias = Mapping[str, Sequence[str]]  # pair: its best labels, several if they tie


class Unit(NamedTuple):
    """The name of what is judged, as figures and reasons have it: of one, and of several.

    Figures have the name as a key, which no type checker can follow; hence the casts, here only.
    """

    one: str
    many: str

    def counted(self, number: int) -> Counted:
        return cast(Counted, {self.many: number})

    def counted_with_others(self, number: int) -> CountedWithOthers:
        return cast(CountedWithOthers, {f"{self.many}_with_others": number})

    def named(self, name: str) -> Named:
        return cast(Named, {self.one: name})


PAIR = Unit("pair", "pairs")


class Settled(NamedTuple):
    """The label of each pair by each of the three ways; votes by pair and label, both sorted."""

    votes: dict[str, dict[str, int]]
    majority: dict[str, Majority]
    model: Consensus[str, str, str]

    def choices(self) -> dict[str, Choices]:
        return {
            "majority": {pair: labels_of(won) for pair, won in self.majority.items()},
            "absolute_majority": {
                pair: labels_of(won) for pair, won in self.majority.items() if won.absolute
            },
            "dawid_skene": {
                pair: self.model.ties.get(pair, [label])
                for pair, label in self.model.labels.items()
            },
        }


def settle(ballots: Given, most_labels: int | None = None) -> Settled:
    """Settle each pair in three ways; the order of the votes does not matter.

    most_labels : of more labels Dawid-Skene's model is left out, and its reason says so

    >>> settle(ballots_of([("p", "ann", "yes"), ("p", "bob", "yes")])).model.labels
    {'p': 'yes'}
    """
    named = ballots.by_name()
    cells = cells_of(named.items, named.labels)
    times: dict[str, dict[str, int]] = {pair: {} for pair in named.item_names}
    for item, label, count in zip(*(column.tolist() for column in cells[:3]), strict=True):
        times[named.item_names[item]][named.label_names[label]] = count
    majorities = {pair: majority_of(given) for pair, given in times.items()}
    if most_labels is not None and len(named.label_names) > most_labels:
        reason = (
            f"Dawid–Skene is of at most {most_labels:,} labels; here are "
            f"{len(named.label_names):,}."
        )
        return Settled(times, majorities, Consensus({}, {}, {}, {}, {}, {}, 0, True, reason))
    order = np.argsort(joined(named.labels, named.items, named.workers), kind="stable")
    model = consensus_of(named.taken(order).by_appearance())
    return Settled(times, majorities, model)


def crowd_figures(votes: Votes, gold: Mapping[str, str] | None = None) -> CrowdFigures:
    """Return the figures of workers, consensus and accuracy.

    votes : (pair, worker, label); a label that is None is no answer
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
) -> CrowdFigures:
    """Return `crowd_figures` of votes as numbers; `most_labels` is that of `settle`."""
    known = gold or {}
    settled = settle(ballots, most_labels)
    choices = settled.choices()
    compared = [chosen for way, chosen in choices.items() if chosen or way != "dawid_skene"]
    return {
        "workers": len(ballots.worker_names),
        "worker_agreement": _workers(ballots, settled.model, known, unit),
        "consensus": {
            name: consensus_figure(chosen, len(settled.votes), known, unit)
            for name, chosen in choices.items()
        },
        "dawid_skene": _model(settled.model),
        "differences": [
            _line(pair, settled, known, unit) for pair in settled.votes if _differs(pair, compared)
        ],
    }


def consensus_lines(votes: Votes, gold: Mapping[str, str] | None = None) -> list[Line]:
    """Return one line for each pair: its label by each way, with the support."""
    return lines_of_crowd(ballots_of(votes), gold)


def lines_of_crowd(
    ballots: Given,
    gold: Mapping[str, str] | None = None,
    unit: Unit = PAIR,
    most_labels: int | None = None,
) -> list[Line]:
    """Return `consensus_lines` of votes as numbers; `most_labels` is that of `settle`."""
    settled = settle(ballots, most_labels)
    return [_line(pair, settled, gold or {}, unit) for pair in settled.votes]


def labels_of(won: Majority) -> Sequence[str]:
    return won.ties if won.winner is None else (won.winner,)


def consensus_figure(
    chosen: Choices, size: int, gold: Mapping[str, str], unit: Unit
) -> crowd_shapes.Consensus:
    """Return how many items one way settles, how many are ties, and its accuracy.

    size : the number of all items
    """
    return {
        **unit.counted(len(chosen)),
        "ties": sum(len(labels) > 1 for labels in chosen.values()),
        "none": size - len(chosen),
        **_accuracy(chosen, gold, unit),
    }


def workers_figure(found: Workers[str], unit: Unit, about: Mapping[str, About]) -> WorkerAgreement:
    """Return the quartiles of agreement, and the listed workers, the busiest first.

    about : further figures of each worker
    """
    busiest = sorted(found.records.items(), key=lambda entry: (-entry[1].judged, entry[0]))
    return {
        "least": LEAST,
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


def _workers(
    ballots: Given, model: Consensus[str, str, str], gold: Mapping[str, str], unit: Unit
) -> WorkerAgreement:
    found: Workers[str] = agreement_of(ballots)
    known, right = _against_gold(ballots, gold)
    return workers_figure(
        found,
        unit,
        {
            worker: {
                "gold": known[worker],
                "gold_right": right[worker],
                "dawid_skene": model.accuracy.get(worker),
                "confusion": model.confusion.get(worker),
            }
            for worker in found.records
        },
    )


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


def _against_gold(ballots: Given, gold: Mapping[str, str]) -> tuple[dict[str, int], dict[str, int]]:
    """Return for each worker the votes on pairs with a known answer, and how many are correct."""
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


def _accuracy(chosen: Choices, gold: Mapping[str, str], unit: Unit) -> Accuracy:
    """Return the accuracy over items that are settled and known; ties are drawn by lot."""
    known = [pair for pair in chosen if pair in gold]
    right = sum(
        (Fraction(gold[pair] in chosen[pair], len(chosen[pair])) for pair in known), Fraction(0)
    )
    if not known:
        return no_accuracy(known=bool(gold), unit=unit)
    share = right / len(known)
    return {"accuracy": float(share), "accuracy_exact": str(share), "gold": len(known)}


def no_accuracy(*, known: bool, unit: Unit) -> Accuracy:
    """Return an undefined accuracy.

    known : whether any answer is known
    """
    reason = f"No {unit.one} that it settles has a known answer."
    reason = reason if known else "No answer is known."
    return {"accuracy": None, "accuracy_exact": None, "gold": 0, "accuracy_reason": reason}


def _model(model: Consensus[str, str, str]) -> Model:
    return {
        "prior": dict(sorted(model.prior.items())),
        "rounds": model.rounds,
        "converged": model.converged,
        "ties": len(model.ties),
        **why(model.reason),
    }


def _differs(pair: str, choices: Iterable[Choices]) -> bool:
    return len({tuple(chosen.get(pair, ())) for chosen in choices}) > 1


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
    }
