"""Bags sampled from a hidden Markov model, so that the state behind each word is known."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from midpath.corpus.bags import Bags


class MadeUp(NamedTuple):
    bags: Bags
    states: NDArray[np.int64]


def made_up(
    seed: int,
    *,
    documents: int,
    segments: int,
    terms: int,
    states: int,
    words: int,
    own: float = 0.9,
) -> MadeUp:
    """Return `segments` segments in all, spread evenly over the documents, of `words` words each.
    States mostly continue to the next one. `own` of their words follow a Dirichlet distribution
    with few frequent words; the rest are shared by all states."""
    rng = np.random.default_rng(seed)
    shares = own * rng.dirichlet(np.full(terms, 0.05), states) + (1 - own) / terms
    ends = np.linspace(0, segments, documents + 1).astype(np.int64)
    drawn = np.empty(segments, np.int64)
    for start, end in pairwise(ends.tolist()):
        steps = rng.choice([0, 1, 2], end - start, p=[0.3, 0.5, 0.2])
        drawn[start:end] = np.cumsum(steps) % states
    rows = [rng.multinomial(words, shares[state]) for state in drawn]
    indices = [np.flatnonzero(row).astype(np.int32) for row in rows]
    data = [row[row > 0].astype(np.float64) for row in rows]
    sizes = np.cumsum([0, *map(len, indices)], dtype=np.int32)
    joined = (np.concatenate(data), np.concatenate(indices), sizes)
    counts = csr_array(joined, shape=(segments, terms))
    names = [f"term{number:05}" for number in range(terms)]
    return MadeUp(Bags(counts, names, ends, np.arange(segments)), drawn)
