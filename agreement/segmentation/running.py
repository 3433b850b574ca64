"""The sums inside alpha and S, updated as annotations are added and withdrawn (see `live`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from operator import mul
from typing import NamedTuple, TypeAlias

import numpy as np

from agreement.groups import Ints
from agreement.segmentation.alpha import INT64_MAX, pair_sums
from agreement.segmentation.counting import POWERS, Counts, Group, numerators
from agreement.segmentation.null import MAX_NESTED_LENGTH, expected_tail, over_pairs, tails
from agreement.segmentation.vectors import Kind, Vector

Windows: TypeAlias = tuple[Ints, Ints, list[int]]


class Sum:
    """A sum of fractions as one whole number over their common denominator.

    >>> parts = Sum()
    >>> parts.add(1, 3)
    >>> parts.add(1, 2)
    >>> print(parts.over(10))
    1/12
    """

    def __init__(self) -> None:
        self._numerator, self._common = 0, 1

    def add(self, numerator: int, denominator: int) -> None:
        times, rest = divmod(self._common, denominator)
        if rest:
            common = lcm(self._common, denominator)
            self._numerator *= common // self._common
            self._common, times = common, common // denominator
        self._numerator += numerator * times

    def over(self, count: int) -> Fraction:
        return Fraction(self._numerator, self._common * count)


class Null(NamedTuple):
    """`null.tails`, and `null.expected_tail` as numerator and denominator; empty if undefined."""

    at_least: list[int]
    p: int
    q: int


class Sums:
    """The sums of the texts' contributions to `within` and S under d_k.

    within : by the texts' weights (see `alpha.Weights`)
    value, distinct, chance, chance_distinct : see `chance.Chance`
    items : the number of texts in those four, whose length has a null distribution
    """

    def __init__(self, kind: Kind, k: int, counts: Counts) -> None:
        self._kind: Kind = kind
        self._k = k
        self.within = {"items": Sum(), "annotations": Sum()}
        self.value, self.distinct, self.chance, self.chance_distinct = (Sum() for _ in range(4))
        self.items = 0
        self._nulls: dict[int, Null] = {}
        for group, items in counts.compared.items():
            listed = self.closeness(group[0], counts.pairs[k].get(group, {}))
            close = listed + counts.near[k][group]
            self.change(group, items, counts.sums[k][group], close)

    def of_texts(self, rows: Ints) -> tuple[list[int], list[int]]:
        """Return for each of some texts, (texts, c, n - 1), the two sums over its pairs."""
        columns = rows.transpose(2, 1, 0)
        at_least = [*self._null(len(columns) + 1).at_least, 0]
        fits = at_least[0] * rows.shape[1] ** 2 <= INT64_MAX
        near = np.array(at_least, dtype=np.int64 if fits else object)
        apart, close = np.zeros(len(rows), dtype=np.int64), np.zeros(len(rows), dtype=near.dtype)
        for start, part in numerators(columns, self._k):
            texts = slice(start, start + part.shape[1])
            found = part.astype(np.int64)
            apart[texts] += found.sum(axis=0)
            close[texts] += near[np.minimum(found, len(near) - 1)].sum(axis=0)
        return apart.tolist(), close.tolist()

    def closeness(self, n: int, pairs: Mapping[int, int]) -> int:
        """Return the sum over pairs, by numerator, of the null's pairs at least as far apart."""
        return over_pairs(self._null(n).at_least, pairs)

    def change(self, group: Group, items: int, apart: int, close: int) -> None:
        """Add texts, with the sums of their pairs' numerators and closeness; negative numbers
        remove."""
        n, c = group
        if n < 2 or c < 2:
            return
        self.within["items"].add(apart, c * (c - 1) * (n - 1))
        self.within["annotations"].add(apart, (c - 1) * (n - 1))
        at_least, p, q = self._null(n)
        if at_least:
            every = at_least[0]
            self.value.add(items * c * every + 2 * close, c * c * every)
            self.distinct.add(2 * close, c * (c - 1) * every)
            self.chance.add(items * (q + (c - 1) * p), c * q)
            self.chance_distinct.add(items * p, q)
            self.items += items

    def _null(self, n: int) -> Null:
        null = self._nulls.get(n)
        if null is None:
            null = self._nulls[n] = _null(self._kind, n, self._k)
        return null


