"""Simulated crowds without any agreement: every segmentation of a text is equally likely."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agreement.sampling import Draws
from agreement.segmentation.vectors import Kind, Vector
from agreement.tables.binary_trees import all_trees

LENGTHS = range(2, 11)
REDUNDANCY = 10


class Crowd(NamedTuple):
    """One campaign's annotations in the form that `counting.count_arrays` takes."""

    items: NDArray[np.int64]
    n_words: NDArray[np.int64]
    boundaries: NDArray[np.int64]

    def texts(self) -> list[list[Vector]]:
        """Return the annotations in the form that `counting.count_items` takes.

        >>> simulate("flat", 20, seed=1, lengths=range(3, 4)).texts()[1][:3]
        [(0, 1), (1, 1), (1, 0)]
        """
        ends = np.cumsum(self.n_words - 1).tolist()
        values = self.boundaries.tolist()
        rows = [tuple(values[start:end]) for start, end in pairwise([0, *ends])]
        return [rows[at : at + REDUNDANCY] for at in range(0, len(rows), REDUNDANCY)]


def simulate(kind: Kind, annotations: int, seed: int, lengths: range = LENGTHS) -> Crowd:
    """Simulate REDUNDANCY annotations per text; text lengths are equally likely.

    The same on every machine. Two seeds give different texts, whose contributions add up.

    >>> crowd = simulate("nested", 1000, seed=1)
    >>> len(crowd.items), int(crowd.n_words.max()), int(crowd.boundaries.max())
    (1000, 10, 8)
    """
    draws, texts = Draws(seed), annotations // REDUNDANCY
    n_words = np.repeat(np.array(lengths)[draws.below(len(lengths), texts)], REDUNDANCY)
    items = np.repeat(np.arange(texts), REDUNDANCY)
    if kind == "flat":
        return Crowd(items, n_words, draws.below(2, int((n_words - 1).sum())))
    starts = np.cumsum(n_words - 1) - (n_words - 1)
    boundaries = np.zeros(int((n_words - 1).sum()), dtype=np.int64)
    for n in lengths:
        rows, trees = np.flatnonzero(n_words == n), all_trees(n)
        places = starts[rows][:, None] + np.arange(n - 1)
        boundaries[places] = trees[draws.below(len(trees), len(rows))]
    return Crowd(items, n_words, boundaries)
