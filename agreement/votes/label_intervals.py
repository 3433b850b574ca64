"""Bootstrap intervals of the figures of labels, over items.

A resample draws as many items as there are, with replacement. Nominal and interval alpha and the
pairwise agreement are quotients of sums over items, so a block of resamples is one product of
matrices. Ordinal alpha is interval alpha of the mean ranks, which differ by resample.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from agreement.bootstrap import USUAL, Floats, Plan, bootstrap
from agreement.votes.label_counting import Answer, Kind, Level, check_answers
from agreement.votes.scale_alpha import number_of

Figure = dict[str, object]
Alpha = Callable[[Floats], Floats]  # weights (rows, items) -> alpha (rows,); NaN where undefined


def bootstrap_labels(
    items: Sequence[Sequence[Answer]], kind: Kind, level: Level, plan: Plan = USUAL
) -> dict[str, Figure]:
    """Return the intervals of alpha and pairwise agreement, and of nominal alpha on a scale.

    items : the answers on each; one without an answer takes no part

    The names are those in `label_figures`. The order of items and answers does not matter. Raises
    ValueError if an answer does not belong to the kind.

    >>> items = [[("a",), ("a",), ("b",)], [("b",)] * 3, [("a",)] * 3] * 5
    >>> found = bootstrap_labels(items, "one", "nominal")["alpha"]
    >>> 0 < found["low"] < 0.57 < found["high"] < 1, found["over"]
    (True, 'items')
    """
    names = ("alpha", "pairwise", "nominal") if kind == "scale" else ("alpha", "pairwise")
    estimate, units = label_estimator(items, kind, level)
    found = bootstrap(estimate, units, plan, "items")
    return dict(zip(names, found if units else found * len(names), strict=True))


def label_estimator(
    items: Sequence[Sequence[Answer]], kind: Kind, level: Level
) -> tuple[Callable[[Floats], Floats], int]:
    """Return a function from weights of items to figures, and the number of items.

    Weights (rows, items) give figures (rows, figures) in the order of `bootstrap_labels`, NaN
    where undefined. The items are sorted, so that their order does not matter.
    """
    judged = sorted(sorted(tuple(sorted(one)) for one in item) for item in items if item)
    labels = sorted({label for item in judged for answer in item for label in answer})
    if kind == "scale":
        labels.sort(key=number_of)
    check_answers([answer for item in judged for answer in item], kind, level, set(labels))
    alphas = _alphas(judged, kind, level, labels)
    together = np.array([len(item) > 1 for item in judged], dtype=np.float64)
    alike = np.array([_alike(item) for item in judged])

    def estimate(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            first, *others = (alpha(weights) for alpha in alphas)
            pairwise = (weights @ alike) / (weights @ together)
        found: Floats = np.stack([first, pairwise, *others], axis=1)
        return found

    return estimate, len(judged)


def alpha_of_answers(
    items: Sequence[Sequence[Answer]], kind: Kind, level: Level, labels: Sequence[str]
) -> Alpha:
    """Return alpha as a function of weights of the items, in their order.

    labels : all labels that can be given; of a scale in its order
    """
    return _alphas(items, kind, level, labels)[0]


def _alphas(
    items: Sequence[Sequence[Answer]], kind: Kind, level: Level, labels: Sequence[str]
) -> list[Alpha]:
    """Return alpha of the kind, and on a scale also nominal alpha."""
    place = {label: number for number, label in enumerate(labels)}
    times = np.zeros((len(items), len(labels)))
    for row, item in zip(times, items, strict=True):
        for label, count in Counter(label for answer in item for label in answer).items():
            row[place[label]] = count
    m = np.array([len(item) for item in items], dtype=np.float64)
    together = m > 1
    times[~together] = 0
    nominal = nominal_estimate(times, m * together)
    if kind == "any":
        return [_mean_over_labels(times, m * together)]
    if kind == "scale":
        numbers = np.array([float(number_of(label)) for label in labels])
        return [
            scale_estimate(times, m * together, None if level == "ordinal" else numbers),
            nominal,
        ]
    return [nominal]


def _alike(item: Sequence[Answer]) -> float:
    """Return the share of pairs of answers that are equal; 0 if there is none."""
    m = len(item)
    pairs = sum(count * (count - 1) for count in Counter(item).values())
    return pairs / (m * (m - 1)) if m > 1 else 0.0


def nominal_estimate(times: Floats, m: Floats) -> Alpha:
    """Return nominal alpha of answers of one label.

    times : (items, labels) how often each label was given; 0 in items with fewer than two answers
    m : (items,) the number of answers; 0 where these are fewer than two
    """
    unlike = (m**2 - (times**2).sum(axis=1)) / np.maximum(m - 1, 1)

    def alpha(weights: Floats) -> Floats:
        n, totals = weights @ m, weights @ times
        expected = (n**2 - (totals**2).sum(axis=1)) / (n - 1)
        return defined(1 - (weights @ unlike) / expected, totals)

    return alpha


def _mean_over_labels(times: Floats, m: Floats) -> Alpha:
    """Return the mean over labels of nominal alpha for the presence of a label, where defined."""
    unlike = 2 * times * (m[:, None] - times) / np.maximum(m - 1, 1)[:, None]

    def alpha(weights: Floats) -> Floats:
        n, has = (weights @ m)[:, None], weights @ times
        is_defined = (has > 0) & (has < n)
        expected = 2 * has * (n - has) / (n - 1)
        found = np.where(is_defined, 1 - (weights @ unlike) / expected, 0)
        mean: Floats = found.sum(axis=1) / is_defined.sum(axis=1)
        return mean

    return alpha


def scale_estimate(times: Floats, m: Floats, numbers: Floats | None) -> Alpha:
    """Return alpha of places on a scale: of the numbers (labels,), or of mean ranks if None."""

    def alpha(weights: Floats) -> Floats:
        n, totals = weights @ m, weights @ times
        places = np.cumsum(totals, axis=1) - totals / 2 if numbers is None else numbers[None]
        middle = (totals * places).sum(axis=1, keepdims=True) / n[:, None]
        places = np.nan_to_num(places - middle)  # shifts change nothing; floats are exact near 0
        first, second = times @ places.T, times @ (places**2).T  # (items, rows)
        within = (m[:, None] * second - first**2) / np.maximum(m - 1, 1)[:, None]
        observed = np.einsum("ri,ir->r", weights, within)
        around = (totals * places).sum(axis=1)
        expected = (n * (totals * places**2).sum(axis=1) - around**2) / (n - 1)
        return defined(1 - observed / expected, totals)

    return alpha


def defined(alpha: Floats, totals: Floats) -> Floats:
    """Return alpha, NaN where fewer than two labels were given.

    totals : (rows, labels)
    """
    found: Floats = np.where((totals > 0).sum(axis=1) > 1, alpha, np.nan)
    return found
