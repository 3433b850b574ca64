"""Make the exact null tables of nested segmentation: python -m agreement.tables.make [WORDS]

For every length from 2 to WORDS (12) the script lists the height vectors of all binary trees,
Catalan(n - 1) of them, and counts all ordered pairs by the numerator of their distance,
sum over boundaries of |a^k - b^k| (ACL 2013, equations 4 and 5). At 12 words these are 3.5 * 10^9
pairs; the whole takes about a minute.

The distance needs no loop over boundaries: |x - y| = x + y - 2 min(x, y), and min(a^k, b^k) is the
product of two thermometers, [a > t] and [b > t] * ((t + 1)^k - t^k). So all distances of a block
are one matrix product, exact in float32 because every number stays far below 2^24.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PATH = Path(__file__).with_name("nested.json.gz")
BLOCK = 256
Heights = NDArray[np.int64]


def all_trees(n_words: int) -> Heights:
    """The height vectors of all binary trees over n words, shape (Catalan(n - 1), n - 1).

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
    """Every left subtree with every right subtree under a new root."""
    lefts = np.repeat(left, len(right), axis=0)
    rights = np.tile(right, (len(left), 1))
    both = np.concatenate([lefts, rights], axis=1)
    roots = 1 + both.max(axis=1, initial=-1)
    return np.concatenate([lefts, roots[:, None], rights], axis=1)


def count_pairs(trees: Heights, k: int) -> dict[int, int]:
    """How many ordered pairs of trees have each distance numerator.

    >>> count_pairs(all_trees(4), k=1)
    {0: 5, 2: 10, 4: 10}
    """
    steps = np.arange(trees.max(initial=0))
    thermometers = (trees[:, :, None] > steps).reshape(len(trees), -1).astype(np.float32)
    weights = np.tile((steps + 1) ** k - steps**k, trees.shape[1]).astype(np.float32)
    weighted = (thermometers * weights).T.copy()
    size = (trees**k).sum(axis=1).astype(np.float32)
    counts = np.zeros(int(2 * size.max(initial=0)) + 1, dtype=np.int64)
    for start in range(0, len(trees), BLOCK):
        block = slice(start, start + BLOCK)
        overlap = thermometers[block] @ weighted[:, start:]
        distance = (size[block, None] + size[start:] - 2 * overlap).astype(np.int64)
        once = np.bincount(distance[:, : len(distance)].ravel(), minlength=len(counts))
        twice = np.bincount(distance[:, len(distance) :].ravel(), minlength=len(counts))
        counts += once + 2 * twice
    return {x: int(count) for x, count in enumerate(counts) if count}


def main(longest: int = 12) -> None:
    tables: dict[str, dict[str, dict[str, int]]] = {}
    for n in range(2, longest + 1):
        trees = all_trees(n)
        tables[str(n)] = {
            str(k): {str(x): count for x, count in count_pairs(trees, k).items()} for k in (1, 2)
        }
    text = json.dumps(tables, separators=(",", ":"), sort_keys=True)
    PATH.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
