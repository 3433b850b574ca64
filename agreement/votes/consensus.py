"""Consensus labels of items, and correlation (COLING 2014, section 2.2; ACL 2014, section 4.2).

The majority is the label with the most votes; a tie is no consensus. An absolute majority has more
than half of the votes. Pairs of texts are sampled in strata of their cosine similarity. The figures
of a whole campaign are in `pair_figures`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite, sqrt
from typing import NamedTuple, TypeVar

Label = TypeVar("Label", bound=Hashable)

STRATA = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))  # upper ends, included
MILLION = 1_000_000
YES_OF_THREE = frozenset({"same message", "same topic"})


class Majority(NamedTuple):
    """The winning label and its votes; a tie has no winner, and `ties` lists the tied labels."""

    winner: str | None
    support: int
    votes: int
    absolute: bool = False
    ties: tuple[str, ...] = ()
    reason: str | None = None


class Correlation(NamedTuple):
    value: float | None
    points: int
    reason: str | None = None


class Sums(NamedTuple):
    """Sums over n points (x, y); whole numbers or fractions, so that only the root is inexact."""

    n: int
    x: int | Fraction
    y: int | Fraction
    xx: int | Fraction
    yy: int | Fraction
    xy: int | Fraction


def majority(labels: Iterable[str | None]) -> Majority:
    """Return the label with the most votes; None is a missing answer.

    >>> majority(["yes", "no", "yes"])
    Majority(winner='yes', support=2, votes=3, absolute=True, ties=(), reason=None)
    >>> majority(["yes", "no"]).ties
    ('no', 'yes')
    """
    return majority_of(Counter(present(labels)))


def majority_of(times: Mapping[str, int]) -> Majority:
    """Return the majority from how often each label was given.

    >>> majority_of({"yes": 2, "no": 1}).winner
    'yes'
    """
    votes = sum(times.values())
    if not votes:
        return Majority(None, 0, 0, reason="There is no vote.")
    most = max(times.values())
    best = tuple(sorted(label for label, count in times.items() if count == most))
    if len(best) > 1:
        return Majority(None, most, votes, ties=best, reason="The labels with most votes tie.")
    return Majority(best[0], most, votes, absolute=2 * most > votes)


def present(labels: Iterable[Label | None]) -> list[Label]:
    """Return the answers that were given; None is a missing one.

    >>> present(["yes", None])
    ['yes']
    """
    return [label for label in labels if label is not None]


def check_pair(votes: Iterable[str | None], similarity: int | None) -> None:
    """Raise ValueError if an answer is not a text or the similarity is not in whole millionths."""
    if odd := [answer for answer in present(votes) if not isinstance(answer, str)]:
        raise ValueError(f"An answer is a text, and {odd[0]!r} is none.")
    if similarity is not None and (
        not isinstance(similarity, int) or not 0 <= similarity <= MILLION
    ):
        raise ValueError(f"The similarity {similarity!r} is not in millionths, 0 to {MILLION:,}.")


def as_yes_no(labels: Iterable[str | None], yes: Iterable[str] = YES_OF_THREE) -> list[str]:
    """Return answers as "yes" and "no"; those in `yes` count as yes (ACL 2014, section 4.2).

    None is a missing answer and is left out.

    >>> as_yes_no(["same message", "same topic", "different"])
    ['yes', 'yes', 'no']
    """
    counting = frozenset(yes)
    return ["yes" if label in counting else "no" for label in present(labels)]


def pairwise(labels: Iterable[str | None]) -> Fraction | None:
    """Return the share of an item's pairs of votes that agree; None with fewer than two votes.

    A label that is None is a missing answer.

    >>> pairwise(["yes", "yes", "no"])
    Fraction(1, 3)
    """
    given = present(labels)
    m = len(given)
    if m < 2:
        return None
    return Fraction(sum(c * (c - 1) for c in Counter(given).values()), m * (m - 1))


def stratum_of(cosine: Fraction | float, ends: Sequence[Fraction | float] = STRATA) -> str:
    """Return the name of the stratum; the upper end belongs to it, and zero to the first stratum.

    Raises ValueError if the value is beyond the last end or not a number.

    >>> stratum_of(0.25), stratum_of(0.26)
    ('[0, .25]', '(.25, .5]')
    """
    if not isfinite(cosine) or cosine < 0 or cosine > ends[-1]:
        raise ValueError(f"The similarity {cosine} is not between 0 and {ends[-1]}.")
    at = next(i for i, end in enumerate(ends) if cosine <= end)
    return _name(ends, at)


def stratum_names(ends: Sequence[Fraction | float] = STRATA) -> list[str]:
    """Return the names of the strata in order.

    >>> stratum_names()
    ['[0, .25]', '(.25, .5]', '(.5, .75]', '(.75, 1]']
    """
    return [_name(ends, at) for at in range(len(ends))]


def correlation(points: Sequence[tuple[int | Fraction, int | Fraction]]) -> Correlation:
    """Return Pearson's r of points (x, y).

    >>> round(correlation([(0, 0), (1, 0), (2, 1)]).value, 4)
    0.866
    """
    x, y = [point[0] for point in points], [point[1] for point in points]
    return pearson(
        Sums(
            len(points),
            sum(x),
            sum(y),
            sum(one * one for one in x),
            sum(one * one for one in y),
            sum(one * other for one, other in zip(x, y, strict=True)),
        ),
    )


def pearson(
    sums: Sums, x: str = "values", y: str = "values", points: str = "points"
) -> Correlation:
    """Return Pearson's r = (n xy - x y) / sqrt((n xx - x x) (n yy - y y)) from sums.

    x, y, points : the names of the values and points, for the reason

    Undefined with fewer than two points, or if all x or all y are equal.

    >>> pearson(Sums(2, 1, 1, 1, 1, 1)).value
    1.0
    """
    n = sums.n
    if n < 2:
        return Correlation(None, n, f"There are fewer than two {points}.")
    xx, yy = n * sums.xx - sums.x**2, n * sums.yy - sums.y**2
    if not xx or not yy:
        alike = y if xx else x
        return Correlation(None, n, f"All {alike} are alike, so nothing can go together.")
    return Correlation(float(n * sums.xy - sums.x * sums.y) / sqrt(xx * yy), n)


def _name(ends: Sequence[Fraction | float], at: int) -> str:
    low, high = (0 if at == 0 else ends[at - 1]), ends[at]
    return f"{'(' if at else '['}{_short(low)}, {_short(high)}]"


def _short(number: Fraction | float) -> str:
    return f"{float(number):g}".removeprefix("0") or "0"
