"""A crowd's votes, counted and weighted once, so that the consensus can be computed some items at a
time.

Only a few numbers per vote and item are in memory; names are passed with the items to settle. So a
million votes need about ten megabytes, in addition to the fit of Dawid and Skene's model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from agreement.groups import Ints
from agreement.skills.skill_models import Skilled
from agreement.vote_sums import Floats
from agreement.votes.ballots import Ballots, by_appearance, cells_of, ranks_of, renumber
from agreement.votes.consensus import Majority, majority_of
from agreement.votes.dawid_skene import (
    PSEUDO_COUNT,
    Consensus,
    Size,
    fit_cells,
    model_of,
    settled_by,
)

MAX_PATTERNS = 4096  # number of vote patterns whose majority is cached
Votes: TypeAlias = Ballots[Any, str, str]  # items by any sortable names
Choices: TypeAlias = Mapping[str, tuple[str, ...]]  # item: its best labels, several if tied
Model: TypeAlias = Consensus[str, str, str]


class Settled(NamedTuple):
    """The label of each item by each method; votes by item and label, both sorted.

    model : Dawid and Skene's
    models : the further ones that were asked for, by name
    """

    votes: dict[str, dict[str, int]]
    majority: dict[str, Majority]
    model: Model
    models: Mapping[str, Model]

    def choices(self) -> dict[str, Choices]:
        models = {"dawid_skene": self.model, **self.models}
        return {
            "majority": {item: labels_of(won) for item, won in self.majority.items()},
            "absolute_majority": {
                item: labels_of(won) for item, won in self.majority.items() if won.absolute
            },
            **{name: _best_of(model) for name, model in models.items()},
        }


class Poll:
    """Votes whose items are settled in the order of their names.

    most_labels : with more labels Dawid-Skene's model is left out, with a reason, as are the others
    models : names of further models in `skill_models`
    pseudo_count : that of Dawid-Skene's model

    >>> from agreement.votes.ballots import ballots_of
    >>> poll = Poll(ballots_of([(2, "ann", "yes"), (1, "ann", "no"), (1, "bob", "no")]))
    >>> poll.settle(0, ["first"]).votes, poll.settle(1, ["second"]).model.labels
    ({'first': {'no': 2}}, {'second': 'yes'})
    """

    def __init__(
        self,
        ballots: Votes,
        most_labels: int | None = None,
        models: Sequence[str] = (),
        pseudo_count: float = PSEUDO_COUNT,
    ) -> None:
        named = ballots.by_name()
        cells = cells_of(named.items, named.labels)
        self.items: Sequence[Any] = named.item_names
        self._labels = named.label_names
        self._of, self._times = cells.labels, cells.votes
        self._starts = np.searchsorted(cells.items, np.arange(len(self.items) + 1))
        self._counted = lru_cache(MAX_PATTERNS)(self._count)
        self._posterior: Floats = np.zeros((len(self.items), 0))
        self.model = self._weigh(named, most_labels, pseudo_count)
        fitted = models if self.model.prior else ()
        self.models = {name: Skilled(name, named) for name in fitted}

    def settle(self, begin: int, names: Sequence[str]) -> Settled:
        """Settle the items from `begin` on, under these names."""
        ends = self._starts[begin : begin + len(names) + 1]
        cells = slice(ends[0], ends[-1])
        given = [*zip(self._of[cells].tolist(), self._times[cells].tolist(), strict=True)]
        found = [
            self._counted(tuple(given[at:end])) for at, end in pairwise((ends - ends[0]).tolist())
        ]
        times = {name: votes for name, (votes, _) in zip(names, found, strict=True)}
        majorities = {name: won for name, (_, won) in zip(names, found, strict=True)}
        if not self.model.prior or not names:
            return Settled(times, majorities, self.model, {})
        rows = self._posterior[begin : begin + len(names)]
        models = {name: one.settle(begin, names) for name, one in self.models.items()}
        return Settled(times, majorities, settled_by(rows, names, self.model), models)

    def _count(self, given: tuple[tuple[int, int], ...]) -> tuple[dict[str, int], Majority]:
        """Return the votes by label and their majority; many items share the same."""
        votes = {self._labels[label]: count for label, count in given}
        return votes, majority_of(votes)

    def _weigh(self, named: Votes, most_labels: int | None, pseudo_count: float) -> Model:
        reason = "" if len(named.items) else "There is no judgment."
        if most_labels is not None and len(named.label_names) > most_labels:
            reason = (
                f"Dawid–Skene is of at most {most_labels:,} labels; here are "
                f"{len(named.label_names):,}."
            )
        if reason:
            return Consensus({}, {}, {}, {}, {}, {}, 0, True, reason)
        items, cells, (places, workers, labels) = _by_label(named)
        size = Size(len(places), len(workers), len(labels))
        fitted = fit_cells(items, cells, size, pseudo_count=pseudo_count)
        self._posterior = np.empty_like(fitted.posterior)
        self._posterior[places] = fitted.posterior
        return model_of(fitted, workers, labels)


def _by_label(
    named: Votes,
) -> tuple[Ints, Ints, tuple[Ints, Sequence[str], Sequence[str]]]:
    """Return the items and cells of the votes in the format of `fit_cells`, sorted by label, item
    and worker, and the items, workers and labels in order of appearance: items as indexes, the
    others as names.

    It works within two columns, to save memory."""
    n_items, n_workers, k = (len(names) for names in named[3:])
    # Below 2 ** 63 whenever the model's arrays, (I, K) and (W, K, K), fit into memory.
    items = named.labels.astype(np.int64)
    for column, size in ((named.items, n_items), (named.workers, n_workers)):
        items *= size
        items += column
    items.sort()
    cells = items % n_workers
    items //= n_workers
    items %= n_items
    places, workers = by_appearance(items), by_appearance(cells)
    renumber(items, ranks_of(places))
    renumber(cells, ranks_of(workers) * k)
    ends = np.cumsum(np.bincount(named.labels)).tolist()
    for label, (begin, end) in enumerate(pairwise((0, *ends))):
        cells[begin:end] += label
    names = [named.worker_names[number] for number in workers.tolist()]
    return items, cells, (places, names, named.label_names)


def labels_of(won: Majority) -> tuple[str, ...]:
    return tuple(won.ties) if won.winner is None else (won.winner,)


def _best_of(model: Model) -> Choices:
    best = dict(zip(model.labels, zip(model.labels.values(), strict=True), strict=True))
    return best | {item: tuple(labels) for item, labels in model.ties.items()}
