"""Labels of items: the consensus, and how it goes with similarity (COLING 2014,
section 2.2, Table 3; ACL 2014, section 4.2).

The majority is the label with the most votes; a tie is no consensus. An absolute majority has more
than half of the votes. Where pairs of texts were drawn by their cosine similarity, Table 3 tells
for each stratum how many workers the winner had, and which answer won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite, sqrt
from typing import NamedTuple

from agreement.nominal import Nominal, alpha, count_unit
from agreement.tally import Tally

STRATA = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))  # upper ends, included
YES_OF_THREE = frozenset({"same message", "same topic"})


class Majority(NamedTuple):
    """The winner and its votes; a tie has no winner, and `ties` lists the labels in it."""

    winner: str | None
    support: int
    votes: int
    absolute: bool = False
    ties: tuple[str, ...] = ()
    reason: str | None = None


class Stratum(NamedTuple):
    """One column of Table 3. Shares are of all items in it; None where it is empty."""

    name: str
    items: int
    agree: dict[int, Fraction]  # votes of the winner: share of items
    consensus: dict[str, Fraction]  # label: share of items
    ties: Fraction | None
    pairwise: Fraction | None  # mean share of a text's pairs of votes that agree
    alpha: Nominal
    reason: str | None = None


class Correlation(NamedTuple):
    value: float | None
    items: int
    reason: str | None = None


def majority(labels: Iterable[str]) -> Majority:
    """The label with the most votes.

    >>> majority(["yes", "no", "yes"])
    Majority(winner='yes', support=2, votes=3, absolute=True, ties=(), reason=None)
    >>> majority(["yes", "no"]).ties
    ('no', 'yes')
    """
    times = Counter(labels)
    votes = sum(times.values())
    if not votes:
        return Majority(None, 0, 0, reason="There is no vote.")
    most = max(times.values())
    best = tuple(sorted(label for label, count in times.items() if count == most))
    if len(best) > 1:
        return Majority(None, most, votes, ties=best, reason="The labels with most votes tie.")
    return Majority(best[0], most, votes, absolute=2 * most > votes)


def as_yes_no(labels: Iterable[str], yes: Iterable[str] = YES_OF_THREE) -> list[str]:
    """Answers with more than two options, of which some count as yes (ACL 2014, section 4.2).

    >>> as_yes_no(["same message", "same topic", "different"])
    ['yes', 'yes', 'no']
    """
    counting = frozenset(yes)
    return ["yes" if label in counting else "no" for label in labels]


def pairwise(labels: Sequence[str]) -> Fraction | None:
    """The share of an item's pairs of votes that agree; None with fewer than two votes.

    >>> pairwise(["yes", "yes", "no"])
    Fraction(1, 3)
    """
    m = len(labels)
    if m < 2:
        return None
    return Fraction(sum(c * (c - 1) for c in Counter(labels).values()), m * (m - 1))


def stratum_of(cosine: Fraction | float, ends: Sequence[Fraction | float] = STRATA) -> str:
    """The name of the stratum; the upper end belongs to it, and zero to the first.

    Beyond the last end, or no number: ValueError.

    >>> stratum_of(0.25), stratum_of(0.26)
    ('(0, .25]', '(.25, .5]')
    """
    if not isfinite(cosine) or cosine < 0 or cosine > ends[-1]:
        raise ValueError(f"The similarity {cosine} is not between 0 and {ends[-1]}.")
    at = next(i for i, end in enumerate(ends) if cosine <= end)
    return _name(ends, at)


def table(
    items: Iterable[tuple[Fraction | float, Sequence[str]]],
    ends: Sequence[Fraction | float] = STRATA,
) -> list[Stratum]:
    """Table 3 for items as (similarity, votes): a column for each stratum, and one for all.

    >>> *_, everything = table([(0.1, ["no"] * 5), (0.9, ["yes"] * 4 + ["no"])])
    >>> everything.agree[5], everything.consensus["yes"], everything.pairwise
    (Fraction(1, 2), Fraction(1, 2), Fraction(4, 5))
    """
    groups: dict[str, list[Sequence[str]]] = {_name(ends, at): [] for at in range(len(ends))}
    for cosine, votes in items:
        groups[stratum_of(cosine, ends)].append(votes)
    everything = [votes for group in groups.values() for votes in group]
    return [_stratum(name, group) for name, group in (*groups.items(), ("all", everything))]


def similarity_with_consensus(
    items: Iterable[tuple[Fraction | float, Sequence[str]]], yes: str = "yes"
) -> Correlation:
    """Pearson's r of similarity with the consensus answer (1 for yes); ties take no part.

    Undefined with fewer than two items, or where similarities or answers are all alike.

    >>> items = [(0.0, ["no"]), (0.5, ["no"]), (1.0, ["yes"])]
    >>> round(similarity_with_consensus(items).value, 4)
    0.866
    """
    points = [
        (Fraction(cosine), int(won.winner == yes))
        for cosine, votes in items
        if (won := majority(votes)).winner is not None
    ]
    return correlation(points)


def correlation(points: Sequence[tuple[Fraction, int]]) -> Correlation:
    """Pearson's r; sums are exact, only the root is not."""
    n = len(points)
    if n < 2:
        return Correlation(None, n, "Fewer than two items have a consensus.")
    x, y = sum((p[0] for p in points), Fraction(0)), sum(p[1] for p in points)
    xx = n * sum((p[0] ** 2 for p in points), Fraction(0)) - x**2
    yy = n * sum(p[1] ** 2 for p in points) - y**2
    xy = n * sum((p[0] * p[1] for p in points), Fraction(0)) - x * y
    if not xx or not yy:
        what = "answers" if xx else "similarities"
        return Correlation(None, n, f"All {what} are alike, so nothing can go together.")
    return Correlation(float(xy) / sqrt(xx * yy), n)


def _stratum(name: str, group: Sequence[Sequence[str]]) -> Stratum:
    judged = [votes for votes in group if votes]
    state: Mapping[str, int] = Tally.total(map(count_unit, judged))
    if not judged:
        return Stratum(name, 0, {}, {}, None, None, alpha(state), "No item here has a vote.")
    n, won = len(judged), [majority(votes) for votes in judged]
    support = Counter(one.support for one in won if one.winner is not None)
    winners = Counter(one.winner for one in won if one.winner is not None)
    shares = [share for votes in judged if (share := pairwise(votes)) is not None]
    return Stratum(
        name,
        n,
        {votes: Fraction(times, n) for votes, times in sorted(support.items(), reverse=True)},
        {label: Fraction(times, n) for label, times in sorted(winners.items())},
        Fraction(sum(one.winner is None for one in won), n),
        sum(shares, Fraction(0)) / len(shares) if shares else None,
        alpha(state),
    )


def _name(ends: Sequence[Fraction | float], at: int) -> str:
    low, high = (0 if at == 0 else ends[at - 1]), ends[at]
    return f"({_short(low)}, {_short(high)}]"


def _short(number: Fraction | float) -> str:
    return f"{float(number):g}".removeprefix("0") or "0"
