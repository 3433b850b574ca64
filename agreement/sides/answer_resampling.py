"""Alpha of two sides as a function of rows of weights of their items, for paired intervals.

A resample draws items with the answers of both sides, so the difference of two alphas is computed
on the same items. Each function takes weights (rows, units) and returns (rows, 4): alpha of the one
side, of the other, of both together and between them, NaN where undefined. `between` defines the
last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from agreement.bootstrap import Floats
from agreement.votes.label_counting import Kind, Level
from agreement.votes.label_intervals import Alpha, alpha_of_answers, defined
from agreement.votes.scale_alpha import number_of

Answers: TypeAlias = Sequence[tuple[str, ...]]
Estimate: TypeAlias = Callable[[Floats], Floats]


class Votes(NamedTuple):
    """Counts of each label by item, (items, labels), and of the answers, (items,)."""

    times: Floats
    m: Floats


def resample_labels(
    ones: Sequence[Answers],
    others: Sequence[Answers],
    kind: Kind,
    level: Level,
    labels: Sequence[str],
) -> Estimate:
    """Return the alphas of labels; each item has answers of both sides.

    >>> side = [[("a",)], [("b",)], [("a",)]]
    >>> estimate = resample_labels(side, [[("a",)] * 2, [("b",)] * 2, [("b",)] * 2], "one",
    ...                            "nominal", "ab")
    >>> [round(float(alpha), 3) for alpha in estimate(np.ones((1, 3)))[0]]
    [nan, 1.0, 0.6, 0.4]
    """
    together = [[*one, *other] for one, other in zip(ones, others, strict=True)]
    alphas = [alpha_of_answers(side, kind, level, labels) for side in (ones, others, together)]
    one, other = (_votes(side, labels) for side in (ones, others))
    alphas.append(_between(one, other, kind, level, labels))

    def estimate(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Floats = np.stack([alpha(weights) for alpha in alphas], axis=1)
        return found

    return estimate


def resample_marks(ones: Floats, others: Floats, units: Sequence[int]) -> Estimate:
    """Return the alphas of sentences that are marked or not, over documents.

    ones, others : (sentences, 2), how many marked the sentence, and how many answered
    units : the document of each sentence, from 0
    """
    alphas = [_alpha_of_marks(side, units) for side in (ones, others, ones + others)]
    p, q = (side[:, 0] / side[:, 1] for side in (ones, others))
    apart = _by_unit(p * (1 - q) + q * (1 - p), units)
    sentences = _by_unit(np.ones(len(p)), units)
    sums = [_by_unit(column, units) for side in (ones, others) for column in side.T]

    def between(weights: Floats) -> Floats:
        marked, of, also, other = (weights @ column for column in sums)
        p, q = marked / of, also / other
        expected = p * (1 - q) + q * (1 - p)
        observed = (weights @ apart) / (weights @ sentences)
        return np.where(expected > 0, 1 - observed / expected, np.nan)

    def estimate(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            each = [*(alpha(weights) for alpha in alphas), between(weights)]
        found: Floats = np.stack(each, axis=1)
        return found

    return estimate


def _alpha_of_marks(side: Floats, units: Sequence[int]) -> Alpha:
    marked, m = side.T
    together = m > 1
    unlike = np.where(together, 2 * marked * (m - marked) / np.maximum(m - 1, 1), 0)
    sums = np.stack(
        [_by_unit(column, units) for column in (unlike, m * together, marked * together)], axis=1
    )

    def alpha(weights: Floats) -> Floats:
        unlike, n, marked = (weights @ sums).T
        totals = np.stack([marked, n - marked], axis=1)
        expected = 2 * marked * (n - marked) / (n - 1)
        return defined(1 - unlike / expected, totals)

    return alpha


def _by_unit(column: Floats, units: Sequence[int]) -> Floats:
    found: Floats = np.bincount(np.asarray(units), weights=column).astype(np.float64)
    return found


def _votes(side: Sequence[Answers], labels: Sequence[str]) -> Votes:
    place = {label: number for number, label in enumerate(labels)}
    times = np.zeros((len(side), len(labels)))
    for row, item in zip(times, side, strict=True):
        for label, count in Counter(label for answer in item for label in answer).items():
            row[place[label]] = count
    return Votes(times, np.array([len(item) for item in side], dtype=np.float64))


def _between(one: Votes, other: Votes, kind: Kind, level: Level, labels: Sequence[str]) -> Alpha:
    if kind == "any":
        return _mean_between(one, other)
    if kind == "scale":
        numbers = np.array([float(number_of(label)) for label in labels])
        return _scale_between(one, other, None if level == "ordinal" else numbers)
    return _nominal_between(one, other)


def _nominal_between(one: Votes, other: Votes) -> Alpha:
    apart = 1 - (one.times * other.times).sum(axis=1) / (one.m * other.m)

    def alpha(weights: Floats) -> Floats:
        same = ((weights @ one.times) * (weights @ other.times)).sum(axis=1)
        expected = 1 - same / ((weights @ one.m) * (weights @ other.m))
        observed = weights @ apart / weights.sum(axis=1)
        return np.where(expected > ROUNDING, 1 - observed / expected, np.nan)

    return alpha


def _mean_between(one: Votes, other: Votes) -> Alpha:
    p, q = (side.times / side.m[:, None] for side in (one, other))
    apart = p * (1 - q) + q * (1 - p)

    def alpha(weights: Floats) -> Floats:
        p, q = (weights @ side.times / (weights @ side.m)[:, None] for side in (one, other))
        expected = p * (1 - q) + q * (1 - p)
        is_defined = expected > ROUNDING
        found = np.where(
            is_defined, 1 - weights @ apart / weights.sum(axis=1)[:, None] / expected, 0
        )
        mean: Floats = found.sum(axis=1) / is_defined.sum(axis=1)
        return mean

    return alpha


def _scale_between(one: Votes, other: Votes, numbers: Floats | None) -> Alpha:
    """Return alpha between of the numbers (labels,), or of mean ranks if None."""

    def alpha(weights: Floats) -> Floats:
        mine, theirs = weights @ one.times, weights @ other.times
        totals = mine + theirs
        places = np.cumsum(totals, axis=1) - totals / 2 if numbers is None else numbers[None]
        middle = (totals * places).sum(axis=1, keepdims=True) / totals.sum(axis=1, keepdims=True)
        places = np.nan_to_num(places - middle)  # shifts change nothing; floats are exact near 0
        a, b = (side.times / side.m[:, None] for side in (one, other))
        squares = (a + b) @ (places**2).T - 2 * (a @ places.T) * (b @ places.T)  # (items, rows)
        observed = np.einsum("ri,ir->r", weights, squares) / weights.sum(axis=1)
        p, q = mine / mine.sum(axis=1)[:, None], theirs / theirs.sum(axis=1)[:, None]
        means = (p * places).sum(axis=1) * (q * places).sum(axis=1)
        expected = ((p + q) * places**2).sum(axis=1) - 2 * means
        return defined(1 - observed / expected, totals)

    return alpha


ROUNDING = 1e-12
