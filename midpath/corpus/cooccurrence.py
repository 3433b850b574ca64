"""Counts of words and of their neighbours at distance one, from a stream of sentences.

Sentences are counted portion by portion, so a corpus may be larger than memory, and other processes
may number the words of its portions. Each pair of neighbours is one 64-bit number, the left word's
number above the right word's. A portion becomes a run: its distinct pairs in order, and their
counts. Runs of similar size are merged, so that each is at least twice as long as the next, and at
most 2·B pairs are stored for B distinct ones.

Memory: at most 64 bytes for each distinct pair (16 hold a pair with its count and 16 more build the
merged run), in addition to one portion and the words themselves.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count as counted_up
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ids: TypeAlias = NDArray[np.uint32]
Keys: TypeAlias = NDArray[np.uint64]
Counts: TypeAlias = NDArray[np.int64]
Watch: TypeAlias = Callable[["Portion"], None]

PORTION = 2**20
EDGE = 2**32 - 1
HALF = np.uint64(32)


class Numbered(NamedTuple):
    """Some consecutive sentences: the numbers of their words, EDGE after each sentence.

    A word's number is its index in `words`, which are in the order of their first occurrence here.
    """

    words: Sequence[str]
    ids: Ids


class Portion(NamedTuple):
    """Some consecutive sentences: the numbers of their words, EDGE after each sentence.

    It also has the corpus number, from 0, of its first sentence.
    """

    ids: Ids
    first: int

    @property
    def ends(self) -> NDArray[np.intp]:
        """Return the index of each sentence's EDGE."""
        return np.flatnonzero(self.ids == EDGE)


class Run(NamedTuple):
    """Distinct pairs in ascending order, and how often each occurs."""

    keys: Keys
    times: Counts


@dataclass(frozen=True)
class Cooccurrence:
    """The counts of a corpus. A word's number is its index in `words`; V words, B distinct
    pairs."""

    words: Sequence[str]
    sentences: int
    frequency: Counts  # V
    pairs: Run  # B

    @property
    def tokens(self) -> int:
        return int(self.frequency.sum())

    @property
    def types(self) -> int:
        return int(np.count_nonzero(self.frequency))

    def times(self, left: str, right: str) -> int:
        """Return how often one word occurs immediately before the other.

        >>> count([["a", "b", "a", "b"], ["b", "a"]]).times("a", "b")
        2
        """
        if not {left, right} <= set(self.words):
            return 0
        key = np.uint64((self.words.index(left) << 32) + self.words.index(right))
        at = int(np.searchsorted(self.pairs.keys, key))
        there = at < len(self.pairs.keys) and self.pairs.keys[at] == key
        return int(self.pairs.times[at]) if there else 0


class Counting:
    """A counter that takes portions in any order and keeps their sum."""

    def __init__(self) -> None:
        self._frequency: Counts = np.zeros(0, np.int64)
        self._sentences = 0
        self._runs: list[Run] = []

    def take(self, ids: Ids) -> None:
        """Count sentences given as the numbers of their words, EDGE after each."""
        of_words = ids[ids != EDGE]
        self._sentences += len(ids) - len(of_words)
        self._frequency = _sum(self._frequency, np.bincount(of_words))
        left, right = ids[:-1], ids[1:]
        adjacent = (left != EDGE) & (right != EDGE)
        keys = (left[adjacent].astype(np.uint64) << HALF) | right[adjacent]
        keys.sort()
        self._runs.append(_run(keys, np.ones(len(keys), np.int64)))
        while len(self._runs) > 1 and len(self._runs[-2].keys) < 2 * len(self._runs[-1].keys):
            self._merge_last()

    def counted(self, words: Sequence[str]) -> Cooccurrence:
        while len(self._runs) > 1:
            self._merge_last()
        pairs = self._runs[0] if self._runs else Run(np.empty(0, np.uint64), np.empty(0, np.int64))
        frequency = _sum(self._frequency, np.zeros(len(words), np.int64))
        return Cooccurrence(words, self._sentences, frequency, pairs)

    def _merge_last(self) -> None:
        self._runs.append(merge(self._runs.pop(), self._runs.pop()))


