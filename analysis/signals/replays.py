"""A crowd's answers replayed as a live campaign, with spammers among its workers.

Texts are judged in one shuffled order, each by as many workers as gave the recorded answers.
Workers come and leave; a reader gives one of those answers, a spammer one from a habit. Ranks are
made as in a live campaign, from the answers present when each answer arrived.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from agreement.reading.ranks import MAX_OTHERS, Answers, Plan, ranks_as_they_came
from agreement.reading.status import Standing, standing_of
from agreement.reading.trial import Crowd, Met, Random, Worker
from analysis.signals.gathering import ranks_by_worker
from analysis.signals.trials import HABITS, OWN_HABITS, READERS

MAX_TEXTS = 700
SPAMMERS = 0.15
AT_ONCE = 3.0  # texts in progress at the same time
KINDS = 4


class Person(NamedTuple):
    """A worker of the replay: what they do, and the texts during which they are present."""

    name: str
    worker: Worker
    begins: float
    ends: float


class Ended(NamedTuple):
    """The final state of one worker of the replay."""

    name: str
    reads: bool
    result: Standing
    state: str


def replayed(kind: str, crowd: Crowd, *, workers: int, runs: int, seed: int) -> list[list[Ended]]:
    """Return the final states of all workers, run by run."""
    return [
        _run(kind, crowd, workers, np.random.default_rng([seed, number])) for number in range(runs)
    ]


def chosen_habits(kind: str) -> dict[str, Worker]:
    """Return the four habits of the spammers, scheme-specific ones first."""
    return dict([*OWN_HABITS[kind].items(), *HABITS.items()][:KINDS])


def _run(kind: str, crowd: Crowd, workers: int, random: Random) -> list[Ended]:
    places = [(at, text) for at, stratum in enumerate(crowd.strata) for text in range(len(stratum))]
    order = [places[number] for number in random.permutation(len(places))[:MAX_TEXTS]]
    width = min(stratum.shape[1] for stratum in crowd.strata)
    people = _people(kind, workers, len(order), width, random)
    answers = _answers(crowd, order, people, width, random)
    plan = Plan(width, min(width - 1, MAX_OTHERS), seed=int(random.integers(2**31)))
    own = ranks_by_worker(answers, ranks_as_they_came(answers, plan))
    results = {number: standing_of(made) for number, made in own.items()}
    return [
        Ended(
            people[number].name,
            people[number].name in READERS,
            one,
            one.state(len(results)),
        )
        for number, one in results.items()
    ]


def _people(kind: str, workers: int, texts: int, width: int, random: Random) -> list[Person]:
    """Return the workers, 15 % of them spammers of four kinds. All stay equally long on average,
    and the first ones are present from beginning to end, so that there are always enough."""
    habits = list(chosen_habits(kind).items())
    spammers = round(SPAMMERS * workers)
    sorts = [habits[number % KINDS] for number in range(spammers)]
    sorts += list(READERS.items()) * (workers - spammers)
    people = []
    for place, number in enumerate(random.permutation(workers).tolist()):
        begins = float(random.uniform(-texts / 2, texts))
        ends = begins + float(random.exponential(texts / 2))
        if place < width:
            begins, ends = 0.0, float(texts)
        name, worker = sorts[number]
        people.append(Person(name, worker, begins, ends))
    return people


def _answers(
    crowd: Crowd,
    order: Sequence[tuple[int, int]],
    people: Sequence[Person],
    width: int,
    random: Random,
) -> Answers:
    given: list[tuple[float, int, int]] = []
    for place in range(len(order)):
        there = [n for n, one in enumerate(people) if one.begins <= place < one.ends]
        chosen = random.permutation(there)[:width].tolist()
        given += [(place + float(random.uniform(0, AT_ONCE)), place, number) for number in chosen]
    columns = {place: random.permutation(width).tolist() for place in range(len(order))}
    first: dict[int, np.ndarray[tuple[int, ...], np.dtype[np.int32]]] = {}
    rows: list[tuple[int, int, list[int]]] = []
    for _, place, number in sorted(given):
        at, text = order[place]
        read = crowd.strata[at][text, columns[place].pop()]
        met = Met(at, text, len(rows), read, first.get(number))
        answer = people[number].worker(random, crowd, met)
        first.setdefault(number, answer)
        rows.append((place, number, answer.tolist()))
    texts, workers, coordinates = (list(column) for column in zip(*rows, strict=True))
    strata = [at for at, _ in order]
    return Answers(texts, workers, coordinates, strata, range(len(order)))


def share_ranked(runs: Iterable[Sequence[Ended]]) -> float | None:
    """Return how often a reader's highest stake is above a spammer's in the same run; equal ones
    count half. None without such a pair."""
    above: list[float] = []
    for people in runs:
        readers = [one.result.highest for one in people if one.reads]
        for spammer in (one.result.highest for one in people if not one.reads):
            above += [(high > spammer) + (high == spammer) / 2 for high in readers]
    return sum(above) / len(above) if above else None
