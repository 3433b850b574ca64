"""What the judgments of pairs say of those who made them, and of the consensus that they lead to.

Three ways to settle a pair stand side by side: the majority, the absolute majority, and
Dawid-Skene, which weighs workers by how they answer elsewhere. Where some true answers are known,
the accuracy of each is given: a tie counts as drawing one of the tied labels by lot, so with two
labels one half. All of it needs to know who gave which answer, unlike `pairs`; ready for JSON.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from agreement.dawid_skene import Consensus, dawid_skene
from agreement.votes import Majority, majority
from agreement.workers import LEAST, Record, Workers, agreement

Figure = dict[str, Any]
Votes: TypeAlias = Iterable[tuple[str, str, str]]  # pair, worker, label
Choices: TypeAlias = Mapping[str, Sequence[str]]  # pair: its best labels, several where they tie


class Settled(NamedTuple):
    """What each way makes of each pair."""

    votes: dict[str, list[str]]
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


def settle(votes: Votes) -> Settled:
    """The order of the votes does not matter.

    >>> settle([("p", "ann", "yes"), ("p", "bob", "yes")]).model.labels
    {'p': 'yes'}
    """
    rows = sorted(votes)
    by_pair: defaultdict[str, list[str]] = defaultdict(list)
    for pair, _, label in rows:
        by_pair[pair].append(label)
    labels = {pair: sorted(given) for pair, given in by_pair.items()}
    model = dawid_skene(sorted(rows, key=lambda row: row[2]))
    return Settled(labels, {pair: majority(given) for pair, given in labels.items()}, model)


def crowd_figures(votes: Votes, gold: Mapping[str, str] | None = None) -> Figure:
    """Workers, consensus and accuracy.

    votes : (pair, worker, label), each worker once a pair
    gold : the true label of those pairs where it is known

    >>> votes = [(pair, worker, "yes") for pair in "pq" for worker in ("ann", "bob")]
    >>> found = crowd_figures([*votes, ("p", "cy", "no")], {"p": "yes", "q": "no"})
    >>> found["consensus"]["majority"]["accuracy"], found["worker_agreement"]["reason"]
    (0.5, 'No worker judged 10 items or more.')
    """
    rows, known = list(votes), gold or {}
    settled = settle(rows)
    choices = settled.choices()
    return {
        "workers": len({worker for _, worker, _ in rows}),
        "worker_agreement": _workers(rows, settled.model, known),
        "consensus": {
            name: {**_outcome(chosen, len(settled.votes)), **_accuracy(chosen, known)}
            for name, chosen in choices.items()
        },
        "dawid_skene": _model(settled.model),
        "differences": [
            _line(pair, settled, known) for pair in settled.votes if _differs(pair, choices)
        ],
    }


def consensus_lines(votes: Votes, gold: Mapping[str, str] | None = None) -> list[Figure]:
    """One line a pair: what each way makes of it, and with what support."""
    settled = settle(votes)
    return [_line(pair, settled, gold or {}) for pair in settled.votes]


def labels_of(won: Majority) -> Sequence[str]:
    return won.ties if won.winner is None else (won.winner,)


def _workers(
    votes: Sequence[tuple[str, str, str]],
    model: Consensus[str, str, str],
    gold: Mapping[str, str],
) -> Figure:
    found: Workers[str] = agreement(votes)
    known, right = _against_gold(votes, gold)
    busiest = sorted(found.records.items(), key=lambda entry: (-entry[1].judged, entry[0]))
    figure: Figure = {
        "least": LEAST,
        "listed": len(found.records),
        "left_out": found.left_out,
        "quartiles": [float(share) for share in found.quartiles],
        "quartiles_exact": [str(share) for share in found.quartiles],
        "quartiles_with_others": [float(share) for share in found.quartiles_with_others],
        "quartiles_with_others_exact": [str(share) for share in found.quartiles_with_others],
        "workers": [
            {
                "worker": worker,
                **_record(record),
                "gold": known[worker],
                "gold_right": right[worker],
                "dawid_skene": model.accuracy[worker],
                "confusion": model.confusion[worker],
            }
            for worker, record in busiest
        ],
    }
    return figure if found.reason is None else figure | {"reason": found.reason}


def _record(record: Record) -> Figure:
    printed, others = record.agreement, record.with_others
    return {
        "judged": record.judged,
        "agreement": None if printed.value is None else float(printed.value),
        "agreeing": printed.agreeing,
        "pairs": printed.items,
        "with_others": None if others.value is None else float(others.value),
        "agreeing_with_others": others.agreeing,
        "pairs_with_others": others.items,
    }


def _against_gold(
    votes: Iterable[tuple[str, str, str]], gold: Mapping[str, str]
) -> tuple[defaultdict[str, int], defaultdict[str, int]]:
    known: defaultdict[str, int] = defaultdict(int)
    right: defaultdict[str, int] = defaultdict(int)
    for pair, worker, label in votes:
        if pair in gold:
            known[worker] += 1
            right[worker] += label == gold[pair]
    return known, right


def _outcome(chosen: Choices, pairs: int) -> Figure:
    return {
        "pairs": len(chosen),
        "ties": sum(len(labels) > 1 for labels in chosen.values()),
        "none": pairs - len(chosen),
    }


def _accuracy(chosen: Choices, gold: Mapping[str, str]) -> Figure:
    """Over pairs that have a known answer and that this way settles, by lot where they tie."""
    known = [pair for pair in chosen if pair in gold]
    right = sum(
        (Fraction(gold[pair] in chosen[pair], len(chosen[pair])) for pair in known), Fraction(0)
    )
    if not known:
        reason = "No pair that it settles has a known answer." if gold else "No answer is known."
        return {"accuracy": None, "accuracy_exact": None, "gold": 0, "accuracy_reason": reason}
    share = right / len(known)
    return {"accuracy": float(share), "accuracy_exact": str(share), "gold": len(known)}


def _model(model: Consensus[str, str, str]) -> Figure:
    figure: Figure = {
        "prior": dict(sorted(model.prior.items())),
        "rounds": model.rounds,
        "converged": model.converged,
        "ties": len(model.ties),
    }
    return figure if model.reason is None else figure | {"reason": model.reason}


def _differs(pair: str, choices: Mapping[str, Choices]) -> bool:
    return len({tuple(chosen.get(pair, ())) for chosen in choices.values()}) > 1


def _line(pair: str, settled: Settled, gold: Mapping[str, str]) -> Figure:
    won, votes = settled.majority[pair], settled.votes[pair]
    posterior = settled.model.posterior[pair]
    return {
        "pair": pair,
        "votes": {label: votes.count(label) for label in sorted(set(votes))},
        "majority": won.winner,
        "support": won.support,
        "ties": list(won.ties),
        "absolute_majority": won.winner if won.absolute else None,
        "dawid_skene": settled.model.labels[pair],
        "dawid_skene_ties": settled.model.ties.get(pair, []),
        "posterior": dict(sorted(posterior.items())),
        "gold": gold.get(pair),
    }
