"""Collect recorded judgments again, one at a time, until each item is settled.

The judgments of an item come in a random order. After each round, the accuracies of the workers are
estimated from the judgments so far, as the reports of a campaign do, and the next decisions use
them. A settled item stays settled."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.groups import Ints
from agreement.sampling import Draws
from agreement.skills.model_fit import Floats, Votes
from agreement.skills.one_coin import posterior_of
from analysis.signals.accuracies import fit_accuracies
from annotation.services.work.missing_judgments import UNKNOWN_ACCURACY

Flags: TypeAlias = NDArray[np.bool_]

ORDERS = 10
NO_GOLD = -1


@dataclass(frozen=True)
class Rule:
    """The rule by which an item is settled: after `first` judgments, by majority or, if
    `min_posterior` is set, by posterior. It gets at most `most`."""

    first: int
    most: int
    min_posterior: float | None = None


class Collected(NamedTuple):
    """Means over the orders. `judgments` is the total number, `settled` the share of items.
    `by_majority` and `by_posterior` are the shares of items with a gold answer whose most frequent,
    or most probable, answer is right; a tie counts as drawing one of its answers."""

    judgments: float
    settled: float
    by_majority: float
    by_posterior: float


def collect(votes: Votes, gold: Ints, rule: Rule, seed: int) -> Collected:
    """Return what collecting by a rule costs and finds.

    gold : (I,) the gold label of each item, `NO_GOLD` for none

    Each item has at least `rule.most` votes.
    """
    draws = Draws(seed)
    found = [_collect_once(votes, gold, rule, draws) for _ in range(ORDERS)]
    return Collected(*np.mean(found, axis=0).tolist())


def _collect_once(votes: Votes, gold: Ints, rule: Rule, draws: Draws) -> Collected:
    turn = _turns(votes, draws)
    most = np.full(votes.n_items, rule.most)
    settled = np.zeros(votes.n_items, dtype=np.bool_)
    skill = np.full(votes.n_workers, UNKNOWN_ACCURACY / 1000)
    for n in range(1, rule.most + 1):
        taken = _taken(votes, turn < np.minimum(most, n)[votes.items])
        if n >= rule.first:
            now = ~settled & _agreed(taken, skill, rule)
            most[now] = n
            settled |= now
        skill = fit_accuracies(taken)[0] / 1000
    counts = taken.by_label(np.ones(len(taken.items)))
    return Collected(
        len(taken.items),
        float(settled.mean()),
        _right(counts, gold),
        _right(posterior_of(taken, skill), gold),
    )


def _turns(votes: Votes, draws: Draws) -> Ints:
    """Return (V,) the place of each vote among those on its item, in a random order."""
    order = np.lexsort((draws.below(2**32, len(votes.items)), votes.items))
    starts = np.searchsorted(votes.items[order], np.arange(votes.n_items))
    turn = np.empty_like(votes.items)
    turn[order] = np.arange(len(order)) - starts[votes.items[order]]
    return turn


def _taken(votes: Votes, which: Flags) -> Votes:
    return votes._replace(
        items=votes.items[which], workers=votes.workers[which], labels=votes.labels[which]
    )


def _agreed(taken: Votes, skill: Floats, rule: Rule) -> Flags:
    """Return (I,) whether each item would be settled."""
    if rule.min_posterior is None:
        best, required = taken.shares.max(axis=1), np.nextafter(0.5, 1)
    else:
        best, required = posterior_of(taken, skill).max(axis=1), rule.min_posterior - 1e-9
    flags: Flags = best >= required
    return flags


def _right(support: Floats, gold: Ints) -> float:
    """Return the share of items whose best label is the gold one."""
    known = np.flatnonzero(gold != NO_GOLD)
    best = support[known] == support[known].max(axis=1, keepdims=True)
    right = best[np.arange(len(known)), gold[known]] / best.sum(axis=1)
    return float(right.mean()) if len(known) else np.nan
