"""Twins: workers who give identical answers more often than independent people would.

For every two workers with n >= 4 texts in common, the number m of texts with identical whole
answers is compared with its expectation e. There are three tests: over all of these texts, over
those that the first worker answered before the second, and over the other ones. The expectation is
the larger of two: that of `agreement.twins.chance`, and that of two habits which ignore the texts
(as in Cohen's kappa),

    e = sum over the habits h of  n_1(h) n_2(h) / n

where n_i(h) is the number of these texts that worker i answered with habit h. Answers to different
texts are independent, with different chances p_t. Of all such sums with the same mean, the binomial
has the heaviest upper tail (Hoeffding 1956), so

    P(at least m) <= P(Bin(n, e / n) >= m)

Two workers are twins if one of these bounds is at most 0.01 / (number of tests), and if
(m - e) / (n - e) >= 1/2: with hundreds of texts in common, small differences are significant but
irrelevant.

Twins raise the chance on their own texts, and so hide each other. Therefore the chance is fitted
without suspects: pairs whose bound over all their texts is at most 0.01, with the same excess. It
is fitted again until there are no more suspects. In a crowd without a farm these are few pairs, so
that the chance hardly changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from agreement.twins.chance import MIN_CHANCE, Floats, chances
from agreement.twins.pairs import Bools, Ints, Pairs
from agreement.twins.tails import binomial_tails, hypergeometric

LEVEL = 0.01
MIN_TEXTS = 4
MIN_EXCESS = 0.5
MAX_ROUNDS = 8
SUSPECT_LEVEL = 0.01


class Counts(NamedTuple):
    """Counts per pair of workers: texts in common, identical answers, and their expectation."""

    texts: Ints
    same: Ints
    expected: Floats


class Pair(NamedTuple):
    """Two twins.

    one, other : the workers
    texts, same, expected : the number of texts in common, of identical answers, and its expectation
    after, same_after : the number of texts that `other` answered after `one`, and of identical
        answers among these
    p : the smallest of the three p-values times the number of tests
    follows : the worker who follows the other one; None if the order does not show it
    """

    one: int
    other: int
    texts: int
    same: int
    expected: float
    after: int
    same_after: int
    p: float
    follows: int | None


class Twins(NamedTuple):
    """The number of pairs tested, the twins, and the clusters that they form, largest first."""

    tested: int
    pairs: list[Pair]
    clusters: list[list[int]]


def twins_of(pairs: Pairs, *, level: float = LEVEL) -> Twins:
    """Return the twins among the workers.

    >>> from agreement.twins.pairs import Given, pairs_of
    >>> rows = [(text, who, text * 7 % 5 if who < 2 else (text + who) * who % 4)
    ...         for text in range(30) for who in range(5)]
    >>> found = twins_of(pairs_of(Given(*map(list, zip(*rows)), list(range(150)))))
    >>> found.clusters, found.pairs[0].same, round(found.pairs[0].expected)
    ([[0, 1]], 30, 4)
    """
    size = max(pairs.workers, 1)
    low, high = np.minimum(pairs.earlier, pairs.later), np.maximum(pairs.earlier, pairs.later)
    keys, place = np.unique(low * size + high, return_inverse=True)
    upward = pairs.later > pairs.earlier  # the worker with the higher index answered later
    splits = (np.ones(len(place), bool), upward, ~upward)
    sizes = [np.bincount(place[split], minlength=len(keys)) for split in splits]
    tests = sum(int((n >= MIN_TEXTS).sum()) for n in sizes)
    found, smallest, expected = _found(pairs, place, splits, len(keys), level / max(tests, 1))
    same = [np.bincount(place[split & pairs.same], minlength=len(keys)) for split in splits]
    chosen = np.flatnonzero(found)
    twins = [
        Pair(
            int(keys[at] // size),
            int(keys[at] % size),
            int(sizes[0][at]),
            int(same[0][at]),
            float(expected[at]),
            int(sizes[1][at]),
            int(same[1][at]),
            min(1.0, float(smallest[at] * tests)),
            None,
        )
        for at in chosen.tolist()
    ]
    twins = [one._replace(follows=_follower(one, level / (2 * len(twins)))) for one in twins]
    return Twins(int((sizes[0] >= MIN_TEXTS).sum()), twins, clusters_of(twins))


def _found(
    pairs: Pairs, place: Ints, splits: Sequence[Bools], size: int, level: float
) -> tuple[Bools, Floats, Floats]:
    """Return for each pair of workers whether they are twins, their smallest p and e.

    place : the pair of workers of each pair of answers
    splits : the pairs of answers of each test, the first time all of them
    size : the number of pairs of workers
    """
    suspect = np.zeros(size, bool)
    for _ in range(MAX_ROUNDS):
        p = chances(pairs, ~suspect[place])
        found, smallest, now = np.zeros(size, bool), np.ones(size), suspect.copy()
        for number, split in enumerate(splits):
            one = _counts(pairs, place, p, split, size)
            limit = level if number else max(level, SUSPECT_LEVEL)
            at, tails, by_chance = _beyond_chance(pairs, place, split, one, limit)
            found[at[tails <= level]] = True
            smallest[at] = np.minimum(smallest[at], tails)
            if not number:
                now[at] = True
                expected = one.expected
                expected[at] = by_chance
        now |= found
        if not (now & ~suspect).any():
            break
        suspect = now
    return found, smallest, expected


def _counts(pairs: Pairs, place: Ints, p: Floats, split: Bools, size: int) -> Counts:
    here = place[split]
    return Counts(
        np.bincount(here, minlength=size),
        np.bincount(here, pairs.same[split], size).astype(np.int64),
        np.asarray(np.bincount(here, p[split], size), float),
    )


def _beyond_chance(
    pairs: Pairs, place: Ints, split: Bools, counts: Counts, level: float
) -> tuple[Ints, Floats, Floats]:
    """Return the pairs of workers who are twins by these counts, their p and their expectations."""
    n, m = counts.texts, counts.same
    at = np.flatnonzero((n >= MIN_TEXTS) & _far(n, m, counts.expected))
    at = at[binomial_tails(n[at], counts.expected[at] / n[at], m[at]) <= level]
    expected = np.maximum(counts.expected[at], _of_habits(pairs, place, split, at))
    tails = binomial_tails(n[at], np.minimum(expected / n[at], 1 - MIN_CHANCE), m[at])
    stays = (tails <= level) & _far(n[at], m[at], expected)
    return at[stays], tails[stays], expected[stays]


def _far(n: Ints, m: Ints, expected: Floats) -> Bools:
    return np.asarray((m > expected) & (m - expected >= MIN_EXCESS * (n - expected)))


def _of_habits(pairs: Pairs, place: Ints, split: Bools, at: Ints) -> Floats:
    """Return the expected number of identical answers of these pairs if both answer by habit."""
    number = np.full(place.max(initial=0) + 1, -1)
    number[at] = np.arange(len(at))
    rows = np.flatnonzero(split & (number[place] >= 0))
    pair = number[place[rows]]
    upward = pairs.later[rows] > pairs.earlier[rows]
    answers = (pairs.earlier_answer[rows], pairs.later_answer[rows])
    size = int(pairs.habits.max(initial=0)) + 1
    times = [
        np.unique(pair * size + pairs.habits[np.where(upward, *way)], return_counts=True)
        for way in (answers, answers[::-1])
    ]
    shared, one, other = np.intersect1d(times[0][0], times[1][0], True, return_indices=True)
    products = np.bincount(shared // size, times[0][1][one] * times[1][1][other], len(at))
    return np.asarray(products / np.maximum(np.bincount(pair, minlength=len(at)), 1))


def _follower(pair: Pair, level: float) -> int | None:
    """Return the worker who follows: answers are identical where they came second, and not where
    they came first. None if answers are identical in both orders, or if there is only one order."""
    before, same_before = pair.texts - pair.after, pair.same - pair.same_after
    for who, texts, same in (
        (pair.other, pair.after, pair.same_after),
        (pair.one, before, same_before),
    ):
        if float(hypergeometric(pair.texts, pair.same, texts)[same:].sum()) <= level:
            return who
    return None


def clusters_of(pairs: list[Pair]) -> list[list[int]]:
    """Return the groups of workers linked by pairs, the largest groups first.

    >>> linked = [Pair(*two, 4, 4, 1.0, 2, 2, 0.0, None) for two in [(3, 1), (5, 6), (1, 0)]]
    >>> clusters_of(linked)
    [[0, 1, 3], [5, 6]]
    """
    of: dict[int, list[int]] = {}
    for pair in pairs:
        one, other = of.setdefault(pair.one, [pair.one]), of.setdefault(pair.other, [pair.other])
        if one is not other:
            larger, smaller = (one, other) if len(one) >= len(other) else (other, one)
            larger.extend(smaller)
            of.update(dict.fromkeys(smaller, larger))
    different = {id(found): sorted(found) for found in of.values()}
    return sorted(different.values(), key=lambda found: (-len(found), found))
