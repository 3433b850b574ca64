"""On which side of its noun a language keeps its adpositions (COLING 2014 adpositions, §3 and §4):
whether the words with the most varied neighbours on either side are rather those with the most
varied left neighbours, or right neighbours."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Literal, TypeAlias, get_args

import numpy as np
from scipy.stats import rankdata

from corpus.cooccurrence import Counting, Ids
from corpus.indicators import Indicators, Values, indicators_of

By: TypeAlias = Literal["entropy", "counts"]
Decision: TypeAlias = Literal["prepositional", "postpositional", "inconclusive", "undefined"]

DECISIONS: tuple[Decision, ...] = get_args(Decision)
TOP = 200
FEWEST_SHARED = 3
# Of Table 3 the paper calls −.009 (Lithuanian) "very close to zero" and "inconclusive", and lets
# .015 (Finnish) and .019 (Norwegian) stand: the one whole hundredth between them.
MARGIN = 0.01
LISTS: dict[By, tuple[str, str, str]] = {
    "entropy": ("TCE", "LCE", "RCE"),
    "counts": ("TCC", "LCC", "RCC"),
}


@dataclass(frozen=True)
class TypologyOptions:
    by: By = "entropy"
    top: int = TOP
    margin: float = MARGIN


@dataclass(frozen=True)
class Correlation:
    """Of two lists, over the words that both hold; without values it says why."""

    shared: int
    rho: float | None
    r: float | None
    reason: str = ""


@dataclass(frozen=True)
class Typology:
    """ρ(TL), ρ(TR), their difference and what it says."""

    left: Correlation
    right: Correlation
    margin: float

    @property
    def difference(self) -> float | None:
        return _less(self.left.rho, self.right.rho)

    @property
    def difference_r(self) -> float | None:
        return _less(self.left.r, self.right.r)

    @property
    def decision(self) -> Decision:
        return decide(self.difference, self.margin)

    @property
    def reason(self) -> str:
        return self.left.reason or self.right.reason


@dataclass(frozen=True)
class Sampled:
    """The same over samples: the mean of their differences decides."""

    each: Sequence[Typology]
    margin: float

    @property
    def differences(self) -> list[float]:
        return [found.difference for found in self.each if found.difference is not None]

    @property
    def mean(self) -> float | None:
        return mean(self.differences) if self.differences else None

    @property
    def sd(self) -> float | None:
        """Over n − 1; undefined of fewer than two samples."""
        return stdev(self.differences) if len(self.differences) > 1 else None

    @property
    def decision(self) -> Decision:
        return decide(self.mean, self.margin)

    def times(self, decision: Decision) -> int:
        return sum(found.decision == decision for found in self.each)


def decide(difference: float | None, margin: float = MARGIN) -> Decision:
    """Prepositional above zero, postpositional below, inconclusive nearer to zero than the margin.

    >>> [decide(difference) for difference in (0.208, -0.238, 0.015, -0.009, None)]
    ... # Bulgarian, Turkish, Finnish, Lithuanian
    ['prepositional', 'postpositional', 'prepositional', 'inconclusive', 'undefined']
    """
    if difference is None:
        return "undefined"
    if abs(difference) < margin or difference == 0:
        return "inconclusive"
    return "prepositional" if difference > 0 else "postpositional"


def typology(
    whole: Indicators, asked: TypologyOptions, sample: Indicators | None = None
) -> Typology:
    """ρ(TL) = correlation of the top words by TCE with the top words by LCE; ρ(TR), by RCE. With a
    sample, the whole corpus' list by TCE against the sample's lists (§4.3)."""
    total, left, right = LISTS[asked.by]
    listed = whole.top(total, asked.top)
    other = whole if sample is None else sample

    def beside(name: str) -> Correlation:
        shared = listed[np.isin(listed, other.top(name, asked.top))]
        return correlation(whole.values[total][shared], other.values[name][shared])

    return Typology(beside(left), beside(right), asked.margin)


def sample_typologies(
    whole: Indicators,
    asked: TypologyOptions,
    samples: Sequence[Ids],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Sampled:
    """Each sample as sentences, EDGE after each, with the numbers of the whole corpus' words."""
    each: list[Typology] = []
    for ids in samples:
        progress(len(each), len(samples))
        counting = Counting()
        counting.take(ids)
        sample = indicators_of(counting.counted(whole.counted.words))
        each.append(typology(whole, asked, sample))
    progress(len(samples), len(samples))
    return Sampled(each, asked.margin)


def correlation(one: Values, other: Values) -> Correlation:
    """Pearson's r of the values, and Spearman's ρ: r of their ranks among the words at hand, of
    values that are alike the mean rank.

    Without ties ρ is 1 − 6·Σd²/(n(n² − 1)), d the difference of two ranks; here 1 − 6·2/60:

    >>> correlation(np.array([1.0, 2.0, 3.0, 4.0]), np.array([10.0, 20.0, 40.0, 30.0])).rho
    0.8
    >>> correlation(np.array([1.0, 2.0]), np.array([1.0, 2.0]))
    Correlation(shared=2, rho=None, r=None, reason='the lists share only 2 words')
    """
    shared = len(one)
    if shared < FEWEST_SHARED:
        words = "1 word" if shared == 1 else f"{shared} words"
        return Correlation(shared, None, None, f"the lists share only {words}")
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        return Correlation(shared, None, None, "every word that the lists share has the same value")
    return Correlation(shared, _pearson(rankdata(one), rankdata(other)), _pearson(one, other))


def _pearson(one: Values, other: Values) -> float:
    one, other = one - one.mean(), other - other.mean()
    found = float(one @ other) / math.sqrt(float(one @ one) * float(other @ other))
    return max(-1.0, min(1.0, found))


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other
