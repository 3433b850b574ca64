"""Time that judgments took against the length of the judged text (COLING 2014, section 2.2).

Lengths are in words, times in whole milliseconds. Lengths fall into at most ten bins of equal,
round width; each bin has its number of judgments and their quartiles. Pearson's r measures how far
time is linear in length. Spearman's rho (r of the ranks, ties at their mean rank) measures whether
time grows with length at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from agreement.figure import why
from agreement.groups import Ints
from agreement.steps import step_of
from agreement.votes import consensus
from agreement.votes.consensus import Sums, pearson
from agreement.votes.crowd_shapes import Bin, Correlation, Effort
from agreement.votes.workers import QUARTILES

LARGE, LARGEST = 1 << 31, 1 << 63
AT_ONCE = 1 << 16  # rows whose products are summed at once, exactly


def effort_figures(judgments: Iterable[tuple[int, int]] | Ints) -> Effort:
    """Return the figures of time against length.

    judgments : (N, 2) words and milliseconds of each

    >>> found = effort_figures([(10, 4000), (30, 6000), (35, 8000)])
    >>> found["median"], found["bins"][-1], found["spearman"]["value"]
    (6.0, {'from': 31, 'to': 35, 'judgments': 1, 'quartiles': [8.0, 8.0, 8.0]}, 1.0)
    """
    rows = judgments
    if not isinstance(rows, np.ndarray):
        rows = np.array(list(judgments), dtype=np.int64).reshape(-1, 2)
    if not len(rows):
        reason = "No judgment has both a time and a length."
        nothing: Correlation = {"value": None, "judgments": 0, "reason": reason}
        return {
            "judgments": 0,
            "median": None,
            "bins": [],
            "pearson": nothing,
            "spearman": nothing,
            "reason": reason,
        }
    words, times = rows.T
    return {
        "judgments": len(rows),
        "median": _seconds(times)[1],
        "bins": _bins(words, times),
        "pearson": _shown(_correlation(words, times)),
        "spearman": _shown(_correlation(ranks(words), ranks(times))),
    }


def ranks(values: ArrayLike) -> Ints:
    """Return twice the rank of each value, counted from 1; ties share their mean rank.

    >>> ranks([7, 3, 7]).tolist()
    [5, 2, 5]
    """
    found, times = np.unique(values, return_counts=True)
    twice = 2 * np.cumsum(times) - times + 1
    if len(twice) and twice[-1] < LARGE:
        twice = twice.astype(np.int32)  # half the memory
    rank: Ints = twice[np.searchsorted(found, values)]
    return rank


def _bins(words: Ints, times: Ints) -> list[Bin]:
    """Return the bins with a judgment; bin k is for k * step + 1 to (k + 1) * step words."""
    step = step_of(int(words.max()))
    places = np.maximum(words - 1, 0) // step
    return [
        {
            "from": number * step + 1,
            "to": (number + 1) * step,
            "judgments": int((places == number).sum()),
            "quartiles": _seconds(times[places == number]),
        }
        for number in np.unique(places).tolist()
    ]


def _seconds(milliseconds: Ints) -> list[float]:
    """Return the quartiles by linear interpolation, as `workers.quartiles` does, in seconds."""
    known = np.sort(milliseconds)
    return [float(_quantile(known, at) / 1000) for at in QUARTILES]


def _quantile(known: Ints, at: Fraction) -> Fraction:
    place = at * (len(known) - 1)
    below = int(place)
    low, high = (int(known[end]) for end in (below, min(below + 1, len(known) - 1)))
    return low + (place - below) * (high - low)


def _correlation(x: Ints, y: Ints) -> consensus.Correlation:
    parts = zip(*(_sums(a, b) for a, b in _in_parts(x, y)), strict=True)
    return pearson(Sums(len(x), *map(sum, parts)))


def _in_parts(x: Ints, y: Ints) -> Iterator[tuple[Ints, Ints]]:
    for begin in range(0, len(x), AT_ONCE):
        yield x[begin : begin + AT_ONCE], y[begin : begin + AT_ONCE]


def _sums(x: Ints, y: Ints) -> tuple[int, ...]:
    """Return the sums of x, y, their squares and their products, as exact integers."""
    most = max(int(np.abs(column).max(initial=0)) for column in (x, y))
    fitting = np.int64 if most * most * len(x) < LARGEST else object
    x, y = x.astype(fitting), y.astype(fitting)
    return int(x.sum()), int(y.sum()), int(x @ x), int(y @ y), int(x @ y)


def _shown(found: consensus.Correlation) -> Correlation:
    return {"value": found.value, "judgments": found.points, **why(found.reason)}
