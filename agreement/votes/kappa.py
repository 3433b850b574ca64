"""Kappa for labels: Cohen's for two workers, Fleiss' for items with equally many labels each.

kappa = (observed - expected) / (1 - expected)

Cohen (1960): observed is the share of items that both workers label alike; expected is the sum over
labels of the product of the two workers' shares of that label.
Fleiss (1971): observed is the mean over items of the share of their pairs of labels that agree;
expected is the sum over labels of their squared share of all labels.

Cohen's weighted kappa (1968) is in `agreement.weighted.kappa`.

Nominal alpha (`agreement.votes.nominal`) is defined for both cases and all others. With few labels
it is a little higher than Fleiss' kappa, and with many it is nearly the same.

J. Cohen: A Coefficient of Agreement for Nominal Scales. Educational and Psychological Measurement
20 (1960), 37-46.
J. L. Fleiss: Measuring Nominal Scale Agreement among Many Raters. Psychological Bulletin 76 (1971),
378-382.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from agreement.groups import Ints
from agreement.votes.ballots import Ballots, cells_of

Item = TypeVar("Item", bound=Hashable)
Worker = TypeVar("Worker", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)

ALIKE = "All labels are alike, so there is no variety to compare with."
SEVERAL = "Cohen's κ needs one label per worker and item, but some workers gave several labels."


class Kappa(NamedTuple):
    """Kappa with its parts; if it is undefined, value is None and reason says why.

    `left_out` counts the items that take no part.
    """

    value: Fraction | None
    observed: Fraction | None
    expected: Fraction | None
    items: int
    left_out: int = 0
    reason: str | None = None


def cohen(ballots: Ballots[Item, Worker, Label]) -> Kappa:
    """Return Cohen's kappa of the items that both workers labelled.

    Undefined unless there are exactly two workers, if one labelled an item several times, if they
    share no item, or if both always give the same single label (expected = 1).

    >>> from agreement.votes.ballots import ballots_of
    >>> table = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]  # Cohen 1960: 200 items, printed .492
    >>> cells = [(i, j) for i in range(3) for j in range(3) for _ in range(table[i][j])]
    >>> votes = [(item, who, cell[who]) for item, cell in enumerate(cells) for who in (0, 1)]
    >>> found = cohen(ballots_of(votes))
    >>> print(found.observed, found.expected, round(float(found.value), 3))
    7/10 41/100 0.492
    """
    items, workers = len(ballots.item_names), len(ballots.worker_names)
    if workers != 2:
        there = f"there {'is' if workers == 1 else 'are'} {workers:,}"
        reason = f"Cohen's κ needs exactly two workers, but {there}."
        return Kappa(None, None, None, 0, items, reason)
    if len(np.unique(ballots.items * 2 + ballots.workers)) < len(ballots.items):
        return Kappa(None, None, None, 0, items, SEVERAL)
    both = of_both(ballots)
    n = both.shape[1]
    if not n:
        return Kappa(None, None, None, 0, items, "The two workers have no item in common.")
    mine, theirs = totals_of(both, len(ballots.label_names))
    observed = Fraction(int((both[0] == both[1]).sum()), n)
    expected = Fraction(sum(a * b for a, b in zip(mine, theirs, strict=True)), n * n)
    return _settled(observed, expected, n, items - n)


def of_both(ballots: Ballots[Item, Worker, Label]) -> Ints:
    """Return (2, items) the labels of two workers, on the items that both labelled."""
    given = np.full((2, len(ballots.item_names)), -1, dtype=np.int64)
    given[ballots.workers, ballots.items] = ballots.labels
    both: Ints = given[:, (given >= 0).all(axis=0)]
    return both


def fleiss(ballots: Ballots[Item, Worker, Label]) -> Kappa:
    """Return Fleiss' kappa of the items; see `fleiss_table`."""
    cells = cells_of(ballots.items, ballots.labels)
    return _fleiss(np.bincount(ballots.items), cells.votes, cells.labels)


def fleiss_table(table: ArrayLike) -> Kappa:
    """Return Fleiss' kappa from how often each item got each label, (items, labels) whole numbers.

    Items without a label take no part. Undefined if there is no item, if items have fewer than two
    labels or unequal numbers of labels, or if all labels are the same (expected = 1). Raises
    ValueError if numbers are negative or not whole.

    >>> diagnoses = (  # Fleiss 1971, table 1: of 30 patients by six psychiatrists, printed .430
    ...     "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 "
    ...     "02031 00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 "
    ...     "10500 00006"
    ... )
    >>> found = fleiss_table([[int(times) for times in row] for row in diagnoses.split()])
    >>> [round(float(part), 3) for part in (found.observed, found.expected, found.value)]
    [0.556, 0.22, 0.43]
    """
    counts = np.asarray(table)
    if counts.ndim != 2 or (counts.size and (counts.dtype.kind not in "iu" or counts.min() < 0)):
        raise ValueError("The table must contain whole numbers, items by labels, none below zero.")
    wide = counts.astype(np.int64)
    sizes = wide.sum(axis=1) if wide.size else np.zeros(0, dtype=np.int64)
    rows, labels = np.nonzero(wide)
    return _fleiss(sizes[sizes > 0], wide[rows, labels], labels)


def _fleiss(sizes: Ints, times: Ints, labels: Ints) -> Kappa:
    """Return Fleiss' kappa from sparse counts.

    sizes : (I,) labels of each item
    times, labels : (M,) how often an item got a label, and which
    """
    items, n = len(sizes), int(sizes.max(initial=0))
    if n < 2:
        return Kappa(None, None, None, 0, items, "No item has two labels.")
    if int(sizes.min()) != n:
        reason = (
            "Fleiss' κ needs the same number of labels for each item, but items have "
            f"{int(sizes.min())} to {n}."
        )
        return Kappa(None, None, None, 0, items, reason)
    alike = int((times * (times - 1)).sum())
    shares = np.zeros(int(labels.max()) + 1, dtype=np.int64)
    np.add.at(shares, labels, times)
    observed = Fraction(alike, items * n * (n - 1))
    expected = Fraction(sum(share * share for share in shares.tolist()), (items * n) ** 2)
    return _settled(observed, expected, items)


def totals_of(both: Ints, size: int) -> list[list[int]]:
    """Return for each of the two workers how often they gave each label."""
    return [np.bincount(row, minlength=size).tolist() for row in both]


def _settled(observed: Fraction, expected: Fraction, items: int, left_out: int = 0) -> Kappa:
    if expected == 1:
        return Kappa(None, observed, expected, items, left_out, ALIKE)
    value = (observed - expected) / (1 - expected)
    return Kappa(value, observed, expected, items, left_out)
