"""The kinds of workers that a trial of the reading test simulates, in addition to those for any
crowd."""

from collections import defaultdict
from collections.abc import Hashable, Mapping

import numpy as np
from numpy.typing import NDArray

from agreement.reading import trial
from agreement.reading.coordinates import of_nested
from agreement.reading.trial import Crowd, Met, Outcome, Random, Worker
from agreement.sampling import Draws, random_trees
from analysis.signals.gathering import Gathered

Given = NDArray[np.int32]

READERS: Mapping[str, Worker] = {"reads every text": trial.reader}
HABITS: Mapping[str, Worker] = {
    "answers of other texts": trial.from_elsewhere,
    "the usual answer": trial.usual,
    "their first answer again": trial.as_the_first,
}


def one_segment(random: Random, crowd: Crowd, met: Met) -> Given:
    return np.zeros(met.read.shape, dtype=np.int32)


def all_apart(random: Random, crowd: Crowd, met: Met) -> Given:
    return np.ones(met.read.shape, dtype=np.int32)


def coins(random: Random, crowd: Crowd, met: Met) -> Given:
    fallen: Given = random.integers(2, size=met.read.shape, dtype=np.int32)
    return fallen


def first_apart(random: Random, crowd: Crowd, met: Met) -> Given:
    return np.asarray(np.arange(len(met.read)) == 0, dtype=np.int32)


def right_branching(random: Random, crowd: Crowd, met: Met) -> Given:
    return np.asarray(of_nested(range(len(met.read))[::-1]), dtype=np.int32)


def left_branching(random: Random, crowd: Crowd, met: Met) -> Given:
    return np.asarray(of_nested(range(len(met.read))), dtype=np.int32)


def any_tree(random: Random, crowd: Crowd, met: Met) -> Given:
    draws = Draws(int(random.integers(2**62)))
    [heights] = random_trees(len(met.read) + 1, 1, draws).tolist()
    return np.asarray(of_nested(heights), dtype=np.int32)


def any_answer(random: Random, crowd: Crowd, met: Met) -> Given:
    """Give any of the answers that the crowd gave in the stratum, with equal probability."""
    different, _ = crowd.different[met.stratum]
    chosen: Given = different[int(random.integers(len(different)))]
    return chosen


OWN_HABITS: Mapping[str, Mapping[str, Worker]] = {
    "flat": {
        "a coin at each gap": coins,
        "one segment": one_segment,
        "single words": all_apart,
        "the first word alone": first_apart,
    },
    "nested": {
        "a random tree": any_tree,
        "right-branching": right_branching,
        "left-branching": left_branching,
    },
    "pairs": {"any answer": any_answer},
    "labels": {"any answer": any_answer},
    "evidence": {"any answer": any_answer},
}


def sorts_of(kind: str, mixed: float) -> dict[str, tuple[Worker, bool]]:
    """Return the kinds of workers by name, each with whether it reads."""
    share = f"{100 * mixed:.0f} %"
    habits = {**HABITS, **OWN_HABITS[kind]}
    readers: dict[str, Worker] = {
        **READERS,
        f"{share} of other texts": trial.at_times(trial.from_elsewhere, mixed),
        f"{share} the usual answer": trial.at_times(trial.usual, mixed),
    }
    return {
        **{name: (worker, True) for name, worker in readers.items()},
        **{name: (worker, False) for name, worker in habits.items()},
    }


def crowd_of(gathered: Gathered, width: int, seed: int) -> Crowd:
    """Return the crowd of texts with at least `width` answers."""
    answers = gathered.answers
    texts: defaultdict[int, list[list[int]]] = defaultdict(list)
    for text, coordinates in zip(answers.texts, answers.coordinates, strict=True):
        texts[text].append(list(coordinates))
    strata: defaultdict[Hashable, list[list[list[int]]]] = defaultdict(list)
    for text, given in texts.items():
        strata[answers.strata[text]].append(given)
    return trial.crowd_of(strata, width, seed)


def run(
    kind: str, crowd: Crowd, *, mixed: float, runs: int, texts: int, compared: int, seed: int
) -> dict[str, tuple[Outcome, bool]]:
    """Return the results of each kind of worker, and whether it reads."""
    return {
        name: (
            trial.trial(crowd, worker, runs=runs, texts=texts, compared=compared, seed=seed),
            reads,
        )
        for name, (worker, reads) in sorts_of(kind, mixed).items()
    }
