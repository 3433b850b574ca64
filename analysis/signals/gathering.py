"""Answers collected for the reading test, from any source."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from agreement.reading.ranks import Answers, Plan, Rank

LARGEST_OTHERS = 30


class Given(NamedTuple):
    """An answer to a text: its worker, its coordinates, and the text's stratum."""

    text: Hashable
    worker: Hashable
    coordinates: Sequence[int]
    stratum: Hashable


class Gathered(NamedTuple):
    """Answers as numbers, and the names of their workers."""

    answers: Answers
    workers: Sequence[Hashable]


def gather(given: Iterable[Given]) -> Gathered:
    """Return the answers as numbers, in the order given.

    Texts are numbered and drawn by their names, workers in order of appearance.
    """
    texts: dict[Hashable, int] = {}
    workers: dict[Hashable, int] = {}
    strata: list[Hashable] = []
    columns: tuple[list[int], list[int], list[Sequence[int]]] = ([], [], [])
    for one in given:
        if one.text not in texts:
            texts[one.text] = len(texts)
            strata.append(one.stratum)
        columns[0].append(texts[one.text])
        columns[1].append(workers.setdefault(one.worker, len(workers)))
        columns[2].append(one.coordinates)
    return Gathered(Answers(*columns, strata, list(texts)), list(workers))


def usual_answers(gathered: Gathered) -> int:
    """Return the number of answers that at least three in four texts have; 0 without texts."""
    counts = sorted(Counter(gathered.answers.texts).values())
    return counts[len(counts) // 4] if counts else 0


def plan_of_file(gathered: Gathered, seed: int, others: int | None = None) -> Plan | None:
    """Return how to rank complete work: each text by as many others as most texts have.

    None if too few workers answered the same texts.
    """
    answers = usual_answers(gathered)
    if others is None:
        others = min(answers - 1, LARGEST_OTHERS)
    return Plan(max(answers, others + 1), others, seed=seed) if others >= 1 else None


def ranks_by_worker(answers: Answers, ranks: Iterable[Rank]) -> dict[int, list[Rank]]:
    """Return the ranks of each worker who answered, in the order in which they were made."""
    own: dict[int, list[Rank]] = {worker: [] for worker in sorted(set(answers.workers))}
    for rank in ranks:
        own[answers.workers[rank.answer]].append(rank)
    return own
