"""All binary trees over a few words, as height vectors."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Heights: TypeAlias = NDArray[np.int64]


def all_trees(n_words: int) -> Heights:
    """Return the height vectors of all binary trees over n words, shape (Catalan(n - 1), n - 1).

    >>> all_trees(3).tolist()
    [[1, 0], [0, 1]]
    """
    shapes: list[Heights] = [np.zeros((1, 0), dtype=np.int64)]
    for n in range(2, n_words + 1):
        shapes.append(
            np.concatenate([_join(shapes[m - 1], shapes[n - m - 1]) for m in range(1, n)])
        )
    return shapes[-1]


def _join(left: Heights, right: Heights) -> Heights:
    """Return every left subtree joined with every right subtree under a new root."""
    lefts = np.repeat(left, len(right), axis=0)
    rights = np.tile(right, (len(left), 1))
    both = np.concatenate([lefts, rights], axis=1)
    roots = 1 + both.max(axis=1, initial=-1)
    return np.concatenate([lefts, roots[:, None], rights], axis=1)
