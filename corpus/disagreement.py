"""Where groups that models made and the cosine of two segments do not say the same of a pair.

COLING 2014 §4.2 sets the two side by side: a threshold on the cosine answers pair by pair, models
answer by groups. Where the two agree, a judgment mostly tells what was known; where they do not,
it tells which of them is right."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Grouped:
    """`labels` has a row a run and a column a segment, all segments of the draw in order: the
    number of its group in that run, −1 where the run has put it in none. Above `edge`, in
    millionths, the cosine says that two segments belong together."""

    labels: NDArray[np.int64]
    edge: int


class Said(NamedTuple):
    """Both of the shape of the cosines. `silent`: of these pairs the models say nothing."""

    disagree: NDArray[np.bool_]
    silent: NDArray[np.bool_]


def compare(
    grouped: Grouped, left: NDArray[np.int64], right: NDArray[np.int64], cosines: NDArray[np.int64]
) -> Said:
    """Each segment of `left` with each of `right`; `cosines` in millionths, shape (left, right).

    Of the runs that have a group for both, t put them in one and a put them apart. t > a: the
    models say together; t < a: apart; t = a, nought and nought too: nothing, as a tie is nobody's
    word. They disagree where the models say together at or under the edge, or apart above it.

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
