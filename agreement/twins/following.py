"""Followers: workers who repeat the answers that others gave before them.

Workers who copy from many others are twins of none of them, but they agree with earlier answers
more often than with later ones. Of the c - 1 other workers who answered a text, k answered before
this worker, and C gave the same answer as this worker. If this worker does not copy, the order
does not matter, and the number X of same answers among the k earlier ones has the distribution

    P(X = x) ~ e_x(odds of the k earlier workers) e_(C - x)(odds of the later workers)

Here e_x is the elementary symmetric polynomial, and the odds of another worker are those of the
same answer as this worker's, over all texts that both answered, shrunk towards their chance with
the weight of 5 texts. The odds matter if workers always answer in the same order: a worker who
always answers after careful workers and before careless ones does not copy. The score of a
text is log((1 + X / E[X]) / 2), rounded to 1/20: the likelihood ratio of a worker who copies half
of the time to a worker who never copies. Texts are independent, so the distribution of the sum of
the scores is a convolution. A worker is a follower if P(a sum at least this high) is at most 0.01 /
(number of workers), and if there is at least one more same earlier answer than expected per ten
texts.
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
STEPS = 20  # score steps per unit of the natural logarithm
MAX_NAMED = 10


class Follower(NamedTuple):
    """A worker who follows others.

    texts : the number of texts whose order is informative: some other workers answered earlier and
        some later, and some but not all gave the same answer
    same, expected : the number of same earlier answers, and its expectation
    p : the p-value times the number of workers
    whom : the workers whose earlier answers are the same most often, compared with later answers,
        each with the number of their earlier answers, and the number of same ones among these
    """

    worker: int
    texts: int
    same: int
    expected: float
    p: float
    whom: list[tuple[int, int, int]]


def followers_of(pairs: Pairs, *, level: float = LEVEL) -> list[Follower]:
    """Return the followers, those with the smallest p first.

    >>> from agreement.twins.pairs import Given, pairs_of
    >>> orders = [(3, 0, 2, 4), (4, 2, 0, 3), (2, 4, 0, 3)] * 20  # 0 copies the first answer
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
        open_texts = _informative(pairs, rows, before)
        needed = MIN_EXCESS * len(open_texts.same)
        tested += len(open_texts.same) >= MIN_TEXTS
        excess = open_texts.same - open_texts.before * open_texts.alike / open_texts.others
        if len(open_texts.same) < MIN_TEXTS or excess.sum() < needed:
            continue  # not a follower even if all others were equally likely to agree
        texts = list(_texts(open_texts, before, chance[rows]))
        same = int(open_texts.same.sum())
        expected = sum(one.expected for one in texts)
        if same - expected >= needed:
            p = sum_tail((one.scores for one in texts), sum(one.score for one in texts))
            whom = _whom(pairs, rows, before)
            found.append(Follower(worker, len(texts), same, expected, p, whom))
    sure = [one._replace(p=one.p * tested) for one in found if one.p * tested <= level]
    return sorted(sure, key=lambda one: (one.p, one.worker))


class _Informative(NamedTuple):
    """The texts of a worker whose order is informative. Per text: where its pairs start, and the
    number of other workers, of earlier ones, of same answers, and of same earlier answers."""

    starts: Ints
    others: Ints
    before: Ints
    alike: Ints
    same: Ints


class _Text(NamedTuple):
    """A text of a worker: the expected number of same earlier answers, the score, and all possible
    scores with their probabilities."""

    expected: float
    score: int
    scores: tuple[Ints, Floats]


def _of_pairs(pairs: Pairs) -> Floats:
    """Return for each pair of answers the chance that these two workers give the same answer."""
    size = max(pairs.workers, 1)
    low, high = np.minimum(pairs.earlier, pairs.later), np.maximum(pairs.earlier, pairs.later)
    _, place = np.unique(low * size + high, return_inverse=True)
    expected = np.bincount(place, chances(pairs, np.ones(len(place), bool)))
    texts, same = np.bincount(place), np.bincount(place, pairs.same)
    shared = (same + SHRINKAGE * expected / np.maximum(texts, 1)) / (texts + SHRINKAGE)
    return np.asarray(shared[place])


def _rows_by_worker(pairs: Pairs) -> Iterator[tuple[int, Ints]]:
    """Yield each worker with the pairs of their answers, grouped by answer."""
    count = len(pairs.text)
    answers = np.concatenate([pairs.later_answer, pairs.earlier_answer])
    workers = np.concatenate([pairs.later, pairs.earlier])
    order = np.lexsort((answers, workers))
    ends = np.cumsum(np.bincount(workers, minlength=pairs.workers))
    for worker, rows in enumerate(np.split(order, ends[:-1])):
        if len(rows):
            yield worker, rows % count


def _informative(pairs: Pairs, rows: Ints, before: Bools) -> _Informative:
    starts = np.flatnonzero(np.diff(pairs.text[rows], prepend=-1))
    same = pairs.same[rows]
    k, alike, both = (
        np.add.reduceat(one, starts, dtype=np.int64) for one in (before, same, before & same)
    )
    others = np.diff(starts, append=len(rows))
    at = np.flatnonzero((k > 0) & (k < others) & (alike > 0) & (alike < others))
    return _Informative(starts[at], others[at], k[at], alike[at], both[at])


def _texts(open_texts: _Informative, before: Bools, chance: Floats) -> Iterator[_Text]:
    odds = chance / (1 - chance)
    for start, others, _, alike, same in zip(*(one.tolist() for one in open_texts), strict=True):
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
    """Return the elementary symmetric polynomials, scaled to add up to 1."""
    found = np.ones(1)
    for p in (odds / (1 + odds)).tolist():
        found = np.convolve(found, (1 - p, p))
    return found


def _whom(pairs: Pairs, rows: Ints, before: Bools) -> list[tuple[int, int, int]]:
    """Return the workers whose earlier answers are the same more often than later answers are."""
    same = pairs.same[rows]
    whose = pairs.earlier[rows[before]]
    every = np.bincount(whose, minlength=pairs.workers)
    alike = np.bincount(whose[same[before]], minlength=pairs.workers)
    share = float(same[~before].mean()) if not before.all() else 0.0
    above_chance: Ints = np.flatnonzero(alike - share * every > 1)
    named = sorted(
        above_chance.tolist(), key=lambda each: (share * every[each] - alike[each], each)
    )
    return [(each, int(every[each]), int(alike[each])) for each in named[:MAX_NAMED]]
