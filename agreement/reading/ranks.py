"""Ranks of how well an answer fits its own text: the evidence of the reading test.

Does a worker's answer depend on the text, or could it come from a habit? Texts of one stratum are
those that a habit cannot distinguish: they have the same number of words, the same document, or the
same kind of pair. The fit of an answer a to a text is how close the answers of r other workers b to
that text are to a,

    fit(a, text) = sum over the others b of  8^-d(a, b)

with d the number of coordinates in which they differ: a kernel estimate of how likely a reader of
that text is to give the answer a. It is ranked among the fits of the same answer to at most m other
texts of the stratum:

    p = (texts where it fits better + u (texts where it fits alike + 1)) / (texts compared + 1)

with u uniform in (0, 1], drawn from the seed. d is capped at 16, so fits are sums of few powers of
two: exact floats, so ties are exact.

Why p is uniform. The order of texts was shuffled. Let D_1, D_2, ... be the sets of places in that
order whose texts have been compared or judged when the worker's ranks are made, their own place s_k
in D_k and not in D_(k-1), and D_(k-1) within D_k. For a habit the answers do not depend on which
text is where, so given the texts in D_k as a set, and the places of all texts outside of D_k, the
text at s_k is any of them with equal probability. Those compared with it are chosen by the texts'
own lots: of the texts of D_k around it in the order of lots, j before it and m - j behind it, with
j drawn each time. Each text of such a window of m + 1 is equally likely to be the own one, so p is
uniform. It remains so given all later p-values, since those depend only on what was conditioned on;
hence all are independent.

This module ensures what that requires of the places: a text is compared once it has r answers and
either all planned answers, or an answer of this worker that is already ranked; and an answer to a
text that already had all planned answers is not ranked, since the text was among those compared.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from math import log
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int32]
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


def ranks_as_they_came(answers: Answers, plan: Plan) -> list[Rank]:
    """Return the ranks in the order in which they were made as answers arrived.

    A rank is made when the answer is given, or as soon as r others have answered the text, from the
    answers present then. If fewer than `plan.least` texts can be compared, the answer waits for
    further answers to its text, at most until the last planned one. Later answers never change a
    rank, so M of a worker's ranks may be checked after each rank (`agreement.reading.betting`). An
    answer with no text to compare gets no rank. Raises ValueError if the plan is out of range or a
    worker answers a text twice.

    >>> texts = [(1, 0), (0, 1), (1, 1), (0, 0)] * 3
    >>> given = [(text, who, texts[text]) for text in range(12) for who in (0, 1, 2)]
    >>> columns = [list(column) for column in zip(*given)]
    >>> made = ranks_as_they_came(Answers(*columns, ["three words"] * 12, range(12)), Plan(3, 2))
    >>> len(made), made[-1][:4]  # all but the three on the first text; two of 11 texts are alike
    (33, (35, 0, 2, 11))
    """
    return list(_made(answers, plan, frozenset()))


def ranks_of_twins(answers: Answers, plan: Plan, twins: AbstractSet[int]) -> list[Rank]:
    """Return the ranks of workers with twins, each judged by workers without, as answers arrived.

    Works like `ranks_as_they_came`, but none of the r others is one of the `twins`, because
    accounts that answer alike would vouch for each other. A text takes no part unless r others
    answered it. The twins were found without using the others, so ranks of a habit stay uniform.

    >>> given = [(text, who, (text % 3, 1)) for text in range(9) for who in (0, 1, 2, 3)]
    >>> columns = [list(column) for column in zip(*given)]
    >>> made = ranks_of_twins(Answers(*columns, ["pairs"] * 9, range(9)), Plan(4, 2), {1, 3})
    >>> sorted({given[rank.answer][1] for rank in made}), made[-1][:4]
    ([1, 3], (35, 0, 2, 8))
    """
    return list(_made(answers, plan, twins)) if twins else []


def _made(answers: Answers, plan: Plan, twins: AbstractSet[int]) -> Iterator[Rank]:
    """Yield the ranks of all workers, or of the twins if there are any, in the order made."""
    plan.check()
    bank = _Bank(answers, plan)
    given: defaultdict[int, list[int]] = defaultdict(list)
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    for number, text in enumerate(answers.texts):
        here = given[text]
        here.append(number)
        if len(here) > plan.answers:
            continue
        if not twins or answers.workers[number] in twins:
            waiting[text].append(number)
        others = [each for each in here if answers.workers[each] not in twins]
        if len(others) + bool(twins) <= plan.others:
            continue
        bank.judge_by(text, others)
        full = len(here) == plan.answers
        for each in waiting.pop(text, []):
            compared = bank.around(each)
            if full or len(compared) >= plan.least:
                yield from bank.ranked(each, compared)
            else:
                waiting[text].append(each)
        if full:
            bank.close(text)


def ranks_of_all(answers: Answers, plan: Plan, only: Collection[int] | None = None) -> list[Rank]:
    """Return the ranks of complete work in unknown order, valid for one look.

    only : the workers whose ranks are wanted; all if None

    Answers to a text are taken in the order of their lots, and so are the texts of a worker, who is
    compared on all texts that are not theirs and on those of theirs that came before. The order is
    drawn at random here, so M is valid for any actual order, but for one look only: answers that
    come later change the ranks. Texts with fewer than r + 1 answers take no part.

    >>> texts = [(1, 0), (0, 1), (1, 1), (0, 0)] * 3
    >>> given = [(text, who, texts[text]) for text in range(12) for who in (text % 2, 2, 3)]
    >>> columns = [list(column) for column in zip(*given)]
    >>> made = ranks_of_all(Answers(*columns, ["three words"] * 12, range(12)), Plan(3, 2))
    >>> sorted(rank.compared for rank in made if given[rank.answer][1] == 0)
    [6, 7, 8, 9, 10, 11]
    """
    plan.check()
    given: defaultdict[int, list[int]] = defaultdict(list)
    own: defaultdict[int, list[int]] = defaultdict(list)
    for number in sorted(
        range(len(answers.texts)), key=lambda each: _lot_of_answer(answers, plan.seed, each)
    ):
        given[answers.texts[number]].append(number)
        own[answers.workers[number]].append(number)
    bank = _Bank(answers, plan)
    judged = {text for text, here in given.items() if len(here) > plan.others}
    for text in sorted(judged, key=bank.lots.__getitem__):
        bank.judge_by(text, given[text])
        bank.close(text)
    ranks: list[Rank] = []
    for worker in sorted(own if only is None else own.keys() & set(only)):
        numbers = [number for number in own[worker] if answers.texts[number] in judged]
        hidden = {answers.texts[number] for number in numbers}
        for number in numbers:
            ranks.extend(bank.ranked(number, bank.around(number, hidden)))
            hidden.discard(answers.texts[number])
    return ranks


def _lot_of_answer(answers: Answers, seed: int, number: int) -> int:
    name = answers.names[answers.texts[number]]
    return lot(seed, "answer", name, answers.workers[number])


class _Stratum(NamedTuple):
    """The texts of a stratum that have been judged: their answers and who gave them.

    closed : the lots and numbers of the texts that have all planned answers, in order
    ranked : for each worker the texts of their ranks, in order
    """

    answers: NDArray[np.int32]  # (texts, r + 1, coordinates)
    workers: NDArray[np.int64]  # (texts, r + 1)
    closed: list[tuple[int, int]]
    ranked: defaultdict[int, list[tuple[int, int]]]


class _Bank:
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
