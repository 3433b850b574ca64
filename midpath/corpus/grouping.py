"""Scores of groups of segments against people's judgments of pairs (ACL 2014 §4; COLING 2014 §4).

Among all pairs in question, G are those that belong together according to people, and H those that
a model has put in one group:

    precision = |G ∩ H| / |H|        recall = |G ∩ H| / |G|        F = 2 |G ∩ H| / (|G| + |H|)
    agreement = share of the pairs on which both say the same

Everything is counted in whole numbers. Pairs of answer-sets are counted by patterns (the sets that
a segment is in), never listed: ten thousand segments have fifty million pairs.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from midpath.corpus.similarity import ONE, Rows, cosines, cosines_of_pairs, millionths

Integers = NDArray[np.int64]

NO_PAIRS = "No pair is in question."
NONE_SAME = "The groups put no pair together."
NONE_YES = "No pair belongs together according to people."
NEITHER = "Neither people nor the groups put a pair together."

# The most rows of pairs, and the most pairs, that are processed together.
BLOCK, PAIRS = 512, 2**23

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Scores:
    """Numbers of pairs: all in question, |G|, |H|, |G ∩ H|.

    A share with denominator 0 is None, and `reasons` says why, by name.

    >>> Scores(pairs=6, yes=3, same=2, both=1).shares
    {'precision': 0.5, 'recall': 0.3333333333333333, 'f': 0.4, 'agreement': 0.5}
    >>> Scores(pairs=6, yes=3, same=0, both=0).reasons
    {'precision': 'The groups put no pair together.'}
    """

    pairs: int
    yes: int
    same: int
    both: int

    @property
    def agreed(self) -> int:
        return self.pairs - self.yes - self.same + 2 * self.both

    @property
    def precision(self) -> float | None:
        return _share(self.both, self.same)

    @property
    def recall(self) -> float | None:
        return _share(self.both, self.yes)

    @property
    def f(self) -> float | None:
        return _share(2 * self.both, self.yes + self.same)

    @property
    def agreement(self) -> float | None:
        return _share(self.agreed, self.pairs)

    @property
    def shares(self) -> dict[str, float | None]:
        return {name: getattr(self, name) for name in REASONS}

    @property
    def reasons(self) -> dict[str, str]:
        found = {name: REASONS[name] for name, value in self.shares.items() if value is None}
        return found if self.pairs else dict.fromkeys(found, NO_PAIRS)

    @property
    def one_group(self) -> "Scores":
        """Return the scores of putting all segments in one group.

        Compare F and precision with it (the single-cluster baseline): if most pairs belong
        together, one group finds them all.

        >>> Scores(pairs=100, yes=47, same=10, both=7).one_group.shares
        {'precision': 0.47, 'recall': 1.0, 'f': 0.6394557823129252, 'agreement': 0.47}
        """
        return Scores(self.pairs, self.yes, self.pairs, self.yes)

    @property
    def all_singletons(self) -> "Scores":
        """Return the scores of putting every segment in a group of its own.

        If few pairs belong together, this agrees with most of people's judgments.
        """
        return Scores(self.pairs, self.yes, 0, 0)


REASONS = {"precision": NONE_SAME, "recall": NONE_YES, "f": NEITHER, "agreement": NO_PAIRS}


@dataclass(frozen=True, eq=False)
class JudgedPairs:
    """Pairs of segments, by number, and whether people said yes to them (ACL 2014 §4.2).

    A pair with the judgment no that is in one group lowers precision.
    """

    left: Integers
    right: Integers
    yes: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class AnswerSets:
    """Sets of segments, by number (ACL 2014 §4.1).

    They may overlap and need not include all segments. In question are all pairs of segments that
    are in any set; those that share a set belong together.
    """

    sets: Sequence[Sequence[int]]

    @cached_property
    def segments(self) -> Integers:
        """Return the segments that are in any set, ascending."""
        return np.unique(np.concatenate([np.empty(0, np.int64), *map(_numbers, self.sets)]))

    @cached_property
    def membership(self) -> "csr_array[np.int64, tuple[int, int]]":
        """Return a matrix with 1 where a segment (row) is in a set (column)."""
        columns = [np.unique(_numbers(each)) for each in self.sets]
        rows = np.searchsorted(self.segments, np.concatenate([np.empty(0, np.int64), *columns]))
        of = np.repeat(np.arange(len(columns)), [len(each) for each in columns])
        shape = (len(self.segments), len(self.sets))
        return csr_array((np.ones(len(rows), np.int64), (rows, of)), shape=shape)


Gold = JudgedPairs | AnswerSets


def score(labels: NDArray[np.signedinteger], gold: Gold) -> Scores:
    """Score groups against a gold.

    labels : the group of each segment

    >>> labels = np.array([0, 0, 1, 1])
    >>> score(labels, AnswerSets([[0, 1, 2], [2]]))
    Scores(pairs=3, yes=3, same=1, both=1)
    >>> score(labels, JudgedPairs(np.array([0, 2]), np.array([1, 1]), np.array([True, False])))
    Scores(pairs=2, yes=1, same=1, both=1)
    """
    if isinstance(gold, JudgedPairs):
        same = labels[gold.left] == labels[gold.right]
        yes = gold.yes
        return Scores(len(yes), int(yes.sum()), int(same.sum()), int((yes & same).sum()))
    return _score_sets(labels[gold.segments], gold)


def _score_sets(labels: NDArray[np.signedinteger], gold: AnswerSets) -> Scores:
    segments = len(labels)
    _, groups = np.unique(labels, return_inverse=True)
    patterns, of = _patterns(gold)
    sizes = np.zeros((patterns.shape[0], int(groups.max(initial=-1)) + 1), np.int64)
    np.add.at(sizes, (of, groups), 1)
    yes = both = 0
    for here in _portions(patterns.shape[0]):
        shared = ((patterns[here] @ patterns.T).toarray() > 0).astype(np.int64)
        together = shared @ sizes
        both += int((sizes[here] * together).sum())
        yes += int((sizes[here].sum(axis=1) * together.sum(axis=1)).sum())
    same = int((sizes.sum(axis=0) ** 2).sum())
    return Scores(*((count - segments) // 2 for count in (segments**2, yes, same, both)))


def _patterns(gold: AnswerSets) -> "tuple[csr_array[np.int64, tuple[int, int]], Integers]":
    """Return the distinct rows of the membership, and the number of each segment's row."""
    rows = gold.membership
    number_of: dict[bytes, int] = {}
    first: list[int] = []
    of = np.empty(rows.shape[0], np.int64)
    for row in range(rows.shape[0]):
        key = np.sort(rows.indices[rows.indptr[row] : rows.indptr[row + 1]]).tobytes()
        of[row] = number_of.setdefault(key, len(first))
        if of[row] == len(first):
            first.append(row)
    return rows[first], of


