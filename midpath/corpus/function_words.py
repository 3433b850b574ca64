"""Evaluation of indicators of function words (COLING 2014 adpositions, §2.1): average precision
against a list of them, over sub-samples of the corpus that differ in size and in vocabulary.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import ttest_rel

from midpath.corpus.cooccurrence import EDGE, Counting, Ids, Portion
from midpath.corpus.indicators import INDICATORS, Indicators, indicators_of
from midpath.corpus.seeded_sampling import lots

Hits: TypeAlias = NDArray[np.bool_]

SIZES, EACH, ZONES = 10, 20, 5
SUB_SAMPLES = SIZES * EACH
LARGEST = 0.5
LEVEL = 0.05
FREQUENCY = INDICATORS[0]
OTHERS = INDICATORS[1:]


class Against(NamedTuple):
    """A comparison of an indicator with frequency, by a paired t-test over the sub-samples."""

    p: float | None
    better: bool
    reason: str = ""


@dataclass(frozen=True)
class SubSample:
    """A sub-sample: the N words requested, its actual size, its distinct words (V), and AP@n.

    AP@n is by indicator; empty if fewer than n words occur.
    """

    word_count: int
    tokens: int
    types: int
    precision: Mapping[str, float] | None


@dataclass(frozen=True)
class Zone:
    """The sub-samples whose N (or V) lies in [low, high], by indicator (eq. 4).

    The value is (AP − AP of frequency) / AP of frequency, of mean APs; empty if there is no
    sub-sample or if frequency finds nothing.
    """

    low: int
    high: int
    samples: int
    gain: Mapping[str, float] | None


@dataclass(frozen=True)
class Precision:
    """The results over the sub-samples. `mean` and `against` are empty without any AP."""

    whole: Mapping[str, float] | None
    samples: Sequence[SubSample]

    @property
    def known(self) -> list[SubSample]:
        return [sample for sample in self.samples if sample.precision is not None]

    @property
    def mean(self) -> dict[str, float]:
        return mean_precision(self.known)

    @property
    def against(self) -> dict[str, Against]:
        rows = [sample.precision for sample in self.known if sample.precision is not None]
        base = [row[FREQUENCY] for row in rows]
        return {name: compare([row[name] for row in rows], base) for name in OTHERS if rows}

    def by_size(self) -> list[Zone]:
        sizes = sorted({sample.word_count for sample in self.samples})
        return [zone(size, size, [s for s in self.known if s.word_count == size]) for size in sizes]

    def by_vocabulary(self) -> list[Zone]:
        """Return five zones of V of equal width, from the smallest to the largest."""
        known = self.known
        if not known:
            return []
        types = np.array([sample.types for sample in known])
        edges = np.linspace(types.min(), types.max(), ZONES + 1)
        places = np.clip(np.searchsorted(edges, types, side="right") - 1, 0, ZONES - 1)
        return [
            zone(
                int(np.ceil(edges[place])),
                int(edges[place + 1]),
                [sample for sample, at in zip(known, places, strict=True) if at == place],
            )
            for place in range(ZONES)
        ]


class StoredCorpus:
    """Stores a whole corpus while it is counted, 4 bytes per word, to draw sub-samples from it."""

    def __init__(self) -> None:
        self._portions: list[Ids] = []

    def __call__(self, portion: Portion) -> None:
        self._portions.append(portion.ids)

    def ids(self) -> Ids:
        self._portions = [np.concatenate([np.empty(0, np.uint32), *self._portions])]
        return self._portions[0]


def average_precision(hits: Hits) -> float:
    """Return AP@n of a ranked list of n words, true if one is a function word.

    It is the mean over k of P@k: how many of the first k are function words, over k (eq. 2 and 3).

    >>> average_precision(np.array([True, False, True, True])) # (1 + 1/2 + 2/3 + 3/4) / 4
    0.7291666666666666
    """
    return float(np.mean(np.cumsum(hits) / np.arange(1, len(hits) + 1)))


def precision_at(found: Indicators, gold: Hits, n: int) -> dict[str, float] | None:
    """Return AP@n by indicator; None if fewer than n words occur.

    gold : true at the numbers of function words
    """
    if found.counted.types < n:
        return None
    return {name: average_precision(gold[found.top(name, n)]) for name in INDICATORS}


def measure(
    whole: Indicators,
    ids: Ids,
    gold: Hits,
    *,
    n: int,
    seed: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Precision:
    """Return AP@n on the whole corpus and on SIZES · EACH sub-samples of it."""
    found: list[SubSample] = []
    for word_count, sample in sub_samples(ids, seed):
        progress(len(found), SUB_SAMPLES)
        counting = Counting()
        counting.take(sample)
        counted = counting.counted(whole.counted.words)
        precision = precision_at(indicators_of(counted), gold, n)
        found.append(SubSample(word_count, counted.tokens, counted.types, precision))
    progress(SUB_SAMPLES, SUB_SAMPLES)
    return Precision(precision_at(whole, gold, n), found)


def sub_samples(ids: Ids, seed: int) -> Iterator[tuple[int, Ids]]:
    """Yield N and a sub-sample of whole sentences that reaches N words.

    There are ten sizes of N, up to half of the corpus, and twenty sub-samples of each.

    The paper does not say how V varies for one N. Here the twenty are made of stretches of the
    corpus, drawn at random without repetition: the first of single sentences, each next of longer
    stretches (by a constant factor), the last of one stretch. Neighbouring sentences share their
    subject, so V falls as stretches grow. If the corpus is in random order, V varies only by
    chance.
    """
    ends = np.flatnonzero(ids == EDGE)
    lengths = np.diff(np.concatenate(([-1], ends))) - 1
    tokens = int(lengths.sum())
    for size in range(1, SIZES + 1):
        word_count = max(1, int(tokens * LARGEST * size / SIZES))
        sentences = max(1, round(word_count / lengths.mean()))
        for each in range(EACH):
            stretch = round(sentences ** (each / (EACH - 1)))
            order = in_stretches(len(ends), stretch, seed, size * EACH + each)
            enough = int(np.searchsorted(np.cumsum(lengths[order]), word_count)) + 1
            taken = np.zeros(len(ends), np.bool_)
            taken[order[:enough]] = True
            yield word_count, ids[np.repeat(taken, lengths + 1)]


def in_stretches(sentences: int, stretch: int, seed: int, stream: int) -> NDArray[np.int64]:
    """Return all sentences in stretches of consecutive ones, the stretches in random order.

    The beginning of the first stretch is random too; the corpus is treated as a ring.

    >>> in_stretches(7, 3, 1, 1).tolist()
    [6, 0, 1, 2, 3, 4, 5]
    """
    stretches = -(-sentences // stretch)
    drawn = lots(seed, stream, np.arange(stretches + 1, dtype=np.uint64))
    order = np.argsort(drawn[:-1])
    places = (order[:, None] * stretch + np.arange(stretch)).ravel()
    start = int(drawn[-1]) % sentences
    found: NDArray[np.int64] = (places[places < sentences] + start) % sentences
    return found


def mean_precision(samples: Sequence[SubSample]) -> dict[str, float]:
    rows = [sample.precision for sample in samples if sample.precision is not None]
    return {name: float(np.mean([row[name] for row in rows])) for name in INDICATORS if rows}


def zone(low: int, high: int, samples: Sequence[SubSample]) -> Zone:
    means = mean_precision(samples)
    base = means.get(FREQUENCY, 0)
    gain = {name: (means[name] - base) / base for name in OTHERS} if base else None
    return Zone(low, high, len(samples), gain)


def compare(found: Sequence[float], base: Sequence[float]) -> Against:
    """Compare two samples by a two-sided paired t-test.

    Undefined with fewer than two pairs, or if all pairs have the same difference.

    >>> compare([0.5, 0.7], [0.4, 0.6 - 1e-17]).reason
    'all sub-samples differ alike'
    """
    apart = np.round(np.subtract(found, base), 12)
    if len(apart) < 2:
        return Against(None, False, "fewer than two sub-samples")
    if np.ptp(apart) == 0:
        return Against(None, False, "all sub-samples differ alike")
    p = float(ttest_rel(found, base).pvalue)
    return Against(p, p < LEVEL and float(apart.mean()) > 0)
