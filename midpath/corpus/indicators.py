"""Seven indicators of each word that separate function words from content words (COLING 2014
adpositions, §2): its frequency, the number of distinct words to its left, to its right and on
either side, and the entropies of these neighbours.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from midpath.corpus.cooccurrence import HALF, Cooccurrence, Counts, Keys, Run, merge

Values: TypeAlias = NDArray[np.float64]
Words: TypeAlias = NDArray[np.intp]

INDICATORS = ("Fr", "LCC", "LCE", "TCC", "TCE", "RCC", "RCE")
DECIMALS = 12
BLOCK = 2**20


@dataclass(frozen=True)
class Indicators:
    """Each of INDICATORS as V numbers, by the number of the word; 0 for a word without neighbours.

    LCC, RCC, TCC = the number of distinct words immediately to the left, to the right, on either
    side; LCE, RCE, TCE = −Σ p log2 p over these words, where p is a word's share among them (eq.
    1). On either side the neighbours of both sides are pooled: a word that occurs three times to
    the left and once to the right is one word that occurs four times.
    """

    counted: Cooccurrence
    values: Mapping[str, Values]

    def top(self, indicator: str, limit: int) -> Words:
        """Return the numbers of the highest ranking words, best first, at most `limit`.

        Ties are broken by frequency, then by the word. Words that do not occur are not ranked.
        """
        values, frequency = self.values[indicator], self.counted.frequency
        there = np.flatnonzero(frequency)
        if 0 < limit < len(there):
            least = np.partition(values[there], len(there) - limit)[len(there) - limit]
            there = there[values[there] >= least]
        words = self.counted.words
        ranked = sorted(there.tolist(), key=lambda w: (-values[w], -frequency[w], words[w]))
        return np.array(ranked[:limit], np.intp)


def indicators_of(counted: Cooccurrence) -> Indicators:
    """Return the indicators of the counted words.

    Memory: at most 32 bytes for each distinct pair, in addition to the 16 of the counts; a block of
    words; and 7 numbers per word.

    >>> from midpath.corpus.cooccurrence import count
    >>> found = indicators_of(count([["a", "b", "c"], ["a", "b", "a"], ["c", "b"]]))
    >>> {name: found.values[name][1].round(3).tolist() for name in INDICATORS}
    ... # b: a twice and c once to the left, c and a to the right; pooled a three times, c twice
    {'Fr': 3.0, 'LCC': 2.0, 'LCE': 0.918, 'TCC': 2.0, 'TCE': 0.971, 'RCC': 2.0, 'RCE': 1.0}
    """
    size = len(counted.words)
    right = counted.pairs
    left = _turned(right)
    values: dict[str, Values] = {"Fr": counted.frequency.astype(np.float64)}
    for side in "LTR":
        values[f"{side}CC"], values[f"{side}CE"] = np.zeros(size), np.zeros(size)
    for low, high in _blocks(counted.frequency):
        before, after = _part(left, low, high), _part(right, low, high)
        for side, run in (("L", before), ("R", after), ("T", merge(before, after))):
            counts, entropies = _distinct_and_entropy(run, low, high)
            values[f"{side}CC"][low:high] = counts
            values[f"{side}CE"][low:high] = entropies
    return Indicators(counted, {name: values[name] for name in INDICATORS})


def _turned(run: Run) -> Run:
    """Return the same pairs with the right word's number above the left word's."""
    keys: Keys = (run.keys << HALF) | (run.keys >> HALF)
    order = np.argsort(keys)
    return Run(keys[order], run.times[order])


def _blocks(frequency: Counts) -> Iterator[tuple[int, int]]:
    """Yield ranges of word numbers with few neighbours in all, or with a single word."""
    ends = np.cumsum(frequency)
    low = 0
    while low < len(ends):
        before = ends[low - 1] if low else 0
        high = max(low + 1, int(np.searchsorted(ends, before + BLOCK, side="right")))
        yield low, high
        low = high


def _part(run: Run, low: int, high: int) -> Run:
    start, end = np.searchsorted(run.keys, np.array([low, high], np.uint64) << HALF)
    return Run(run.keys[start:end], run.times[start:end])


def _distinct_and_entropy(run: Run, low: int, high: int) -> tuple[Counts, Values]:
    """Return the number of distinct neighbours of each word, and their entropy.

    Entropy = log2 n − Σ c log2 c / n, where a word has n neighbours and each distinct one occurs c
    times. The terms are summed in the order of c, so the same counts in any order give the same
    bits. Values are rounded to 12 decimals, so equal distributions are equal on any machine.
    """
    words = (run.keys >> HALF).astype(np.int64) - low
    order = np.lexsort((run.times, words))
    times = run.times[order].astype(np.float64)
    distinct = np.bincount(words, minlength=high - low)
    in_all = np.bincount(words[order], times, minlength=high - low)
    weighed = np.bincount(words[order], times * np.log2(times), minlength=high - low)
    entropies = np.zeros(high - low)
    known = in_all > 0
    entropies[known] = np.log2(in_all[known]) - weighed[known] / in_all[known]
    rounded: Values = np.maximum(entropies, 0.0).round(DECIMALS)
    return distinct, rounded
