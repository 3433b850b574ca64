"""Proposals of section boundaries where the vocabulary changes between paragraphs.

The method is TextTiling's comparison of blocks (Hearst 1997, §5), with paragraphs in place of
sentences of equal length. At each gap between two paragraphs of a section, the tf-idf vectors of
the `BLOCK` paragraphs before it and of those after it are added up, and their cosine is the gap's
cohesion s. With l the highest cohesion reached by going left from the gap while it does not fall,
and r that to the right, the gap's depth is (l − s) + (r − s). A boundary is proposed where the
depth is a positive local maximum, above the mean of all depths minus half their standard deviation
(n).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np
from numpy.typing import NDArray

from midpath.corpus.similarity import Matrix, tfidf

BLOCK = 2


@dataclass(frozen=True)
class Gap:
    """A proposed boundary before a paragraph, counted from 0 in its section."""

    section: int
    before: int
    cohesion: float
    depth: float


def propose(sections: Sequence[Sequence[str]]) -> list[Gap]:
    """Return the proposed boundaries inside sections, which are lists of paragraphs, in order.

    A section with one paragraph has no gap, and a depth of 0 proposes nothing.

    >>> cookies, partners = "cookies browser cookies", "partners share data"
    >>> [(gap.section, gap.before) for gap in propose([[cookies, cookies, partners, partners]])]
    [(0, 2)]
    """
    rows = tfidf(text for section in sections for text in section)
    found: list[Gap] = []
    start = 0
    for number, section in enumerate(sections):
        cohesions = _cohesions(rows[start : start + len(section)])
        depths = _depths(cohesions)
        found += [
            Gap(number, place + 1, cohesion, depth)
            for place, (cohesion, depth) in enumerate(zip(cohesions, depths, strict=True))
        ]
        start += len(section)
    return [gap for gap in _deepest(found) if gap.depth > _threshold(found)]


def _cohesions(rows: Matrix) -> list[float]:
    """Return the cosine of the blocks before and after each gap; 0 if one has no weight."""
    found = []
    for gap in range(1, rows.shape[0]):
        before = _sum(rows[max(0, gap - BLOCK) : gap])
        after = _sum(rows[gap : gap + BLOCK])
        lengths = float(np.linalg.norm(before) * np.linalg.norm(after))
        found.append(float(before @ after) / lengths if lengths else 0.0)
    return found


def _depths(cohesions: Sequence[float]) -> list[float]:
    """Return how far cohesion rises from each gap to the next peak on its left and right, added."""
    left, right = _peaks(cohesions), _peaks(cohesions[::-1])[::-1]
    return [
        (before - here) + (after - here)
        for before, here, after in zip(left, cohesions, right, strict=True)
    ]


def _peaks(values: Sequence[float]) -> list[float]:
    """Return for each value the last one on the way to the left that does not fall."""
    peaks: list[float] = []
    for place, value in enumerate(values):
        rises = place > 0 and values[place - 1] >= value
        peaks.append(peaks[-1] if rises else value)
    return peaks


def _threshold(gaps: Sequence[Gap]) -> float:
    if not gaps:
        return 0.0
    depths = [gap.depth for gap in gaps]
    mean = fsum(depths) / len(depths)
    return mean - sqrt(fsum((depth - mean) ** 2 for depth in depths) / len(depths)) / 2


def _deepest(gaps: Sequence[Gap]) -> list[Gap]:
    """Return the gaps with a depth above 0 that no neighbour in the section exceeds; of equal
    neighbours, the first."""
    found = []
    for place, gap in enumerate(gaps):
        before, after = gaps[place - 1] if place else None, gaps[place + 1 : place + 2]
        higher = before is not None and before.section == gap.section and before.depth >= gap.depth
        higher |= any(one.section == gap.section and one.depth > gap.depth for one in after)
        if gap.depth > 0 and not higher:
            found.append(gap)
    return found


def _sum(rows: Matrix) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.asarray(rows.sum(axis=0), np.float64).ravel()
    return found
