"""Followers: workers who repeat the answers that others gave before them.

Somebody who copies from any of many others is no one's twin. But they agree with answers that were
there before theirs more than with those that came later. Of the c - 1 others who answered a text, k
answered before the worker, and C gave the identical answer. If nobody follows anybody, the order
says nothing, and of the k others

    P(X = x identical) ~ e_x(odds of the k) e_(C - x)(odds of those who came later)

with e_x the elementary symmetric polynomial and the odds of each other those of an identical answer
to this worker's, on all texts of both, drawn towards their chance with the weight of 5 texts. The
odds matter where workers keep their order: somebody who always answers after careful people and
before careless ones follows nobody. Each text scores log((1 + X / E[X]) / 2): the likelihood of
somebody who copies half of the time, over that of somebody who never does, rounded to 1/20. The
texts are independent, so the distribution of the sum is a convolution. A worker follows if P(sum at
least so high) is at most 0.01 / (number of workers), and if at least one text in ten has one more
identical earlier answer than expected.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from agreement.twins.chance import SHRINKAGE, Floats, chances
from agreement.twins.pairs import Bools, Ints, Pairs
from agreement.twins.tails import sum_tail
from agreement.twins.twins import LEVEL, MIN_TEXTS

MIN_EXCESS = 0.1  # identical earlier answers per text, above expectation
STEPS = 20  # of scores, per unit of the natural logarithm
MOST_NAMED = 10


class Follower(NamedTuple):
    """A worker who follows others.

    texts : those where others answered both before and after them, or could have
    same : identical answers that were there before theirs, and `expected` how many by chance
    p : times the number of workers
    whom : the workers whose earlier answers are identical most often beyond later ones, with how
        many of their earlier answers there are, and how many of these are identical
    """

    worker: int
    texts: int
    same: int
    expected: float
    p: float
    whom: list[tuple[int, int, int]]


def followers_of(pairs: Pairs, *, level: float = LEVEL) -> list[Follower]:
    """Return the followers, the surest first.

    >>> from agreement.twins.pairs import Given, pairs_of
    >>> orders = [(3, 0, 2, 4), (4, 2, 0, 3), (2, 4, 0, 3)] * 20  # 0 copies whoever was first
    >>> rows = [(text, who, text * 7 + (who or order[0]) % 4)
    ...         for text, order in enumerate(orders) for who in order]
    >>> given = Given(*map(list, zip(*rows)), [0] * 240)
    >>> [(one.worker, one.same, round(one.expected)) for one in followers_of(pairs_of(given))]
    [(0, 60, 33)]
    """
    chance = _of_pairs(pairs)
    found, tested = [], 0
    for worker, rows in _rows_by_worker(pairs):
        before = pairs.later[rows] == worker
        opened = _opened(pairs, rows, before)
        needed = MIN_EXCESS * len(opened.same)
        tested += len(opened.same) >= MIN_TEXTS
        beyond = opened.same - opened.before * opened.alike / opened.others
        if len(opened.same) < MIN_TEXTS or beyond.sum() < needed:
            continue  # not even if all others were equally likely to answer alike
        texts = list(_texts(opened, before, chance[rows]))
        same = int(opened.same.sum())
        expected = sum(one.expected for one in texts)
        if same - expected >= needed:
            p = sum_tail((one.scores for one in texts), sum(one.score for one in texts))
            whom = _whom(pairs, rows, before)
            found.append(Follower(worker, len(texts), same, expected, p, whom))
    sure = [one._replace(p=one.p * tested) for one in found if one.p * tested <= level]
    return sorted(sure, key=lambda one: (one.p, one.worker))


class _Opened(NamedTuple):
    """The texts of a worker whose order could say something, by text: where their pairs start, how
    many others there are, how many of them came before, are identical, and are both."""

    starts: Ints
    others: Ints
    before: Ints
    alike: Ints
    same: Ints


class _Text(NamedTuple):
    """A text of a worker: how many earlier answers would be identical by chance, the score, and all
    possible scores with their probabilities."""

    expected: float
    score: int
    scores: tuple[Ints, Floats]


def _of_pairs(pairs: Pairs) -> Floats:
    """Return for each pair of answers the chance that these two workers answer alike."""
    size = max(pairs.workers, 1)
    low, high = np.minimum(pairs.earlier, pairs.later), np.maximum(pairs.earlier, pairs.later)
    _, place = np.unique(low * size + high, return_inverse=True)
    expected = np.bincount(place, chances(pairs, np.ones(len(place), bool)))
    texts, same = np.bincount(place), np.bincount(place, pairs.same)
    shared = (same + SHRINKAGE * expected / np.maximum(texts, 1)) / (texts + SHRINKAGE)
    return np.asarray(shared[place])


def _rows_by_worker(pairs: Pairs) -> Iterator[tuple[int, Ints]]:
    """Yield each worker with the pairs of their answers, those of one answer together."""
    count = len(pairs.text)
    answers = np.concatenate([pairs.later_answer, pairs.earlier_answer])
    workers = np.concatenate([pairs.later, pairs.earlier])
    order = np.lexsort((answers, workers))
    ends = np.cumsum(np.bincount(workers, minlength=pairs.workers))
    for worker, rows in enumerate(np.split(order, ends[:-1])):
        if len(rows):
            yield worker, rows % count


def _opened(pairs: Pairs, rows: Ints, before: Bools) -> _Opened:
    starts = np.flatnonzero(np.diff(pairs.text[rows], prepend=-1))
    same = pairs.same[rows]
    k, alike, both = (
        np.add.reduceat(one, starts, dtype=np.int64) for one in (before, same, before & same)
    )
    others = np.diff(starts, append=len(rows))
    at = np.flatnonzero((k > 0) & (k < others) & (alike > 0) & (alike < others))
    return _Opened(starts[at], others[at], k[at], alike[at], both[at])


def _texts(opened: _Opened, before: Bools, chance: Floats) -> Iterator[_Text]:
    odds = chance / (1 - chance)
    for start, others, _, alike, same in zip(*(one.tolist() for one in opened), strict=True):
        here = slice(start, start + others)
        p = _distribution(odds[here][before[here]], odds[here][~before[here]], alike)
        counts = np.arange(len(p))
        expected = float((counts * p).sum())
        values = np.rint(STEPS * np.log((1 + counts / expected) / 2)).astype(np.int64)
        yield _Text(expected, int(values[same]), (values, p))


def _distribution(earlier: Floats, later: Floats, alike: int) -> Floats:
    """Return P(X = x), x = 0 to the number of earlier answers.

    >>> _distribution(np.ones(2), np.ones(1), 1).round(3).tolist()
    [0.333, 0.667, 0.0]
    """
    ours, theirs = _symmetric(earlier), _symmetric(later)
    p = np.zeros(len(ours))
    first, last = max(0, alike - len(later)), min(alike, len(earlier))
    p[first : last + 1] = ours[first : last + 1] * theirs[alike - last : alike - first + 1][::-1]
    return np.asarray(p / p.sum())


def _symmetric(odds: Floats) -> Floats:
    """Return the elementary symmetric polynomials, scaled so that they add up to 1."""
    found = np.ones(1)
    for p in (odds / (1 + odds)).tolist():
        found = np.convolve(found, (1 - p, p))
    return found


def _whom(pairs: Pairs, rows: Ints, before: Bools) -> list[tuple[int, int, int]]:
    """Return whose earlier answers are identical more often than later ones are."""
    same = pairs.same[rows]
    whose = pairs.earlier[rows[before]]
    every = np.bincount(whose, minlength=pairs.workers)
    alike = np.bincount(whose[same[before]], minlength=pairs.workers)
    share = float(same[~before].mean()) if not before.all() else 0.0
    beyond: Ints = np.flatnonzero(alike - share * every > 1)
    named = sorted(beyond.tolist(), key=lambda each: (share * every[each] - alike[each], each))
    return [(each, int(every[each]), int(alike[each])) for each in named[:MOST_NAMED]]
