"""Consensus labels and boundaries from workers of unequal reliability (Dawid and Skene 1979).

Each item has one true label, drawn from a prior p. A worker gives the label l to an item whose true
label is k with the probability e[k, l], the worker's own confusion matrix. Neither is known, so
expectation maximisation alternates two steps, starting from the shares of the votes:

    p[k] = mean of T[i, k]
    n[k, l] of a worker = sum of T[i, k] over the items that they labelled l
    e[k, l] of a worker = (n[k, l] + c * K * g[k, l]) / (sum of n[k, m] over m + c * K)
    T[i, k] ~ p[k] * product of e[k, l] over the votes on item i

until no T changes by more than `tolerance`. g is the confusion matrix of all workers together, from
the sums of their n, and c, the `pseudo_count`, is how many votes per cell of the K * K matrix it
adds to each worker's own. With c = 0 this is the model of 1979, which gets worse than the majority
vote where workers judge few items, since it believes each worker's few answers.

The figures are floats, since they are not counts. EM finds a local optimum, not always the global
one: if most workers are worse than chance, it finds their labels.

A. P. Dawid, A. M. Skene: Maximum Likelihood Estimation of Observer Error-Rates Using the EM
Algorithm. Applied Statistics 28 (1979), 20-28.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from agreement.em_rounds import Rounds
from agreement.groups import Ints
from agreement.segmentation.vectors import Vector, check_vectors
from agreement.vote_sums import Floats
from agreement.votes.ballots import BLOCK, Ballots, ballots_of

Item = TypeVar("Item", bound=Hashable)
Worker = TypeVar("Worker", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)

ALIKE = 1e-6  # probabilities that differ by less are a tie
PSEUDO_COUNT = 1.0  # how many votes per cell the whole crowd's matrix adds to each worker's


class Fit(NamedTuple):
    """The fitted model, as arrays over items (I), workers (W) and labels (K)."""

    posterior: Floats  # (I, K): the probability of each label for the item
    prior: Floats  # (K,)
    confusion: Floats  # (W, K, K): true label, given label; NaN if the worker judged no such item
    rounds: int
    converged: bool


class Size(NamedTuple):
    """The number of items, of workers and of labels, each of which has a vote."""

    items: int
    workers: int
    labels: int


class Consensus(NamedTuple, Generic[Item, Worker, Label]):
    """The most probable label of each item, and how each worker gives labels.

    `ties` lists the items with several equally probable labels; they get the first of these.
    `confusion[worker][true][given]` is a share; None if they judged no item of that true label.
    `accuracy` is the probability that the worker gives an item's true label, under the prior.
    """

    labels: dict[Item, Label]
    posterior: Mapping[Item, dict[Label, float]]
    ties: dict[Item, list[Label]]
    prior: dict[Label, float]
    confusion: dict[Worker, dict[Label, dict[Label, float | None]]]
    accuracy: dict[Worker, float]
    rounds: int
    converged: bool
    reason: str | None = None


class Posterior(Mapping[Item, dict[Label, float]]):
    """The probability of each label by item, made when it is read: most callers need few items.

    table : (I, K)

    >>> Posterior(["p", "q"], ["yes", "no"], np.array([[0.25, 0.75], [1, 0]]))["p"]
    {'yes': 0.25, 'no': 0.75}
    """

    def __init__(self, items: Sequence[Item], labels: Sequence[Label], table: Floats) -> None:
        self._rows = {item: row for row, item in enumerate(items)}
        self._labels, self._table = labels, table

    def __getitem__(self, item: Item) -> dict[Label, float]:
        return dict(zip(self._labels, self._table[self._rows[item]].tolist(), strict=True))

    def __iter__(self) -> Iterator[Item]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class Boundaries(NamedTuple, Generic[Item, Worker]):
    """The flat segmentation of each text, and the probability of a cut at each boundary."""

    vectors: dict[Item, Vector]
    chances: dict[Item, list[float]]
    ties: dict[Item, list[int]]
    workers: Consensus[tuple[Item, int], Worker, int]


def dawid_skene(
    votes: Iterable[tuple[Item, Worker, Label | None]],
    rounds: int = 1000,
    tolerance: float = 1e-8,
    pseudo_count: float = PSEUDO_COUNT,
) -> Consensus[Item, Worker, Label]:
    """Return the Dawid-Skene consensus of (item, worker, label) votes.

    Labels are ranked in order of first appearance; None is a missing answer. Without votes all
    results are empty. If all votes give one label, workers cannot be distinguished. `reason` names
    either case. Raises ValueError if a worker votes twice on one item.

    >>> votes = [(i, w, "yes" if i % 2 else "no") for i in range(6) for w in ("ann", "bob")]
    >>> votes += [(i, "cy", "no") for i in range(6)]
    >>> found = dawid_skene(votes)
    >>> found.labels[1], {worker: round(share, 2) for worker, share in found.accuracy.items()}
    ('yes', {'ann': 0.93, 'bob': 0.93, 'cy': 0.62})
    """
    return consensus_of(ballots_of(votes), rounds, tolerance, pseudo_count)


def consensus_of(
    ballots: Ballots[Item, Worker, Label],
    rounds: int = 1000,
    tolerance: float = 1e-8,
    pseudo_count: float = PSEUDO_COUNT,
) -> Consensus[Item, Worker, Label]:
    """Return `dawid_skene` of votes as numbers."""
    if not len(ballots.items):
        return Consensus({}, {}, {}, {}, {}, {}, 0, True, "There is no judgment.")
    found = fit(ballots.items, ballots.workers, ballots.labels, rounds, tolerance, pseudo_count)
    model: Consensus[Item, Worker, Label]
    model = model_of(found, ballots.worker_names, ballots.label_names)
    return settled_by(found.posterior, ballots.item_names, model)


def fit(
    items: Ints,
    workers: Ints,
    labels: Ints,
    rounds: int = 1000,
    tolerance: float = 1e-8,
    pseudo_count: float = PSEUDO_COUNT,
) -> Fit:
    """Fit the model by expectation maximisation over votes as arrays.

    items, workers, labels : (V,) for each vote, numbered from 0 without gaps

    Raises ValueError if there is no vote or a number is skipped.
    """
    if any(not len(array) or np.bincount(array).min() < 1 for array in (items, workers, labels)):
        raise ValueError("Each item, worker and label, numbered from 0, needs a vote.")
    size = Size(*(int(array.max()) + 1 for array in (items, workers, labels)))
    cells = workers.astype(np.int64) * size.labels + labels
    items = items.astype(np.int64, copy=False)
    return fit_cells(items, cells, size, rounds, tolerance, pseudo_count)


def fit_cells(
    items: Ints,
    cells: Ints,
    size: Size,
    rounds: int = 1000,
    tolerance: float = 1e-8,
    pseudo_count: float = PSEUDO_COUNT,
) -> Fit:
    """Return `fit` of valid votes.

    items, cells : (V,) of eight bytes each, since NumPy would convert them in each round; a cell is
        worker * number of labels + label
    """
    n_items, n_workers, k = size
    given = np.bincount(cells, minlength=n_workers * k).reshape(n_workers, k, 1) > 0
    posterior = np.zeros((n_items, k))
    for block in _blocks(items):
        np.add.at(posterior.ravel(), items[block] * k + cells[block] % k, 1)
    posterior /= posterior.sum(axis=1, keepdims=True)
    em = Rounds(items, cells, posterior, given, pseudo_count)
    done, converged = em.run(rounds, tolerance)
    posterior, (prior, rates) = em.posterior, em.model
    seen = np.zeros((k, n_workers))
    for block in _blocks(items):
        by, of = cells[block] // k, items[block]
        for label in range(k):
            seen[label] += np.bincount(by, posterior[of, label], n_workers)
    confusion = rates.reshape(n_workers, k, k).transpose(0, 2, 1).copy()
    confusion[seen.T < ALIKE] = np.nan
    return Fit(posterior, prior, confusion, done, converged)


def boundary_consensus(texts: Mapping[Item, Mapping[Worker, Vector]]) -> Boundaries[Item, Worker]:
    """Return the consensus of flat segmentations; each boundary is a question answered 0 or 1.

    A boundary where a cut is as probable as no cut is not cut, and is listed as tied. Raises
    ValueError if annotations of one text differ in length.

    >>> found = boundary_consensus({"a b c": {"ann": (1, 0), "bob": (1, 0), "cy": (0, 0)}})
    >>> found.vectors["a b c"]
    (1, 0)
    """
    texts = {
        text: dict(zip(given, check_vectors("flat", given.values()), strict=True))
        for text, given in texts.items()
    }
    votes: list[tuple[tuple[Item, int], Worker, int]] = [
        ((text, boundary), worker, cut)
        for text, given in texts.items()
        for worker, vector in given.items()
        for boundary, cut in enumerate(vector)
    ]
    votes.sort(key=lambda vote: vote[2])
    found: Consensus[tuple[Item, int], Worker, int] = dawid_skene(votes)
    vectors: dict[Item, Vector] = {}
    chances: dict[Item, list[float]] = {}
    ties: dict[Item, list[int]] = {}
    for text, given in texts.items():
        for n in {len(vector) for vector in given.values()}:
            places = [(text, boundary) for boundary in range(n)]
            vectors[text] = tuple(found.labels[place] for place in places)
            chances[text] = [found.posterior[place].get(1, 0.0) for place in places]
            ties[text] = [boundary for _, boundary in places if (text, boundary) in found.ties]
    return Boundaries(vectors, chances, ties, found)


def _blocks(votes: Ints) -> Iterator[slice]:
    return (slice(begin, begin + BLOCK) for begin in range(0, len(votes), BLOCK))


def model_of(
    fitted: Fit, workers: Sequence[Worker], labels: Sequence[Label]
) -> Consensus[Item, Worker, Label]:
    """Return the part of a fit about workers and labels; `settled_by` adds the items."""
    rights = np.nan_to_num(np.diagonal(fitted.confusion, axis1=1, axis2=2))
    known = ~np.isnan(np.diagonal(fitted.confusion, axis1=1, axis2=2))
    accuracy = (rights * fitted.prior).sum(axis=1) / (known * fitted.prior).sum(axis=1)
    reason = "All judgments give the same label, so nothing tells workers apart."
    return Consensus(
        labels={},
        posterior={},
        ties={},
        prior=dict(zip(labels, fitted.prior.tolist(), strict=True)),
        confusion={
            worker: {
                true: {
                    given: None if np.isnan(share) else float(share)
                    for given, share in zip(labels, shares, strict=True)
                }
                for true, shares in zip(labels, matrix, strict=True)
            }
            for worker, matrix in zip(workers, fitted.confusion, strict=True)
        },
        accuracy=dict(zip(workers, accuracy.tolist(), strict=True)),
        rounds=fitted.rounds,
        converged=fitted.converged,
        reason=reason if len(labels) == 1 else None,
    )


def settled_by(
    posterior: Floats,
    items: Sequence[Item],
    model: Consensus[Item, Worker, Label],
) -> Consensus[Item, Worker, Label]:
    """Return a model with these items.

    posterior : (I, K) the probability of each label, in the order of the model's prior
    """
    labels = list(model.prior)
    close = posterior >= posterior.max(axis=1, keepdims=True) - ALIKE
    best = close.argmax(axis=1)
    return model._replace(
        labels={item: labels[at] for item, at in zip(items, best.tolist(), strict=True)},
        posterior=Posterior(items, labels, posterior),
        ties={
            items[i]: [labels[j] for j in np.flatnonzero(close[i]).tolist()]
            for i in np.flatnonzero(close.sum(axis=1) > 1).tolist()
        },
    )