class Distances:
    """The sum of d_k over all ordered pairs of annotations that take part, for each k.

    Let E[m][i][v] be the sum of |u^k - v^k| over the values u of annotations of m words before
    boundary i. The positions of the shorter of two form a window at each boundary (see
    `alpha.pair_sums`). So the sum of the distances of one annotation to all annotations of m words
    is a sum over its boundaries of E at the window's end minus E at its start.
    """

    def __init__(self, kind: Kind, counts: Counts) -> None:
        self._kind: Kind = kind
        self._known: Counter[int] = Counter()  # annotations by words
        self._row: dict[int, int] = {}  # row of E, by words
        self._windows: dict[int, Windows] = {}
        self._common, self._totals = 1, [0 for _ in POWERS[kind]]
        self._apart, self._before = _apart(kind, 2), _room(kind, 1, 2)
        self._make_room(len(counts.at), max(counts.at, default=2))
        for n, cells in counts.at.items():
            self._meet(n)
            at = np.zeros((n - 1, self._apart.shape[1]), dtype=np.int64)
            for (boundary, value), times in cells.items():
                at[boundary, value] = times
            self._known[n] = int(at[0].sum())
            self._before[:, self._row[n], 1:n] = (at @ self._apart).cumsum(axis=1)
        self._totals = [
            sum(
                (1 if n == m else 2) * value * (self._common // _shares(n, m))
                for n, sums in pair_sums(counts, k).items()
                for m, value in sums.items()
            )
            for k in POWERS[kind]
        ]

    def over(self, k: int, count: int) -> Fraction:
        return Fraction(self._totals[k - 1], self._common * count)

    def read(self, vector: Vector) -> Ints:
        """Return a vector as a row and make room for it; ValueError if it has impossible labels."""
        highest = 1 if self._kind == "flat" else max(len(vector) - 1, 0)
        if not 0 <= min(vector, default=0) <= max(vector, default=0) <= highest:
            raise ValueError("A boundary is negative, or higher than any tree over these texts.")
        if len(vector) >= self._before.shape[2]:
            self._make_room(len(self._row), 2 * len(vector))
        return np.array(vector, dtype=np.int64)

    def apart(self, row: Ints, others: Ints) -> list[list[int]]:
        """Return for each k the numerators of the distances of a row to others, (c, n - 1)."""
        apart: list[list[int]] = self._apart[:, row, others].sum(axis=2).tolist()
        return apart

    def shift(self, row: Ints, sign: int) -> None:
        """Add (sign 1) or remove (sign -1) one annotation; its distance to itself is 0."""
        n = len(row) + 1
        if n not in self._windows:
            self._meet(n)
        starts, ends, weights = self._windows[n]
        before = self._before.reshape(len(self._before), -1)
        apart = before.take(ends + row, axis=1) - before.take(starts + row, axis=1)
        for number, sums in enumerate(apart.sum(axis=2).tolist()):
            self._totals[number] += sign * sum(map(mul, sums, weights))
        self._before[:, self._row[n], 1:n] += sign * self._apart.take(row, axis=1).cumsum(axis=1)
        self._known[n] += sign

    def _meet(self, n: int) -> None:
        """Add a length and its windows with the known lengths, and update the common
        denominator."""
        if n not in self._row:
            self._row[n] = len(self._row)
            self._windows.clear()
            if len(self._row) > self._before.shape[1]:
                self._make_room(2 * len(self._row), self._before.shape[2])
            common = lcm(*(_shares(n, m) for m in self._row), self._common)
            self._totals = [total * (common // self._common) for total in self._totals]
            self._common = common
        starts, ends = zip(*(_window(n, m) for m in self._row), strict=True)
        rows = np.arange(len(self._row))[:, None] * self._before.shape[2]
        weights = [2 * self._common // _shares(n, m) for m in self._row]
        labels = self._before.shape[3]
        self._windows[n] = (rows + starts) * labels, (rows + ends) * labels, weights

    def _make_room(self, lengths: int, longest: int) -> None:
        """Enlarge the arrays for more lengths, and for longer texts.

        The distance of a label above all present ones is that of the highest plus that between the
        two.
        """
        old, before = self._before, _room(self._kind, max(lengths, 1), longest)
        apart = _apart(self._kind, longest)
        labels = old.shape[3]
        for n, row in self._row.items():
            if row < old.shape[1]:
                before[:, row, :n, :labels] = old[:, row, :n]
                times = self._known[n] * np.arange(n)[:, None]
                further = times * apart[:, None, labels - 1, labels:]
                before[:, row, :n, labels:] = old[:, row, :n, -1:] + further
        self._apart, self._before = apart, before
        self._windows.clear()


def _null(kind: Kind, n: int, k: int) -> Null:
    if n < 2 or (kind != "flat" and n > MAX_NESTED_LENGTH):
        return Null([], 0, 1)
    return Null(tails(kind, n, k), *expected_tail(kind, n, k).as_integer_ratio())


def _apart(kind: Kind, longest: int) -> Ints:
    """Return |u^k - v^k| for each k and all labels u, v of texts up to the longest."""
    labels = np.arange(2 if kind == "flat" else longest)
    powers = np.array([labels**k for k in POWERS[kind]])
    apart: Ints = np.abs(powers[:, :, None] - powers[:, None, :])
    return apart


def _room(kind: Kind, lengths: int, longest: int) -> Ints:
    labels = 2 if kind == "flat" else longest
    return np.zeros((len(POWERS[kind]), lengths, longest, labels), dtype=np.int64)


def _shares(n: int, m: int) -> int:
    """Return the divisor of a numerator: the number of positions of the shorter times its
    boundaries."""
    return (abs(n - m) + 1) * (min(n, m) - 1)


def _window(n: int, m: int) -> tuple[Ints, Ints]:
    """Return which boundaries of m words can align with each of n words: first, and end
    (exclusive)."""
    at, places = np.arange(n - 1), abs(n - m) + 1
    if m >= n:
        return at, at + places
    return np.maximum(at - places + 1, 0), np.minimum(at + 1, m - 1)
