"""The texts that answers can be compared with, and how well an answer fits each: see `ranks`."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from math import log
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

MAX_OTHERS = 5  # number of others' answers that define a text while answers come in
COMPARED = 99
OWN_MIN = 5  # texts to compare with, if workers start at different places
FARTHEST = 16
CIRCLE = 2**64  # lots lie on a circle
KERNEL = 8.0 ** -np.arange(FARTHEST + 1)


class Plan(NamedTuple):
    """Parameters of the ranks.

    answers : how many answers each text was planned to get
    others : r, the number of others' answers that define a text
    compared : m, the maximum number of texts that an answer's own text is compared with
    seed : the seed of the lots
    least : the minimum number of texts to compare with before an answer's own text has all planned
        answers; until then the answer waits. Fixed before the work begins
    """

    answers: int
    others: int
    compared: int = COMPARED
    seed: int = 0
    least: int = 0

    def check(self) -> None:
        """Raise ValueError if a number is out of range."""
        if not 1 <= self.others < self.answers:
            raise ValueError("At least one other answers each text, and fewer than all who do.")
        if self.compared < 1:
            raise ValueError("A text is compared with at least one other.")


class Answers(NamedTuple):
    """Answers (J,) in the order of arrival, as indexes of texts and workers.

    coordinates : each answer (f,), all of one length within a stratum
    strata : the stratum of each text (T,)
    names : the name of each text (T,), by which its lot is drawn
    """

    texts: Sequence[int]
    workers: Sequence[int]
    coordinates: Sequence[Sequence[int]]
    strata: Sequence[Hashable]
    names: Sequence[Hashable]


class Rank(NamedTuple):
    """The rank of an answer: the answer's number, p, and the counts behind p."""

    answer: int
    better: int  # texts that it fits better than its own
    alike: int
    compared: int
    p: float

    @property
    def surprise(self) -> float:
        return -log(self.p)


def lot(seed: int, *about: Hashable) -> int:
    """Return a pseudorandom number from 0 to 2^64 - 1, determined by the arguments.

    >>> lot(1, "text", "apply first aid") == lot(1, "text", "apply first aid")
    True
    """
    written = repr((seed, *about)).encode(errors="backslashreplace")
    return int.from_bytes(blake2b(written, digest_size=8).digest(), "big")


class _Stratum(NamedTuple):
    """The texts of a stratum that have been judged: their answers and who gave them.

    closed : the lots and numbers of the texts that have all planned answers, in order
    ranked : for each worker the texts of their ranks, in order
    """

    answers: NDArray[np.int32]  # (texts, r + 1, coordinates)
    workers: NDArray[np.int64]  # (texts, r + 1)
    closed: list[tuple[int, int]]
    ranked: defaultdict[int, list[tuple[int, int]]]


