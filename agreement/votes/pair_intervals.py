"""Bootstrap intervals of the figures of pairs, over pairs.

A resample draws as many pairs as there are, with replacement. Every figure is a quotient of sums
over pairs, so a block of resamples is one product of matrices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np

from agreement.bootstrap import USUAL, Floats, Plan, bootstrap
from agreement.votes.consensus import as_yes_no, check_pair, majority, present

Figure = dict[str, object]
FIGURES = ("alpha", "pairwise", "consensus_yes", "r")  # the names in `pair_figures`
ROUNDING = 1e-12


class Judged(NamedTuple):
    """One pair's votes, and its similarity in whole millionths."""

    votes: Sequence[str | None]
    similarity: int | None = None


def bootstrap_pairs(
    pairs: Sequence[Judged], yes: Collection[str] = ("yes",), plan: Plan = USUAL
) -> dict[str, Figure]:
    """Return the intervals of alpha, pairwise agreement, the share of yes, and r.

    Alpha and pairwise agreement are over the answers as given. The share of pairs whose consensus
    is yes and r are over yes and no. The order of the pairs does not matter.

    >>> pairs = [Judged(["yes", "yes", "no"]), Judged(["no"] * 3), Judged(["yes"] * 3)] * 5
    >>> found = bootstrap_pairs(pairs)["alpha"]
    >>> 0 < found["low"] < 0.57 < found["high"] < 1, found["over"]
    (True, 'pairs')
    """
    estimate, units = estimator(pairs, yes)
    found = bootstrap(estimate, units, plan, "pairs")
    return dict(zip(FIGURES, found if units else found * len(FIGURES), strict=True))


def estimator(
    pairs: Sequence[Judged], yes: Collection[str] = ("yes",)
) -> tuple[Callable[[Floats], Floats], int]:
    """Return a function from weights of pairs to figures, and the number of pairs.

    Weights (rows, pairs) give figures (rows, FIGURES), NaN where undefined. The pairs are sorted,
    so that the order of `pairs` does not matter.
    """
    for pair in pairs:
        check_pair(pair.votes, pair.similarity)
    judged = [(present(pair.votes), pair.similarity) for pair in pairs if present(pair.votes)]
    labels = sorted({vote for votes, _ in judged for vote in votes})
    known = [similarity for _, similarity in judged if similarity is not None]
    middle = sum(known) // max(len(known), 1)  # shifts leave r unchanged; floats are exact near 0
    rows = sorted(
        _row(votes, similarity, labels, frozenset(yes), middle) for votes, similarity in judged
    )
    sums = np.array(rows, dtype=np.float64).reshape(len(rows), 11 + len(labels))

    def estimate(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return _figures(weights @ sums)

    return estimate, len(rows)


def _row(
    votes: Sequence[str],
    similarity: int | None,
    labels: Sequence[str],
    yes: Collection[str],
    middle: int,
) -> tuple[float, ...]:
    """Return one pair's addends to each sum, in the order that `_figures` reads."""
    times, m = Counter(votes), len(votes)
    unlike = m * m - sum(count * count for count in times.values())
    won = majority(as_yes_no(votes, yes)).winner if yes else None
    y = int(won == "yes")
    x = None if similarity is None else similarity - middle
    point = (1, x, y, x * x, x * y) if x is not None and won is not None else (0,) * 5
    together = m > 1
    return (
        int(together),
        m * together,
        unlike / (m - 1) if together else 0.0,
        1 - unlike / (m * (m - 1)) if together else 0.0,
        int(bool(yes)),
        y,
        *point,
        *(times[label] * together for label in labels),
    )


def _figures(sums: Floats) -> Floats:
    """Return figures (rows, figures) from sums (rows, sums); NaN where undefined."""
    units, n, unlike, alike, pooled, yes, points, x, y, xx, xy = sums.T[:11]
    squares = (sums[:, 11:] ** 2).sum(axis=1)
    expected = (n * n - squares) / (n * (n - 1))
    alpha = np.where(expected > 0, 1 - unlike / n / expected, np.nan)
    apart, answers = points * xx - x * x, points * y - y * y
    is_defined = (apart > ROUNDING * points * xx) & (answers > 0)
    r = np.where(
        is_defined, (points * xy - x * y) / np.sqrt(np.maximum(apart * answers, 0)), np.nan
    )
    figures: Floats = np.stack([alpha, alike / units, yes / pooled, r], axis=1)
    return figures
