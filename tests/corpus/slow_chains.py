"""A simple walk of hidden Markov chains: every sequence of states, one at a time."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma

from midpath.corpus.bags import Bags
from midpath.corpus.chains import Counts, Weights

Floats = NDArray[np.float64]
Rows = Sequence[int]


def documents(bags: Bags) -> list[range]:
    return [range(a, b) for a, b in pairwise(bags.starts.tolist()) if a < b]


def log_probability(rows: Rows, states: Sequence[int], bags: Bags, weights: Weights) -> float:
    total = float(weights.start[states[0]])
    for place, (row, state) in enumerate(zip(rows, states, strict=True)):
        for term, times in enumerate(bags.counts.toarray()[row].tolist()):
            total += times * float(weights.words[state, term]) if times else 0.0
        last = place == len(rows) - 1
        total += float(weights.moves[state, -1 if last else states[place + 1]])
    return total


def paths(rows: Rows, bags: Bags, weights: Weights) -> Iterator[tuple[tuple[int, ...], float]]:
    for states in product(range(len(weights.start)), repeat=len(rows)):
        yield states, log_probability(rows, states, bags, weights)


def expect(bags: Bags, weights: Weights) -> Counts:
    start, moves, words = map(np.zeros_like, (weights.start, weights.moves, weights.words))
    likelihood = 0.0
    for rows in documents(bags):
        found = list(paths(rows, bags, weights))
        whole = math.fsum(math.exp(logp) for _, logp in found)
        likelihood += math.log(whole)
        for states, logp in found:
            share = math.exp(logp) / whole
            start[states[0]] += share
            for place, (row, state) in enumerate(zip(rows, states, strict=True)):
                words[state] += share * bags.counts.toarray()[row]
                moves[state, -1 if place == len(rows) - 1 else states[place + 1]] += share
    return Counts(start, moves, words, likelihood)


def apart(counts: Floats, prior: float) -> float:
    """Compute KL(Dirichlet(counts + prior) ‖ Dirichlet(prior)) as written: the expected difference
    of the logs of the densities."""
    raised = [float(count) + prior for count in counts]
    logs = [float(digamma(each) - digamma(sum(raised))) for each in raised]

    def expected_log_density(parameters: list[float]) -> float:
        constant = math.lgamma(sum(parameters)) - math.fsum(map(math.lgamma, parameters))
        pairs = zip(parameters, logs, strict=True)
        return constant + math.fsum((each - 1) * log for each, log in pairs)

    return expected_log_density(raised) - expected_log_density([prior] * len(raised))