class Bank:
    """The texts available for comparison, by stratum."""

    def __init__(self, answers: Answers, plan: Plan) -> None:
        self.answers, self.plan = answers, plan
        self.lots = [lot(plan.seed, "text", name) for name in answers.names]
        self._row: list[int] = []
        self._judged: set[int] = set()
        self._strata: dict[Hashable, _Stratum] = {}
        self._sizes: defaultdict[Hashable, int] = defaultdict(int)
        for stratum in answers.strata:
            self._row.append(self._sizes[stratum])
            self._sizes[stratum] += 1
        seen = set(zip(answers.texts, answers.workers, strict=True))
        if len(seen) < len(answers.texts):
            raise ValueError("A worker answers a text twice.")

    def judge_by(self, text: int, numbers: Sequence[int]) -> None:
        """Set the first r + 1 of these answers as those that define the text, if there are none
        yet.

        If there are only r answers, the last one is repeated: place r + 1 is read only by one of
        these workers.
        """
        if text in self._judged:
            return
        self._judged.add(text)
        numbers = [*numbers, numbers[-1]][: self.plan.others + 1]
        stratum, row = self._stratum_of(numbers[0]), self._row[text]
        stratum.answers[row] = [self.answers.coordinates[number] for number in numbers]
        stratum.workers[row] = [self.answers.workers[number] for number in numbers]

    def close(self, text: int) -> None:
        """Make a text available for comparison, for all workers."""
        stratum = self._strata[self.answers.strata[text]]
        insort(stratum.closed, (self.lots[text], text))

    def ranked(self, number: int, compared: Sequence[int]) -> Iterator[Rank]:
        """Rank an answer whose text is defined, if there are texts to compare it with."""
        text, worker = self.answers.texts[number], self.answers.workers[number]
        stratum = self._strata[self.answers.strata[text]]
        if compared:
            yield self._rank(number, stratum, compared)
        insort(stratum.ranked[worker], (self.lots[text], text))

    def _rank(self, number: int, stratum: _Stratum, others: Sequence[int]) -> Rank:
        answers = self.answers
        text, worker = answers.texts[number], answers.workers[number]
        rows = [self._row[each] for each in (text, *others)]
        fits = _fits(
            np.asarray(answers.coordinates[number]),
            worker,
            stratum.answers[rows],
            stratum.workers[rows],
        )
        better = int((fits[1:] > fits[0]).sum())
        alike = int((fits[1:] == fits[0]).sum())
        drawn = lot(self.plan.seed, "tie", answers.names[text], worker)
        u = (drawn + 1) / CIRCLE
        p = (better + u * (alike + 1)) / (len(others) + 1)
        return Rank(number, better, alike, len(others), p)

    def around(self, number: int, hidden: AbstractSet[int] = frozenset()) -> list[int]:
        """Return the texts to compare an answer's text with, excluding the hidden ones: all of
        them, or a window of m lots if there are more."""
        text, worker = self.answers.texts[number], self.answers.workers[number]
        stratum = self._strata[self.answers.strata[text]]
        m, here = self.plan.compared, (self.lots[text], text)
        pools = [stratum.closed, stratum.ranked[worker]]
        if len(pools[0]) <= m + len(hidden):
            every = {each for pool in pools for _, each in pool} - hidden - {text}
            if len(every) <= m:
                return sorted(every)
        before = lot(self.plan.seed, "place", self.answers.names[text], worker) * (m + 1) // CIRCLE
        return [
            *self._next(pools, here, -1, before, hidden),
            *self._next(pools, here, 1, m - before, hidden),
        ]

    def _next(
        self,
        pools: Sequence[list[tuple[int, int]]],
        here: tuple[int, int],
        step: int,
        count: int,
        hidden: AbstractSet[int],
    ) -> list[int]:
        """Return the nearest texts on one side of a place on the circle of lots."""
        found: dict[int, int] = {}
        for pool in pools:
            at, taken = bisect_left(pool, here) - (step < 0), 0
            for way in range(len(pool)):
                if taken == count:
                    break
                its_lot, text = pool[(at + step * way) % len(pool)]
                if text != here[1] and text not in hidden:
                    found[text] = step * (its_lot - here[0]) % CIRCLE
                    taken += 1
        return sorted(found, key=found.__getitem__)[:count]

    def _stratum_of(self, number: int) -> _Stratum:
        name = self.answers.strata[self.answers.texts[number]]
        if name not in self._strata:
            size, width = self._sizes[name], self.plan.others + 1
            length = len(self.answers.coordinates[number])
            self._strata[name] = _Stratum(
                np.zeros((size, width, length), dtype=np.int32),
                np.zeros((size, width), dtype=np.int64),
                [],
                defaultdict(list),
            )
        return self._strata[name]


def _fits(
    answer: NDArray[np.int64], worker: int, others: NDArray[np.int32], who: NDArray[np.int64]
) -> Floats:
    """Return the fit of an answer (f,) to each text, by the first r answers of other workers.

    others : (texts, r + 1, f), with their workers (texts, r + 1)
    """
    apart = (others != answer).sum(axis=2)
    near = KERNEL[np.minimum(apart, FARTHEST)]
    own = who == worker
    near[own] = 0.0
    near[~own.any(axis=1), -1] = 0.0
    fits: Floats = near.sum(axis=1)
    return fits
