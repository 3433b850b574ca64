"""The cost of grouping 10,000 segments over 2,900 terms into ten groups.

Run it with python -m bench alignment.

These are the numbers of sections and of words in COLING 2014 §3.3. The data are drawn from a hidden
Markov model of fourteen states. It also measures scoring a run against nine answer-sets, whose
pairs are counted but never listed. Then a job with eight runs is computed by 1, 2 and 4 processes.
"""

import tracemalloc
from collections.abc import Callable

import numpy as np

from addons.alignment.bench_parts import measure_parts
from bench.clock import timed
from midpath.corpus.alignment import METHODS, align
from midpath.corpus.grouping import AnswerSets, score
from tests.corpus.made_up import MadeUp, made_up

SHOWN = ("vanilla", "vanilla_vb", "vanilla_gibbs", "strict_forward", "clustering")
DIVIDED = "vanilla_gibbs"
SETS = 9
OWN = 0.1  # share of a state's own words; with more, it converges in four iterations


def main() -> None:
    made = made_up(1, documents=1_000, segments=10_000, terms=2_900, states=14, words=100, own=OWN)
    entries = made.bags.counts.nnz
    print(f"10,000 segments of 1,000 documents, 2,900 terms, {entries:,} counts, ten groups")
    print(f"{'one run':<26}{'CPU s':>8}{'iterations':>12}{'peak MB':>9}   precision and recall")
    for method in SHOWN:
        measure(made, method)
    measure_score(made)
    measure_parts(made, DIVIDED)


def measure(made: MadeUp, method: str) -> None:
    """Measure a method, and its precision and recall of pairs drawn from the same state."""
    seconds, found = timed(lambda: align(made.bags, method, 10, 1, 0), 1)
    peak = megabytes(lambda: align(made.bags, method, 10, 1, 0))
    states = [np.flatnonzero(made.states == state).tolist() for state in range(14)]
    scores = score(found.labels, AnswerSets(states))
    print(
        f"{METHODS[method].title:<26}{seconds:>8.2f}{found.iterations:>12}{peak:>9.0f}"
        f"   {scores.precision:.2f} {scores.recall:.2f}"
    )


def measure_score(made: MadeUp) -> None:
    rng = np.random.default_rng(1)
    sets = [np.flatnonzero(rng.random(10_000) < 0.2).tolist() for _ in range(SETS)]
    seconds, found = timed(lambda: score(made.states, AnswerSets(sets)))
    peak = megabytes(lambda: score(made.states, AnswerSets(sets)))
    print(
        f"{'scoring it, nine sets':<26}{seconds:>8.2f}{'':>12}{peak:>9.0f}   {found.pairs:,} pairs"
    )


def megabytes(run: Callable[[], object]) -> float:
    """Return the peak memory of a run, above the memory used before."""
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6
