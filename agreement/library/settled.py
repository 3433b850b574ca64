"""Consensus labels of items: one result type, and a function for each method."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from agreement.library.data import Orientation, read
from agreement.library.result import Count, left_out_text
from agreement.votes.ballots import AnyBallots, cells_of, winners_of
from agreement.votes.dawid_skene import consensus_of


@dataclass(frozen=True, repr=False)
class Consensus:
    """The consensus of items.

    labels : the label of each item; None where labels tie
    ties : the tied labels of each item that has several
    shares : for each item, the share of its votes that each label has (majority), or the
        probability of each label (models)
    accuracy : for each worker, the probability that they give an item's true label; models only
    rounds, converged : of models that are fitted
    reason : why the model cannot distinguish workers, if it cannot
    """

    method: str
    labels: Mapping[Any, Any]
    ties: Mapping[Any, list[Any]]
    shares: Mapping[Any, Mapping[Any, float]]
    n: Count
    left_out: Mapping[str, int] = field(default_factory=dict)
    accuracy: Mapping[Any, float] = field(default_factory=dict)
    rounds: int | None = None
    converged: bool | None = None
    reason: str | None = None

    def __repr__(self) -> str:
        return f"{self.method}: {self}"

    def __str__(self) -> str:
        settled = sum(label is not None for label in self.labels.values())
        unsettled = (
            "" if self.converged is not False else f", not converged in {self.rounds} rounds"
        )
        return (
            f"{settled:,} of {len(self.labels):,} items settled{unsettled} "
            f"(n = {self.n.of('items')}{left_out_text(self.left_out)})"
        )

    def to_dict(self) -> dict[str, object]:
        """Return the consensus ready for JSON, if items, workers and labels are."""
        return {name: _plain(value) for name, value in vars(self).items()}


Method: TypeAlias = Callable[[AnyBallots, Count, Mapping[str, int]], Consensus]


def consensus(
    data: object,
    method: str = "majority",
    *,
    by: Orientation | None = None,
    missing: Collection[object] = (),
) -> Consensus:
    """Return the consensus label of each item.

    majority : the label with most votes; where several have as many, the item has no label
    dawid_skene : the most probable label under the model of Dawid and Skene (1979), in which each
        worker has a confusion matrix; fitted by expectation maximisation

    data : see `agreement.library.data`; a matrix has a row for each rater unless by="items"
    missing : values that are missing answers, in addition to None and NaN

    An item without an answer has no consensus and is left out. Raises ValueError if there is no
    such method.

    >>> import agreement
    >>> rows = [(item, who, "yes") for item in "pq" for who in ("ann", "bob")]
    >>> rows += [("p", "cy", "no"), ("r", "cy", "no"), ("r", "bob", "x")]
    >>> found = agreement.consensus(rows)
    >>> found.labels, found.ties
    ({'p': 'yes', 'q': 'yes', 'r': None}, {'r': ['no', 'x']})

    A. P. Dawid, A. M. Skene: Applied Statistics 28 (1979), 20-28.
    """
    if method not in METHODS:
        raise ValueError(f"{method!r} is not a method. Give {' or '.join(METHODS)}.")
    ballots, left_out = read(data, by, missing)
    names = ballots.item_names, ballots.worker_names
    count = Count(len(names[0]), len(ballots.items), len(names[1]))
    return METHODS[method](ballots, count, left_out)


def _majority(ballots: AnyBallots, count: Count, left_out: Mapping[str, int]) -> Consensus:
    cells = cells_of(ballots.items, ballots.labels)
    winners = winners_of(cells, count.items)
    shares: list[dict[Any, float]] = [{} for _ in ballots.item_names]
    best: list[list[Any]] = [[] for _ in ballots.item_names]
    votes, most = winners.votes.tolist(), winners.best.tolist()
    for item, label, times in zip(*(column.tolist() for column in cells), strict=True):
        name = ballots.label_names[label]
        shares[item][name] = times / votes[item]
        if times == most[item]:
            best[item].append(name)
    named = list(zip(ballots.item_names, best, strict=True))
    return Consensus(
        "majority",
        {item: labels[0] if len(labels) == 1 else None for item, labels in named},
        {item: labels for item, labels in named if len(labels) > 1},
        dict(zip(ballots.item_names, shares, strict=True)),
        count,
        left_out,
    )


def _dawid_skene(ballots: AnyBallots, count: Count, left_out: Mapping[str, int]) -> Consensus:
    found: Any = consensus_of(ballots)
    return Consensus(
        "dawid_skene",
        {item: None if item in found.ties else label for item, label in found.labels.items()},
        found.ties,
        found.posterior,
        count,
        left_out,
        found.accuracy,
        found.rounds,
        found.converged,
        found.reason,
    )


# Every method of `consensus`, by its name. A new one is a function with its line here.
METHODS: dict[str, Method] = {"majority": _majority, "dawid_skene": _dawid_skene}


def _plain(value: Any) -> Any:
    if isinstance(value, Count):
        return dict(vars(value))
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, np.generic):
        return value.item()
    return value
