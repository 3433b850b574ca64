"""Sampling of pairs of segments by similarity, an equal number per stratum (COLING 2014 §2.2).

The paper "sampled 1,000 document pairs from each of the 15 categories, then generated pairs by
choosing one at random from each document" and so produced 1,278,204 pairs of sections and 7,968,487
of paragraphs. One pair from each of 15,000 document pairs would be 15,000. The numbers fit only if
EVERY section of one document is paired with every section of the other: 85 pairs per document pair,
9 by 9, and documents have about ten sections; 531 pairs of paragraphs, 23 by 23. This module
follows that reading: this number of document pairs is drawn from each category (all, if there are
fewer); their candidates are all pairs of a segment of one and a segment of the other.

Models' groups and the cosine may disagree on a pair. COLING 2014 §4.2 compares the two: a threshold
on the cosine answers pair by pair, models answer by groups. Where the two agree, a judgment mostly
confirms them; where they disagree, it shows which of them is right.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from midpath.corpus.seeded_sampling import Lowest, lots
from midpath.corpus.similarity import ONE, Matrix, cosines, millionths, tfidf, without_weight


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


EDGES = (ONE // 4, ONE // 2, 3 * ONE // 4)
STRATA = tuple(zip((0, *EDGES), (*EDGES, ONE), strict=True))
BINS = 50
DOCUMENT_PAIRS = 1000

OF_DOCUMENTS, OF_CANDIDATES = 1, 2

Progress = Callable[[int, int], None]


class Document(NamedTuple):
    """A document; its segments are texts: its sections, or its paragraphs."""

    category: str
    segments: Sequence[str]


@dataclass(frozen=True)
class Plan:
    """The parameters of the sampling.

    `per_stratum` pairs are drawn from each stratum, with `by_category` from each stratum of each
    category (ACL 2014 §4.2: 15 categories by four strata). `document_pairs` is the number for each
    category, None for all; `smooth` is that of `tfidf`. If
    models have grouped the segments, only pairs on which they and the cosine are `disagreeing` are
    drawn; its edge is one of EDGES, so that in each stratum the two differ in one way only. `chunk`
    is the number of candidates compared at a time: it affects memory and nothing else.
    """

    per_stratum: int
    seed: int
    document_pairs: int | None = DOCUMENT_PAIRS
    smooth: bool = False
    by_category: bool = False
    disagreeing: Grouped | None = None
    chunk: int = 250_000

    def __post_init__(self) -> None:
        if self.disagreeing and self.disagreeing.edge not in EDGES:
            raise ValueError(f"the edge is one of {EDGES}, not {self.disagreeing.edge}")


class Place(NamedTuple):
    """The place of a segment: the number of its document and its own number in it, from 0."""

    document: int
    segment: int


class Pair(NamedTuple):
    """A pair of segments; `similarity` is the cosine in millionths."""

    left: Place
    right: Place
    similarity: int
    stratum: int


class Category(NamedTuple):
    """A category with the numbers of its candidates and drawn pairs, by stratum."""

    name: str
    candidates: list[int]
    drawn: list[int]


@dataclass(frozen=True)
class Draw:
    """The result of a draw.

    histogram : all candidates in 50 bins of .02, each with its lower end and the last with both
    candidates : those that can be drawn, by stratum
    weightless : segments without a weighted word; their cosines are undefined and taken as 0
    silent : candidates on which the models say nothing; 0 without models
    categories : those of the documents, if pairs are drawn by category
    """

    segments: int
    weightless: int
    document_pairs: int
    histogram: list[int]
    candidates: list[int]
    silent: int
    pairs: list[Pair]
    categories: list[Category]

    @property
    def drawn(self) -> list[int]:
        """Return the number of drawn pairs by stratum; fewer than requested if there are no
        more."""
        return [sum(pair.stratum == stratum for pair in self.pairs) for stratum in range(4)]


def stratum_of(similarity: int) -> int:
    """Return 0 to 3 for [0, .25], (.25, .5], (.5, .75], (.75, 1], in millionths.

    >>> [stratum_of(value) for value in (0, 250_000, 250_001, 500_000, 750_001, 1_000_000)]
    [0, 0, 1, 1, 3, 3]
    """
    return int(np.searchsorted(EDGES, similarity))


def draw_pairs(
    documents: Sequence[Document], plan: Plan, progress: Progress = lambda done, total: None
) -> Draw:
    """Draw pairs in one pass over all candidates; memory does not grow with their number.

    `progress` is called with the number compared and the total; it may raise to stop.
    """
    work = _Work(documents, plan)
    total = work.total
    done = 0
    progress(0, total)
    for left, right in work.blocks():
        work.compare(left, right)
        done += len(left) * len(right)
        progress(done, total)
    return work.draw()


def drawn_document_pairs(documents: Sequence[Document], plan: Plan) -> list[tuple[int, int]]:
    """Return the drawn pairs of documents, sorted, the lower number first.

    Documents without segments take no part.
    """
    by_category: dict[str, list[int]] = {}
    for number, document in enumerate(documents):
        if document.segments:
            by_category.setdefault(document.category, []).append(number)
    found: list[tuple[int, int]] = []
    for numbers in by_category.values():
        found += _of_category(np.array(numbers, np.int64), len(documents), plan)
    return sorted(found)


def _of_category(
    numbers: NDArray[np.int64], documents: int, plan: Plan
) -> Iterator[tuple[int, int]]:
    count = len(numbers)
    pairs = count * (count - 1) // 2
    limit = pairs if plan.document_pairs is None else min(plan.document_pairs, pairs)
    lowest = Lowest(limit, 2)
    for place in range(count - 1):
        right = numbers[place + 1 :]
        left = np.full_like(right, numbers[place])
        drawn = lots(plan.seed, OF_DOCUMENTS, (left * documents + right).astype(np.uint64))
        lowest.offer(drawn, left, right)
    left, right = lowest.drawn()
    return zip(left.tolist(), right.tolist(), strict=True)


class _Work:
    """The state of a draw; segments are numbered through all documents."""

    def __init__(self, documents: Sequence[Document], plan: Plan) -> None:
        self._plan = plan
        sizes = [len(document.segments) for document in documents]
        self._starts = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))
        self._pairs = drawn_document_pairs(documents, plan)
        self.total = sum(sizes[left] * sizes[right] for left, right in self._pairs)
        texts = (text for document in documents for text in document.segments)
        self._matrix: Matrix = tfidf(texts, smooth=plan.smooth)
        self._grouped = plan.disagreeing
        if self._grouped and self._grouped.labels.shape[1:] != (sum(sizes),):
            raise ValueError(f"the labels of {sum(sizes)} segments are wanted")
        self._silent = 0
        self._histogram = np.zeros(BINS, np.int64)
        names = [document.category if plan.by_category else "" for document in documents]
        self._categories = sorted(set(names))
        numbers = [self._categories.index(name) for name in names]
        self._category_of = np.repeat(np.array(numbers, np.int64), sizes)
        self._candidates = np.zeros((len(self._categories), len(STRATA)), np.int64)
        self._lowest = [[Lowest(plan.per_stratum, 3) for _ in STRATA] for _ in self._categories]

    def blocks(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Yield each left segment with each right one, at most `chunk` candidates at a time."""
        for document, pairs in groupby(self._pairs, key=lambda pair: pair[0]):
            left = self._segments(document)
            right = np.concatenate([self._segments(other) for _, other in pairs])
            tall = min(len(left), self._plan.chunk)
            wide = max(1, self._plan.chunk // tall)
            for top in range(0, len(left), tall):
                for start in range(0, len(right), wide):
                    yield left[top : top + tall], right[start : start + wide]

    def compare(self, left: NDArray[np.int64], right: NDArray[np.int64]) -> None:
        """Compute the cosines of one block, and offer those that can be drawn."""
        found = millionths(cosines(self._matrix[left], self._matrix[right]))
        bins = np.minimum(found.ravel() * BINS // ONE, BINS - 1)
        self._histogram += np.bincount(bins, minlength=BINS)
        if self._grouped is None:
            one, other = np.repeat(left, len(right)), np.tile(right, len(left))
            self._offer(one, other, found.ravel())
        else:
            said = compare(self._grouped, left, right, found)
            self._silent += int(said.silent.sum())
            rows, columns = np.nonzero(said.disagree)
            self._offer(left[rows], right[columns], found[rows, columns])

    def _offer(
        self, left: NDArray[np.int64], right: NDArray[np.int64], found: NDArray[np.int64]
    ) -> None:
        cells = self._category_of[left] * len(STRATA) + np.searchsorted(EDGES, found)
        counts = np.bincount(cells, minlength=self._candidates.size)
        self._candidates += counts.reshape(self._candidates.shape)
        numbers = (left * self._starts[-1] + right).astype(np.uint64)
        drawn = lots(self._plan.seed, OF_CANDIDATES, numbers)
        for cell in np.flatnonzero(counts).tolist():
            category, stratum = divmod(cell, len(STRATA))
            here = cells == cell
            lowest = self._lowest[category][stratum]
            lowest.offer(drawn[here], left[here], right[here], found[here])

    def draw(self) -> Draw:
        drawn = [[lowest.drawn() for lowest in strata] for strata in self._lowest]
        return Draw(
            segments=int(self._starts[-1]),
            weightless=without_weight(self._matrix),
            document_pairs=len(self._pairs),
            histogram=self._histogram.tolist(),
            candidates=self._candidates.sum(axis=0).tolist(),
            silent=self._silent,
            pairs=[
                Pair(self._place(left), self._place(right), similarity, stratum)
                for stratum in range(len(STRATA))
                for strata in drawn
                for left, right, similarity in zip(
                    *(column.tolist() for column in strata[stratum]), strict=True
                )
            ],
            categories=[
                Category(name, candidates, [len(columns[0]) for columns in strata])
                for name, candidates, strata in zip(
                    self._categories, self._candidates.tolist(), drawn, strict=True
                )
                if self._plan.by_category
            ],
        )

    def _segments(self, document: int) -> NDArray[np.int64]:
        return np.arange(self._starts[document], self._starts[document + 1])

    def _place(self, segment: int) -> Place:
        document = int(np.searchsorted(self._starts, segment, side="right")) - 1
        return Place(document, int(segment - self._starts[document]))
