"""Time that judgments took against the length of the judged text (COLING 2014, section 2.2).

Lengths are in words, times in whole milliseconds. Lengths fall into at most `MOST_BINS` bins of
equal, round width; each bin has its number of judgments and their quartiles. Pearson's r measures
how far time is linear in length. Spearman's rho (r of the ranks, ties at their mean rank) measures
whether time grows with length at all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from agreement.figure import why
from agreement.votes import consensus
from agreement.votes.consensus import correlation
from agreement.votes.crowd_shapes import Bin, Correlation, Effort
from agreement.votes.workers import quartiles

MOST_BINS = 10


def effort_figures(judgments: Iterable[tuple[int, int]]) -> Effort:
    """Return the figures of time against length.

    judgments : (words, milliseconds) of each

    >>> found = effort_figures([(10, 4000), (30, 6000), (35, 8000)])
    >>> found["median"], found["bins"][-1], found["spearman"]["value"]
    (6.0, {'from': 31, 'to': 35, 'judgments': 1, 'quartiles': [8.0, 8.0, 8.0]}, 1.0)
    """
    rows = sorted(judgments)
    if not rows:
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
    words, times = [row[0] for row in rows], [row[1] for row in rows]
    return {
        "judgments": len(rows),
        "median": _seconds(times)[1],
        "bins": _bins(rows),
        "pearson": _shown(correlation(rows)),
        "spearman": _shown(correlation(list(zip(ranks(words), ranks(times), strict=True)))),
    }


def ranks(values: Sequence[int]) -> list[int]:
    """Return twice the rank of each value, counted from 1; ties share their mean rank.

    >>> ranks([7, 3, 7])
    [5, 2, 5]
    """
    before, place = 0, {}
    for value, times in sorted(Counter(values).items()):
        place[value] = 2 * before + times + 1
        before += times
    return [place[value] for value in values]


def step_of(longest: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50, ... that covers 1 to `longest` in ten bins.

    >>> [step_of(longest) for longest in (4, 11, 100, 101, 330)]
    [1, 2, 10, 20, 50]
    """
    power = 1
    while True:
        for lead in (1, 2, 5):
            if lead * power * MOST_BINS >= longest:
                return lead * power
        power *= 10


def _bins(rows: Sequence[tuple[int, int]]) -> list[Bin]:
    """Return the bins with a judgment; bin k holds k * step + 1 to (k + 1) * step words."""
    step = step_of(max(words for words, _ in rows))
    times: defaultdict[int, list[int]] = defaultdict(list)
    for words, milliseconds in rows:
        times[max(words - 1, 0) // step].append(milliseconds)
    return [
        {
            "from": number * step + 1,
            "to": (number + 1) * step,
            "judgments": len(inside),
            "quartiles": _seconds(inside),
        }
        for number, inside in sorted(times.items())
    ]


def _seconds(milliseconds: Iterable[int]) -> list[float]:
    return [float(Fraction(time) / 1000) for time in quartiles(map(Fraction, milliseconds))]


def _shown(found: consensus.Correlation) -> Correlation:
    return {"value": found.value, "judgments": found.points, **why(found.reason)}
