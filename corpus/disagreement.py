"""Pairs of segments on which models' groups and the cosine disagree.

COLING 2014 §4.2 compares the two: a threshold on the cosine answers pair by pair, models answer by
groups. Where the two agree, a judgment mostly confirms them; where they disagree, it shows which of
them is right.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Grouped:
    """The groups that models made, and the threshold of the cosine.

    labels : a row for each run, a column for each segment in order: the number of its group in that
        run, −1 if it has none
    edge : above it, in millionths, the cosine says that two segments belong together
    """

    labels: NDArray[np.int64]
    edge: int


class Said(NamedTuple):
    """Two arrays of the shape of the cosines; `silent` marks pairs on which the models say
    nothing."""

    disagree: NDArray[np.bool_]
    silent: NDArray[np.bool_]


def compare(
    grouped: Grouped, left: NDArray[np.int64], right: NDArray[np.int64], cosines: NDArray[np.int64]
) -> Said:
    """Compare the models with the cosine, for each segment of `left` with each of `right`.

    cosines : in millionths, shape (left, right)

    Among the runs that have a group for both segments, t join them and a separate them. The models
    say "joined" if t > a, "separate" if t < a, and nothing if t = a (also if both are 0). They
    disagree with the cosine if they say "joined" at or below the edge, or "separate" above it.

    >>> runs = np.array([[0, 0, 1, -1], [0, 1, 1, -1], [0, 0, 0, -1]])
    >>> alike = np.array([[500_000, 500_001, 900_000]])
    >>> said = compare(Grouped(runs, 500_000), np.array([0]), np.array([1, 2, 3]), alike)
    >>> said.disagree.tolist(), said.silent.tolist()
    ([[True, True, False]], [[False, False, True]])
    """
    balance = np.zeros(cosines.shape, np.int32)
    for labels in grouped.labels:
        one, other = labels[left][:, np.newaxis], labels[right][np.newaxis, :]
        known = (one >= 0) & (other >= 0)
        balance += np.where(one == other, 1, -1) * known
    alike = cosines > grouped.edge
    return Said(np.where(alike, balance < 0, balance > 0), balance == 0)
