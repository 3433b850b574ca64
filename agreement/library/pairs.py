"""Percent agreement, of all judgments and of each pair of workers."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

import numpy as np

from agreement.groups import Ints
from agreement.library.alphas import ALONE, count_together
from agreement.library.data import Orientation, read
from agreement.library.estimators import pairwise_estimator
from agreement.library.result import Result
from agreement.votes.ballots import AnyBallots
from agreement.votes.workers import Share

NO_TWO = "No item has two judgments."


def pairwise(
    data: object, *, by: Orientation | None = None, missing: Collection[object] = ()
) -> Result:
    """Return the percent agreement: the mean over items of the share of pairs that agree.

    mean over items with m > 1 judgments of [ordered pairs of equal labels] / (m (m - 1))

    data : see `agreement.library.data`; a matrix has a row for each rater unless by="items"
    missing : values that are missing answers, in addition to None and NaN

    `details` has for each two workers who share an item, (worker, worker), a `Share` with
    `agreeing`, `items` and `value`. Items with one judgment take no part. Undefined if no item has
    two. Raises ValueError if the data have no known form. It includes agreement by chance.

    Fleiss 1971, table 1, prints .5556 for 30 patients and six psychiatrists.

    >>> import agreement
    >>> found = agreement.pairwise([["a", "a", "b"], ["a", "b", "b"], ["a", None, "c"]])
    >>> print(found)
    0.444 (n = 8 judgments of 3 items by 3 workers; left out: 1 empty cell)
    >>> found.details[0, 1]
    Share(agreeing=2, items=3)
    """
    found = read(data, by, missing)
    ballots = found.ballots
    m = np.bincount(ballots.items)
    together, alone = int(np.count_nonzero(m > 1)), int(np.count_nonzero(m == 1))
    one, other, same, item = _pairs(ballots)
    alike = np.zeros(len(m), dtype=np.int64)
    np.add.at(alike, item, same)
    total = Fraction(0)
    for size in np.flatnonzero(np.bincount(m, minlength=1)).tolist():
        if size > 1:
            total += Fraction(2 * int(alike[m == size].sum()), size * (size - 1))
    return Result(
        "pairwise agreement",
        total / together if together else None,
        count_together(ballots, together, len(ballots.items) - alone),
        None if together else NO_TWO,
        found.left_out | ({ALONE: alone} if alone else {}),
        details=_shares(ballots.worker_names, one, other, same),
        estimator=pairwise_estimator(ballots),
    )


def _pairs(ballots: AnyBallots) -> tuple[Ints, Ints, Ints, Ints]:
    """Return for each two judgments of one item: the two workers, by number and the lower one
    first, whether they agree (1 or 0), and the item."""
    order = np.lexsort((ballots.workers, ballots.items))
    items, workers, labels = (
        column[order] for column in (ballots.items, ballots.workers, ballots.labels)
    )
    found = [(items[:0], items[:0], items[:0], items[:0])]
    for step in range(1, len(items)):
        at = np.flatnonzero(items[step:] == items[:-step])
        if not len(at):
            break
        to = at + step
        same = (labels[at] == labels[to]).astype(np.int64)
        found.append((workers[at], workers[to], same, items[at]))
    one, other, same, item = (np.concatenate(column) for column in zip(*found, strict=True))
    return one, other, same, item


def _shares(names: Any, one: Ints, other: Ints, same: Ints) -> dict[tuple[Any, Any], Share]:
    codes = one * max(len(names), 1) + other
    pairs, where = np.unique(codes, return_inverse=True)
    agreeing = np.zeros(len(pairs), dtype=np.int64)
    np.add.at(agreeing, where, same)
    items = np.bincount(where, minlength=len(pairs))
    return {
        (names[pair // len(names)], names[pair % len(names)]): Share(alike, shared)
        for pair, alike, shared in zip(
            pairs.tolist(), agreeing.tolist(), items.tolist(), strict=True
        )
    }