def _portions(rows: int) -> Iterator[slice]:
    """Yield slices of rows whose pairs with all rows fit the memory limit."""
    size = max(1, min(BLOCK, PAIRS // max(1, rows)))
    for start in range(0, rows, size):
        yield slice(start, min(rows, start + size))


def _numbers(given: Sequence[int]) -> Integers:
    return np.asarray(given, np.int64)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


@dataclass(frozen=True)
class Threshold:
    """A rule that pairs with a cosine of at least so many millionths are the same; above ONE,
    none."""

    at: int
    scores: Scores


@dataclass(frozen=True)
class Oracle:
    by_f: Threshold
    by_agreement: Threshold


def oracle(gold: Gold, rows: Rows, progress: Progress = lambda done, total: None) -> Oracle:
    """Return the thresholds on the cosine with the best scores, which use the gold.

    They are an upper bound for bags of words on pairs (COLING 2014 §4.2). `rows` are unit vectors
    of all segments. Every threshold that makes a difference is tried, to the millionth;
    ties go to the highest. A row without weight has cosine 0 with all. `progress` is called with
    rows of pairs; it may raise to stop.
    """
    every, yes = np.zeros(ONE + 2, np.int64), np.zeros(ONE + 2, np.int64)
    for found, belong in _blocks(gold, rows, progress):
        every += np.bincount(found, minlength=ONE + 2)
        yes += np.bincount(found[belong], minlength=ONE + 2)
    same, both = (np.cumsum(counts[::-1])[::-1] for counts in (every, yes))
    tried = np.flatnonzero(every)[::-1]
    tried = np.concatenate(([ONE + 1], tried))
    pairs, belong_all = int(every.sum()), int(yes.sum())
    f = 2 * both[tried] / np.maximum(same[tried] + belong_all, 1)
    agreed = 2 * both[tried] - same[tried]

    def at(place: int) -> Threshold:
        number = int(tried[place])
        return Threshold(number, Scores(pairs, belong_all, int(same[number]), int(both[number])))

    return Oracle(at(int(f.argmax())), at(int(agreed.argmax())))


def _blocks(
    gold: Gold, rows: Rows, progress: Progress
) -> Iterator[tuple[Integers, NDArray[np.bool_]]]:
    """Yield blocks of pairs in question: cosines in millionths, and whether they belong
    together."""
    if isinstance(gold, JudgedPairs):
        for start in range(0, len(gold.yes), BLOCK):
            progress(start, len(gold.yes))
            here = slice(start, start + BLOCK)
            left, right = rows[gold.left[here]], rows[gold.right[here]]
            yield millionths(cosines_of_pairs(left, right)), gold.yes[here]
        return
    own, sets = rows[gold.segments], gold.membership
    for here in _portions(own.shape[0]):
        progress(here.start, own.shape[0])
        found = millionths(cosines(own[here], own[here.start :]))
        belong = (sets[here] @ sets[here.start :].T).toarray() > 0
        above = np.triu(np.ones(found.shape, bool), 1)
        yield found[above], belong[above]
