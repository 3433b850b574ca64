"""Estimates of the figures with fewer judgments per item, from the recorded judgments.

An item's m recorded judgments can simulate any n <= m: they are put in a random order and the first
n are used. Or judgments are used until more than half of them are equal (an absolute majority),
from `first` to at most `most`. All orders are equally likely, so an item's expectation is a sum
over the counts that can be drawn, in whole numbers: the orders that lead to a count, of all m (m -
1) ... (m - t + 1) beginnings of length t.

The width of an interval needs all items at once: n judgments of each item are sampled with a seed,
and each such campaign is resampled over its items. For N items instead of the I that were used the
width is multiplied by sqrt(I / N).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import perm, sqrt
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from agreement.bootstrap import Floats, Plan, bootstrap
from agreement.sampling import SEED, Draws
from agreement.segmentation.alpha import alpha
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import count_item, take_apart
from agreement.segmentation.intervals import bootstrap_segmentation
from agreement.segmentation.vectors import Kind
from agreement.tally import Tally

Ints: TypeAlias = NDArray[np.int64]
T = TypeVar("T")
Votes: TypeAlias = tuple[int, ...]  # the number of votes for each answer to one item

DRAWN = 5  # number of campaigns sampled
PLAN = Plan(method="percentile", resamples=200)
MAX_ITEMS = 1000
MAX_TEXTS = 250


class Expected(NamedTuple):
    """Means over the items that have enough judgments; None if there is none.

    judgments : the number per item
    settled : the share of items of which more than half of the judgments are equal
    accuracy : among items with a gold answer, the share whose most frequent answer is the gold
        answer; a tie counts as a random choice among its answers
    """

    items: int
    judgments: Fraction | None
    settled: Fraction | None
    known: int
    accuracy: Fraction | None


class Width(NamedTuple):
    """The mean of a figure over the sampled campaigns, and the mean width of its intervals."""

    value: float | None
    width: float | None
    reason: str | None = None


NO_WIDTH = "The figure or its interval is undefined for so few judgments."


def expect(
    items: Iterable[tuple[Votes, int | None]], first: int, most: int | None = None
) -> Expected:
    """Return the expectations for `first` judgments per item, or up to `most` until they agree.

    items : the votes of each, and the number of its gold answer or None

    Items with fewer judgments than the maximum take no part. Raises ValueError if first < 1 or most
    < first.

    >>> found = expect([((2, 1), 0)], 1)
    >>> found.judgments, found.accuracy
    (Fraction(1, 1), Fraction(2, 3))
    >>> expect([((3, 2), 0)], 2, 5).judgments  # .4 that two are alike, else a third decides
    Fraction(13, 5)
    """
    last = first if most is None else most
    if first < 1 or last < first:
        raise ValueError("There is at least one judgment, and the most are not fewer.")
    rows = [(tuple(votes), known) for votes, known in items]
    if any(type(count) is not int or count < 0 for votes, _ in rows for count in votes):
        raise ValueError("Votes are counted in whole numbers of 0 or more.")
    alike = Counter((votes, known) for votes, known in rows if sum(votes) >= last)
    judgments, settled, right = Fraction(0), Fraction(0), Fraction(0)
    for (votes, known), times in alike.items():
        for drawn, chance in outcomes(votes, first, last).items():
            judgments += times * chance * sum(drawn)
            settled += times * chance * (2 * max(drawn) > sum(drawn))
            if known is not None and drawn[known] == max(drawn):
                right += times * chance / drawn.count(max(drawn))
    n = alike.total()
    known_items = sum(times for (_, known), times in alike.items() if known is not None)
    return Expected(
        n,
        judgments / n if n else None,
        settled / n if n else None,
        known_items,
        right / known_items if known_items else None,
    )


def as_it_is(items: Iterable[tuple[Votes, int | None]]) -> Expected:
    """Return the same figures for all recorded judgments of each item.

    >>> as_it_is([((2, 1), 0), ((1, 1), 0)]).judgments
    Fraction(5, 2)
    """
    sizes: defaultdict[int, list[tuple[Votes, int | None]]] = defaultdict(list)
    for votes, known in items:
        sizes[sum(votes)].append((votes, known))
    parts = [expect(alike, size) for size, alike in sizes.items() if size]
    n, known_items = sum(part.items for part in parts), sum(part.known for part in parts)
    return Expected(
        n,
        sum((p.items * p.judgments for p in parts if p.judgments), Fraction(0)) / n if n else None,
        sum((p.items * p.settled for p in parts if p.settled), Fraction(0)) / n if n else None,
        known_items,
        sum((p.known * p.accuracy for p in parts if p.accuracy), Fraction(0)) / known_items
        if known_items
        else None,
    )


def outcomes(votes: Votes, first: int, most: int) -> dict[Votes, Fraction]:
    """Return the counts at which collection can end, each with its probability.

    >>> outcomes((2, 1), 2, 3)
    {(2, 0): Fraction(1, 3), (2, 1): Fraction(2, 3)}
    """
    ended: dict[Votes, Fraction] = {}
    orders: dict[Votes, int] = {(0,) * len(votes): 1}
    for t in range(1, most + 1):
        following: defaultdict[Votes, int] = defaultdict(int)
        for drawn, ways in orders.items():
            for label, (had, all_) in enumerate(zip(drawn, votes, strict=True)):
                if had < all_:
                    following[*drawn[:label], had + 1, *drawn[label + 1 :]] += ways * (all_ - had)
        beginnings = perm(sum(votes), t)
        orders = {}
        for drawn, ways in following.items():
            if t == most or (t >= first and 2 * max(drawn) > t):
                ended[drawn] = Fraction(ways, beginnings)
            else:
                orders[drawn] = ways
    return ended


def draw_table(votes: Ints, n: int, draws: Draws) -> Ints:
    """Sample n judgments per item without replacement: (items, answers) counts.

    votes : (items, answers) counts; raises ValueError if a row has fewer than n
    """
    sizes = votes.sum(axis=1)
    if len(votes) and int(sizes.min()) < n:
        raise ValueError(f"An item has fewer than {n} judgments.")
    table = np.zeros_like(votes)
    left = votes.copy()
    rows = np.arange(len(votes))
    for t in range(n):
        luck = draws.below(2**32, len(votes)) * (sizes - t) >> 32
        chosen = (luck[:, None] >= left.cumsum(axis=1)).sum(axis=1)
        table[rows, chosen] += 1
        left[rows, chosen] -= 1
    return table


def label_widths(
    votes: Sequence[Votes], n: int, *, yes: Sequence[int] = (), of: int, seed: int = SEED
) -> tuple[Width, Width]:
    """Return the widths of two figures' intervals with n judgments per item.

    The figures are nominal alpha, and the share of items with consensus yes of those with consensus
    yes or no.

    of : the planned number of items

    Items with fewer than n judgments take no part. Undefined, with the reason, if the figure or its
    interval is.

    >>> alpha, share = label_widths([(5, 1), (1, 5), (4, 2), (0, 6)] * 9, 3, yes=[0], of=36)
    >>> 0 < alpha.width < 1 and 0 < share.width < 1
    True
    """
    draws = Draws(seed)
    enough = sorted(row for row in votes if sum(row) >= n)
    used = _some(enough, MAX_ITEMS, draws)
    if len(used) < 2:
        reason = "Fewer than two items have so many judgments."
        return Width(None, None, reason), Width(None, None, reason)
    found: list[list[tuple[float, float]]] = [[], []]
    for _ in range(DRAWN):
        table = draw_table(np.array(used, dtype=np.int64), n, draws)
        figures = Estimate(table, yes)
        observed = figures(np.ones((1, len(table))))[0]
        for place, interval in enumerate(bootstrap(figures, len(table), PLAN, "items")):
            low, high = interval["low"], interval["high"]
            if isinstance(low, float) and isinstance(high, float):
                found[place].append((float(observed[place]), high - low))
    scale = sqrt(len(used) / max(of, 1))
    return _mean(found[0], scale), _mean(found[1], scale)


class Estimate:
    """Alpha and the share of yes as functions of the items' weights."""

    def __init__(self, table: Ints, yes: Sequence[int]) -> None:
        m = table.sum(axis=1)
        unlike = m * m - (table * table).sum(axis=1)
        self._sizes = m.astype(np.float64)
        self._unlike = unlike / np.maximum(m - 1, 1)
        self._table = table.astype(np.float64)
        for_yes = table[:, list(yes)].sum(axis=1)
        self._yes = (2 * for_yes > m).astype(np.float64)
        self._settled = (2 * for_yes != m).astype(np.float64)

    def __call__(self, weights: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            n = weights @ self._sizes
            labels = weights @ self._table
            expected = (n * n - (labels * labels).sum(axis=1)) / (n - 1)
            observed = weights @ self._unlike
            whole = np.where(self._sizes.min() > 1, 1 - observed / expected, np.nan)
            share = (weights @ self._yes) / (weights @ self._settled)
        figures: Floats = np.column_stack([np.where(expected > 0, whole, np.nan), share])
        return figures


def segmentation_width(
    kind: Kind, texts: Sequence[Sequence[Vector]], n: int, *, of: int, seed: int = SEED
) -> Width:
    """Return alpha (d1) with n annotations of each text, and the width of its interval over texts.

    texts : the annotations of each; those with fewer than n take no part
    of : the planned number of texts
    """
    if n < 2:
        return Width(None, None, "Alpha compares at least two annotations of a text.")
    draws = Draws(seed)
    used = _some(sorted(sorted(text) for text in texts if len(text) >= n), MAX_TEXTS, draws)
    if len(used) < 2:
        return Width(None, None, "Fewer than two texts have so many annotations.")
    found = []
    for _ in range(DRAWN):
        drawn = [[text[i] for i in _chosen(len(text), n, draws)] for text in used]
        value = alpha(take_apart(Tally.total(count_item(kind, text) for text in drawn))).value
        interval = bootstrap_segmentation(kind, drawn, plan=PLAN)["alpha"]["d1"]
        low, high = interval["low"], interval["high"]
        if value is not None and isinstance(low, float) and isinstance(high, float):
            found.append((float(value), high - low))
    return _mean(found, sqrt(len(used) / max(of, 1)))


def _chosen(size: int, n: int, draws: Draws) -> list[int]:
    order: list[int] = np.argsort(draws.below(2**32, size), kind="stable").tolist()
    return order[:n]


def _some(items: Sequence[T], most: int, draws: Draws) -> list[T]:
    return [items[i] for i in sorted(_chosen(len(items), most, draws))]


def _mean(pairs: Sequence[tuple[float, float]], scale: float) -> Width:
    if len(pairs) < DRAWN:
        return Width(None, None, NO_WIDTH)
    value, width = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
    return Width(value, width * scale)
