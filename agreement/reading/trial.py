"""Trials of the reading test: how soon readers are certified, and how rarely habits are.

Simulated workers join a crowd whose answers are known. They get texts in random order. A reader
gives one of the crowd's answers to the text, which is then not used to judge it; a habit answers
without reading the text. Each answer is compared on texts that the worker has not seen, or saw
before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.reading.betting import ODDS, log_wealth
from agreement.reading.ranks import FARTHEST, KERNEL

Random: TypeAlias = np.random.Generator
Given: TypeAlias = NDArray[np.int32]
Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Crowd:
    """The crowd's answers by stratum, each (texts, answers, coordinates)."""

    strata: Sequence[Given]

    @property
    def texts(self) -> int:
        return sum(map(len, self.strata))

    @cached_property
    def different(self) -> list[tuple[Given, Ints]]:
        """Return the distinct answers of each stratum, and how often each was given."""
        return [
            np.unique(stratum.reshape(-1, stratum.shape[2]), axis=0, return_counts=True)
            for stratum in self.strata
        ]


class Met(NamedTuple):
    """A text that a worker gets: its stratum, its number there, and its number in the worker's
    work.

    read : the crowd's answer that they would give if they read it
    first : the answer that they gave to their first text; None at that one
    """

    stratum: int
    text: int
    number: int
    read: Given
    first: Given | None


Worker: TypeAlias = Callable[[Random, Crowd, Met], Given]


class Outcome(NamedTuple):
    """The results of the simulated workers of one kind.

    certified : the number of texts after which each (runs,) was certified; 0 if never
    told : the same for the verdict that answers fit other texts better, at the same odds
    """

    certified: Ints
    told: Ints

    def share_by(self, texts: int) -> float:
        """Return the share of workers who were certified within this many texts."""
        return float(((self.certified > 0) & (self.certified <= texts)).mean())

    def told_by(self, texts: int) -> float:
        return float(((self.told > 0) & (self.told <= texts)).mean())

    def after(self, share: float) -> int | None:
        """Return the number of texts after which this share was certified; None if fewer ever
        were."""
        times = np.sort(self.certified[self.certified > 0])
        place = int(np.ceil(share * len(self.certified)))
        return int(times[place - 1]) if 0 < place <= len(times) else None


def crowd_of(
    answers: Mapping[Hashable, Sequence[Sequence[Sequence[int]]]], width: int, seed: int
) -> Crowd:
    """Return the crowd of texts with at least `width` answers, `width` of which are sampled.

    answers : by stratum the texts, each with its answers as coordinates

    Strata that then have fewer than two texts are left out.
    """
    random = np.random.default_rng(seed)
    strata = []
    for texts in answers.values():
        full = [
            random.permutation(np.asarray(one, dtype=np.int32))
            for one in texts
            if len(one) >= width
        ]
        if len(full) > 1:
            strata.append(np.stack([one[:width] for one in full]))
    return Crowd(strata)


def trial(
    crowd: Crowd, worker: Worker, *, runs: int, texts: int, compared: int, seed: int
) -> Outcome:
    """Return the results of `runs` simulated workers of one kind after `texts` texts.

    Raises ValueError if the crowd has fewer texts.

    >>> crowd = Crowd([np.repeat(np.arange(60)[:, None, None] >> np.arange(6) & 1, 5, axis=1)])
    >>> done = trial(crowd, reader, runs=20, texts=12, compared=19, seed=1)
    >>> done.after(0.5), done.share_by(12), done.told_by(12)
    (3, 1.0, 0.0)
    """
    if crowd.texts < texts:
        raise ValueError(f"The crowd has {crowd.texts} texts, fewer than the {texts} required.")
    random = np.random.default_rng(seed)
    p = np.stack([_work(crowd, worker, texts, compared, random) for _ in range(runs)])
    return Outcome(_first(-np.log(p)), _first(-np.log1p(-np.minimum(p, 1 - 2.0**-53))))


def _first(surprises: Floats) -> Ints:
    """Return the number of texts after which each row first reached the odds; 0 if never."""
    bets = np.arange(1, surprises.shape[1] + 1)
    reached = log_wealth(bets, np.cumsum(surprises, axis=1)) >= np.log(ODDS)
    return np.where(reached.any(axis=1), reached.argmax(axis=1) + 1, 0)


def _work(crowd: Crowd, worker: Worker, texts: int, compared: int, random: Random) -> Floats:
    """Return the p-values of one worker."""
    sizes = np.array([len(stratum) for stratum in crowd.strata])
    ends = np.cumsum(sizes)
    drawn = random.choice(crowd.texts, texts, replace=False)
    strata = np.searchsorted(ends, drawn, side="right")
    places = drawn - (ends - sizes)[strata]
    ahead = [set(places[strata == number].tolist()) for number in range(len(sizes))]
    first, p = None, np.empty(texts)
    for number, (at, text) in enumerate(zip(strata.tolist(), places.tolist(), strict=True)):
        stratum = crowd.strata[at]
        column = int(random.integers(stratum.shape[1]))
        read = stratum[text, column]
        given = worker(random, crowd, Met(at, text, number, read, first))
        first = given if first is None else first
        some = random.permutation(len(stratum))[: compared + len(ahead[at])]
        others = [each for each in some.tolist() if each not in ahead[at]]
        ahead[at].discard(text)
        p[number] = _p(given, stratum, text, column, others[:compared], random)
    return p


def _p(
    given: Given,
    stratum: Given,
    text: int,
    column: int,
    others: Sequence[int],
    random: Random,
) -> float:
    rows = [text, *others]
    near = KERNEL[np.minimum((stratum[rows] != given).sum(axis=2), FARTHEST)]
    near[0, column] = near[0, -1]  # their own answer; a text is judged by all others
    fits = near[:, :-1].sum(axis=1)
    better, alike = (fits[1:] > fits[0]).sum(), (fits[1:] == fits[0]).sum()
    return float((better + (1 - random.random()) * (alike + 1)) / len(rows))


def reader(random: Random, crowd: Crowd, met: Met) -> Given:
    """Answer as one of the crowd did."""
    return met.read


def from_elsewhere(random: Random, crowd: Crowd, met: Met) -> Given:
    """Answer as one of the crowd did to some other text of the stratum: the strongest habit."""
    texts, width, _ = crowd.strata[met.stratum].shape
    other = (met.text + 1 + int(random.integers(texts - 1))) % texts
    answer: Given = crowd.strata[met.stratum][other, int(random.integers(width))]
    return answer


def usual(random: Random, crowd: Crowd, met: Met) -> Given:
    """Give the most frequent answer of the stratum."""
    answers, times = crowd.different[met.stratum]
    most: Given = answers[int(times.argmax())]
    return most


def as_the_first(random: Random, crowd: Crowd, met: Met) -> Given:
    """Read the first text, and repeat that answer ever after, cut or repeated to the length."""
    if met.first is None:
        return met.read
    return np.resize(met.first, met.read.shape)


def at_times(habit: Worker, share: float) -> Worker:
    """Return a worker who reads, but gives this share of their answers from a habit."""

    def mixed(random: Random, crowd: Crowd, met: Met) -> Given:
        return (habit if random.random() < share else reader)(random, crowd, met)

    return mixed
