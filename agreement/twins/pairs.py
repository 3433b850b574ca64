"""Pairs of answers to the same text, from which twins and followers are found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

MAX_PAIRS = 1_000_000  # for comparison, 150,000 judgments, ten per text, have 675,000


class Given(NamedTuple):
    """Answers (J,) in the order in which they were submitted.

    texts, workers : indexes that start at 0
    answers : numbers; two answers to one text are identical if their numbers are equal
    habits : numbers of answers across texts, such as one number for "one segment" in any text
    """

    texts: Sequence[int]
    workers: Sequence[int]
    answers: Sequence[int]
    habits: Sequence[int]


class Pairs(NamedTuple):
    """All pairs (P,) of answers to the same text.

    text : the text
    earlier, later : the workers, in the order in which they answered it
    earlier_answer, later_answer : the indexes of their answers
    same : whether the answers are identical
    habits : of each answer (J,)
    texts, workers : how many there are
    answered : the number of counted answers of each text (T,)
    sampled : the number of texts with more answers than were counted
    """

    text: Ints
    earlier: Ints
    later: Ints
    earlier_answer: Ints
    later_answer: Ints
    same: Bools
    habits: Ints
    texts: int
    workers: int
    answered: Ints
    sampled: int


def pairs_of(given: Given, *, seed: int = 0, max_pairs: int = MAX_PAIRS) -> Pairs:
    """Return all pairs of answers, but at most `max_pairs`.

    If there are more, answers of the texts with the most answers are sampled, with the seed: as
    many per text as the limit allows.

    >>> found = pairs_of(Given([0, 1, 0, 0], [2, 2, 0, 1], [7, 8, 7, 9], [1] * 4))
    >>> list(zip(found.earlier.tolist(), found.later.tolist(), found.same.tolist()))
    [(2, 0, True), (2, 1, False), (0, 1, False)]
    """
    texts, workers, answers, habits = (np.asarray(column, dtype=np.int64) for column in given)
    number = int(texts.max()) + 1 if len(texts) else 0
    times = np.bincount(texts, minlength=number)
    limit = _max_answers(times, max_pairs)
    order = np.argsort(texts, kind="stable")
    if len(times) and times.max() > limit:
        order = _sampled(order, texts, limit, seed)
    counted = np.bincount(texts[order], minlength=number)
    starts = np.cumsum(counted) - counted
    firsts, seconds = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for size in np.unique(counted[counted > 1]).tolist():
        one, other = np.triu_indices(size, 1)
        begins = starts[counted == size][:, None]
        firsts.append(order[begins + one].ravel())
        seconds.append(order[begins + other].ravel())
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    return Pairs(
        texts[first],
        workers[first],
        workers[second],
        first,
        second,
        answers[first] == answers[second],
        habits,
        number,
        int(workers.max()) + 1 if len(workers) else 0,
        counted,
        int((times > limit).sum()),
    )


def _max_answers(times: Ints, max_pairs: int) -> int:
    """Return the maximum number of answers per text that keeps the pairs within the limit."""
    low, high = 2, int(times.max(initial=2))
    while low < high:
        middle = (low + high + 1) // 2
        cut = np.minimum(times, middle)
        low, high = (
            (middle, high) if (cut * (cut - 1) // 2).sum() <= max_pairs else (low, middle - 1)
        )
    return low


def _sampled(order: Ints, texts: Ints, limit: int, seed: int) -> Ints:
    """Return `order` with at most `limit` answers of each text, in the same order."""
    lots = np.random.default_rng(seed).random(len(order))
    by_lot = order[np.lexsort((lots, texts[order]))]
    sizes = np.bincount(texts)
    places = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    chosen = np.sort(by_lot[places < limit])
    return chosen[np.argsort(texts[chosen], kind="stable")]
