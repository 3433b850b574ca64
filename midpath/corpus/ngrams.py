"""n-gram models of short texts, and texts drawn from them with a given number of words.

A model of order n is a Markov chain of words with maximum-likelihood chances: after a context, the
last n − 1 words or fewer at the start of a text, word w follows with the chance
c(context, w) / c(context), and the text ends with c(context, end) / c(context). ACL 2013 §3.1 makes
queries with n = 1, 2, 3 "of desired length distribution"; how is not said. Here a text of k words
has the chance that the model gives it among all its texts of k words:

    P(w₁ … w_k | k) = Π_i P(w_i | context_i) · P(end | context_{k+1}) / P(k)

so it also ends as texts of the log end. Within one length the n-grams of model and log may
differ; over all lengths, in the model's own shares, they have the same frequencies.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from midpath.corpus.seeded_sampling import lots

Floats: TypeAlias = NDArray[np.float64]
Words: TypeAlias = tuple[str, ...]
Context: TypeAlias = tuple[str, ...]

# The empty text is no word, so it can stand for the end.
END = ""
# Cumulative chances that are stored; those after frequent contexts are needed again and again.
STORED = 1000


class NgramModel:
    """A model of the order 1, 2, 3, …, for texts of at most `longest` words.

    times : how often each text occurs

    >>> model = NgramModel(2, {("a", "b"): 2, ("a",): 1, ("b", "b", "a"): 1}, longest=3)
    >>> model.length_chances.round(4).tolist()
    [0.0, 0.5, 0.25, 0.125]

    Both words are the last one half of the times that they occur, so P(k) = 1/2^k.
    """

    def __init__(self, order: int, times: Mapping[Words, int], longest: int) -> None:
        self.order, self.longest = order, longest
        follows = _counts(order, times)
        places = {context: place for place, context in enumerate(follows)}
        rows = [
            (places[context], word, count, places[_next(order, context, word)])
            for context, words in follows.items()
            for word, count in words.items()
            if word != END
        ]
        totals = np.array([sum(words.values()) for words in follows.values()], np.float64)
        ends = np.array([words[END] for words in follows.values()], np.float64)
        self._from = np.array([row[0] for row in rows], np.int64)
        self._words = [row[1] for row in rows]
        self._to = np.array([row[3] for row in rows], np.int64)
        self._chances = np.array([row[2] for row in rows], np.float64) / totals[self._from]
        self._starts = np.searchsorted(self._from, np.arange(len(follows) + 1))
        self._left = self._chances_to_end(ends / totals)
        self._cumulative = lru_cache(STORED)(self._sums)

    @property
    def length_chances(self) -> Floats:
        """Return the chance of a text of 0, 1, … `longest` words."""
        return self._left[:, 0]

    def draw(self, length: int, seed: int, number: int) -> Words | None:
        """Return the text with this number and so many words, the same for the same seed; None if
        the model has no text of this length."""
        if not self._left[length, 0]:
            return None
        first = number * (self.longest + 1)
        numbers = np.arange(first, first + length, dtype=np.uint64)
        # 53 bits, as many as a float has.
        chances = (lots(seed, self.order, numbers) >> np.uint64(11)) * 2.0**-53
        context, found = 0, []
        for step, chance in enumerate(chances.tolist()):
            row = self._row(context, length - step - 1, chance)
            found.append(self._words[row])
            context = int(self._to[row])
        return tuple(found)

    def _row(self, context: int, left: int, chance: float) -> int:
        sums = self._cumulative(context, left)
        place = np.searchsorted(sums, chance * sums[-1], side="right")
        # Rounding must not choose a word after which the text cannot end in time.
        return int(self._starts[context] + min(place, np.searchsorted(sums, sums[-1])))

    def _sums(self, context: int, left: int) -> Floats:
        rows = slice(*self._starts[context : context + 2])
        return np.cumsum(self._chances[rows] * self._left[left, self._to[rows]])

    def _chances_to_end(self, ends: Floats) -> Floats:
        """Return the chance that exactly k more words follow a context, shape (k, contexts).

        left(0, c) = P(end | c); left(k, c) = Σ_w P(w | c) · left(k − 1, c followed by w)
        """
        left = np.empty((self.longest + 1, len(ends)))
        left[0] = ends
        for k in range(1, self.longest + 1):
            through = self._chances * left[k - 1, self._to]
            left[k] = np.bincount(self._from, through, minlength=len(ends))
        return left


def count_contexts(order: int, texts: Iterable[Words], most: int = sys.maxsize) -> int:
    """Return the number of contexts of a model, on which its memory depends; of more than `most`,
    some number above it.

    >>> [count_contexts(order, [("a", "b", "c"), ("a", "c")]) for order in (1, 2, 3)]
    [1, 4, 5]
    """
    seen: set[Context] = set()
    for words in texts:
        seen.update(context for context, _ in steps_of(order, words))
        if len(seen) > most:
            break
    return len(seen)


def steps_of(order: int, words: Words) -> Iterable[tuple[Context, str]]:
    """Yield each word of a text and its end, with its context.

    >>> list(steps_of(3, ("red", "wine", "bar")))
    [((), 'red'), (('red',), 'wine'), (('red', 'wine'), 'bar'), (('wine', 'bar'), '')]
    """
    for place, word in enumerate((*words, END)):
        yield words[max(0, place - order + 1) : place], word


def _counts(order: int, times: Mapping[Words, int]) -> dict[Context, Counter[str]]:
    """Return what follows each context and how often; the start of a text comes first."""
    follows: dict[Context, Counter[str]] = {(): Counter()}
    for words, count in times.items():
        for context, word in steps_of(order, words):
            follows.setdefault(context, Counter())[word] += count
    return follows


def _next(order: int, context: Context, word: str) -> Context:
    return (*context, word)[-order + 1 :] if order > 1 else ()


def counted(texts: Iterable[Sequence[str]]) -> Counter[Words]:
    """Return how often each text occurs."""
    return Counter(map(tuple, texts))