def count(
    sentences: Iterable[Sequence[str]], *, portion: int = PORTION, watch: Sequence[Watch] = ()
) -> Cooccurrence:
    """Count a stream of sentences, each a list of words; empty ones are skipped.

    Each of `watch` is called with every portion, which has at least `portion` words or is the last.
    It may keep sentences, report progress, or raise to stop.

    >>> found = count([["the", "cat", "sat"], [], ["the", "cat"]])
    >>> found.sentences, found.tokens, found.types, found.times("the", "cat")
    (2, 5, 3, 2)
    """
    return count_numbered(numbered(sentences, portion), watch=watch)


def count_numbered(parts: Iterable[Numbered], *, watch: Sequence[Watch] = ()) -> Cooccurrence:
    """Count the parts of a corpus, in their order; each of `watch` is called with every part.

    The counts, and the number of each word, are the same for any division into parts.

    >>> found = count_numbered(part for text in ("a b", "b c") for part in numbered([text.split()]))
    >>> found.words, found.times("b", "c")
    (['a', 'b', 'c'], 1)
    """
    number_of: defaultdict[str, int] = defaultdict(counted_up().__next__)
    counting = Counting()
    first = 0
    for words, ids in parts:
        numbers = np.fromiter(map(number_of.__getitem__, words), np.uint32, len(words))
        of_corpus = np.full_like(ids, EDGE)
        is_word = ids != EDGE
        of_corpus[is_word] = numbers[ids[is_word]]
        each = Portion(of_corpus, first)
        first += len(ids) - int(np.count_nonzero(is_word))
        counting.take(each.ids)
        for watcher in watch:
            watcher(each)
    return counting.counted(list(number_of))


def numbered(sentences: Iterable[Sequence[str]], portion: int = PORTION) -> Iterator[Numbered]:
    """Number the words of a stream of sentences, a portion of at least so many words at a time.

    >>> [part.ids.tolist() for part in numbered([["a", "b"], [], ["b"]])] == [[0, 1, EDGE, 1, EDGE]]
    True
    """
    number_of: defaultdict[str, int] = defaultdict(counted_up().__next__)
    ids: list[int] = []
    for words in sentences:
        if not words:
            continue
        ids.extend(map(number_of.__getitem__, words))
        ids.append(EDGE)
        if len(ids) >= portion:
            yield Numbered(list(number_of), np.array(ids, np.uint32))
            ids.clear()
            number_of = defaultdict(counted_up().__next__)
    if ids:
        yield Numbered(list(number_of), np.array(ids, np.uint32))


def merge(one: Run, other: Run) -> Run:
    """Merge two runs; a stable sort of two ascending sequences is a merge.

    The memory of both is free at once if the caller keeps neither.

    >>> run = merge(Run(np.array([1, 5]), np.array([1, 2])), Run(np.array([5]), np.array([3])))
    >>> run.keys.tolist(), run.times.tolist()
    ([1, 5], [1, 5])
    """
    keys = np.concatenate((one.keys, other.keys))
    times = np.concatenate((one.times, other.times))
    del one, other
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    times = times[order]
    del order
    return _run(keys, times)


def _run(keys: Keys, times: Counts) -> Run:
    """Return the run of ascending keys that may repeat."""
    if not len(keys):
        return Run(keys, times)
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    return Run(keys[starts], np.add.reduceat(times, starts))


def _sum(one: Counts, other: Counts) -> Counts:
    """Return the sum of two arrays of counts, the shorter padded with zeros."""
    long, short = (one, other) if len(one) >= len(other) else (other, one)
    found = long.astype(np.int64)
    found[: len(short)] += short
    return found
