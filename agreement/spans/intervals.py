"""Bootstrap intervals of the figures of spans, over texts.

A resample draws as many texts as there are, with replacement. Each figure of a resample needs only
sums over its texts, so a block of resamples is one matrix product; alpha for unitizing needs the
sums by the lengths of units and gaps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from agreement.bootstrap import USUAL, Floats, Plan, bootstrap
from agreement.spans.tally import Counts, counts_of

Figure = dict[str, object]
Estimate = Callable[[Floats], Floats]  # weights (rows, texts) -> a figure (rows,); NaN: undefined
NAMES = ("alpha", "coincidence", "places", "exact", "partial", "pairwise")


def bootstrap_spans(states: Sequence[Mapping[str, int]], plan: Plan = USUAL) -> dict[str, Figure]:
    """Return the intervals of the figures of spans, by their names in `figures`.

    states : the contribution of each text; one without an answer takes no part

    >>> from agreement.spans.counting import span_contribution
    >>> a, b = ((0, 2, "x"),), ((1, 2, "x"),)
    >>> texts = [[a, a, a], [a, a, b], [a, b, ()], [b, b, b]] * 4
    >>> found = bootstrap_spans([span_contribution(answers, 6) for answers in texts])
    >>> 0 < found["alpha"]["low"] < found["exact"]["high"] < 1, found["alpha"]["over"]
    (True, 'texts')
    """
    estimate, texts = span_estimator(states)
    found = bootstrap(estimate, texts, plan, "texts")
    return dict(zip(NAMES, found if texts else found * len(NAMES), strict=True))


def span_estimator(states: Sequence[Mapping[str, int]]) -> tuple[Callable[[Floats], Floats], int]:
    """Return a function from weights of texts to figures, in the order of `NAMES`, and the number
    of texts. The texts are sorted, so that their order does not matter."""
    rows = [counts_of(dict(state)) for state in sorted(map(_in_order, states)) if state]
    estimates = (
        _unitizing(rows),
        _nominal(rows, stretched=True),
        _nominal(rows, stretched=False),
        _shared(rows, "exact"),
        _shared(rows, "touch"),
        _pairwise(rows),
    )

    def estimate(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Floats = np.stack([figure(weights) for figure in estimates], axis=1)
        return found

    return estimate, len(rows)


def alpha_estimator(states: Sequence[Mapping[str, int]]) -> Estimate:
    """Return alpha for unitizing (2016) as a function of weights of the texts. They stay in order,
    so that two estimates can share their texts; a contribution may be empty.

    >>> from agreement.spans.counting import span_contribution
    >>> a, b = ((0, 2, "x"),), ((1, 2, "x"),)
    >>> states = [span_contribution(answers, 6) for answers in ([a, a], [a, b], [b])]
    >>> [round(float(alpha), 3) for alpha in alpha_estimator(states)(np.array([[1.0, 0, 0]]))]
    [1.0]
    """
    alpha = _nominal([counts_of(dict(state)) for state in states], stretched=True)

    def estimate(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return alpha(weights)

    return estimate


def _in_order(state: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(state.items())


def _column(values: Sequence[float]) -> Floats:
    return np.array(values, dtype=np.float64)


def _weighed(sums: Mapping[int, int]) -> float:
    return sum(total / (m - 1) for m, total in sums.items())


def _unitizing(rows: Sequence[Counts]) -> Estimate:
    n = _column([row.continuum.observed for row in rows])
    labels = [
        _Label(rows, label) for label in sorted({label for row in rows for label in row.given})
    ]

    def alpha(weights: Floats) -> Floats:
        total = weights @ n
        observed, expected = np.zeros((2, len(weights)))
        for label in labels:
            observed += weights @ label.apart
            expected += label.expected(weights, total)
        value: Floats = np.where(expected > 0, 1 - observed / total / expected, np.nan)
        return value

    return alpha


class _Label:
    """The lengths of a label's units and gaps: the distinct ones, and their counts in each text."""

    def __init__(self, rows: Sequence[Counts], label: str) -> None:
        counted = [row.counted(label) for row in rows]
        self.apart = _column([_weighed(one.apart) for one in counted])
        self.lengths, self.units = _table([one.units for one in counted])
        spaces, self.gaps = _table([one.gaps for one in counted])
        room = spaces[None, :] - self.lengths[:, None] + 1
        self.fits = self.lengths[:, None] ** 2 * np.maximum(room, 0)  # (units, gaps)
        self.within = self.lengths * (self.lengths - 1) * (2 * self.lengths - 1) / 3

    def expected(self, weights: Floats, n: Floats) -> Floats:
        """Return the expected disagreement times the length of the continuum."""
        units, gaps = weights @ self.units, weights @ self.gaps
        total = (units.sum(axis=1) - 1) * (units @ self.within)
        total += np.einsum("ru,ru->r", units, gaps @ self.fits.T)
        pairs = n * (n - 1) - units @ (self.lengths * (self.lengths - 1))
        return np.where(pairs > 0, 2 * total / pairs, 0.0)


def _table(counts: Sequence[Mapping[int, int]]) -> tuple[Floats, Floats]:
    """Return the distinct lengths, and (texts, lengths) how often each text has them."""
    lengths = sorted({length for row in counts for length in row})
    place = {length: at for at, length in enumerate(lengths)}
    table: NDArray[np.float64] = np.zeros((len(counts), len(lengths)))
    for row, own in zip(table, counts, strict=True):
        for length, times in own.items():
            row[place[length]] = times
    return _column(lengths), table


def _nominal(rows: Sequence[Counts], *, stretched: bool) -> Estimate:
    n = _column([row.continuum.observed for row in rows])
    names = sorted({labels for row in rows for labels in row.value})
    times = np.array([[row.value[labels] for labels in names] for row in rows], dtype=np.float64)
    times = times.reshape(len(rows), len(names))
    differ = _column([_weighed(row.differ) for row in rows])
    bare = n - times.sum(axis=1)
    squares = _column([row.square.total() for row in rows])

    def alpha(weights: Floats) -> Floats:
        total, without, with_labels = weights @ n, weights @ bare, weights @ times
        unlike = total**2 - without**2 - (with_labels**2).sum(axis=1)
        alone = without + weights @ squares if stretched else total
        expected = unlike / (total**2 - alone)
        value: Floats = np.where(unlike > 0, 1 - (weights @ differ) / total / expected, np.nan)
        return value

    return alpha


def _shared(rows: Sequence[Counts], pairs: str) -> Estimate:
    given = _column([row.given.total() for row in rows])
    both = _column([sum(map(_weighed, getattr(row, pairs).values())) for row in rows])
    return lambda weights: _quotient(weights @ both, weights @ given)


def _pairwise(rows: Sequence[Counts]) -> Estimate:
    together = _column([row.together for row in rows])
    unlike = _column(
        [sum(total / (m * (m - 1)) for m, total in row.unlike.items()) for row in rows]
    )
    return lambda weights: 1 - _quotient(weights @ unlike, weights @ together)


def _quotient(above: Floats, below: Floats) -> Floats:
    found: Floats = np.where(below > 0, above / below, np.nan)
    return found
