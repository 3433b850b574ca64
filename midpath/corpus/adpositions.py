"""Adposition typology: before or after the noun (COLING 2014 adpositions, §3 and §4).

The words with the most varied neighbours on either side are correlated with those with the most
varied left neighbours, and with those with the most varied right neighbours. The higher correlation
decides.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Literal, TypeAlias, get_args

import numpy as np
from scipy.stats import rankdata

from midpath.corpus.cooccurrence import Counting, Ids
from midpath.corpus.indicators import Indicators, Values, indicators_of

By: TypeAlias = Literal["entropy", "counts"]
Decision: TypeAlias = Literal["prepositional", "postpositional", "inconclusive", "undefined"]

DECISIONS: tuple[Decision, ...] = get_args(Decision)
TOP = 200
FEWEST_SHARED = 3
# In Table 3 the paper calls −.009 (Lithuanian) "very close to zero" and "inconclusive", and accepts
# .015 (Finnish) and .019 (Norwegian). .01 is the only whole hundredth between them.
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
    """The correlation of two lists over their shared words; without values, `reason` says why."""

    shared: int
    rho: float | None
    r: float | None
    reason: str = ""


@dataclass(frozen=True)
class Typology:
    """ρ(TL), ρ(TR), their difference, and the decision."""

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
    """The typology over samples, decided by the mean of their differences."""

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
        """Return the standard deviation (n − 1); None with fewer than two samples."""
        return stdev(self.differences) if len(self.differences) > 1 else None

    @property
    def decision(self) -> Decision:
        return decide(self.mean, self.margin)

    def times(self, decision: Decision) -> int:
        return sum(found.decision == decision for found in self.each)


def decide(difference: float | None, margin: float = MARGIN) -> Decision:
    """Return prepositional if the difference is positive, postpositional if it is negative.

    It is inconclusive if closer to zero than the margin, and undefined if None.

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
    whole: Indicators, options: TypologyOptions, sample: Indicators | None = None
) -> Typology:
    """Return ρ(TL) and ρ(TR) of a corpus and the decision.

    ρ(TL) is the correlation of the top words by TCE with the top words by LCE; ρ(TR) by RCE. With a
    sample, the whole corpus's list by TCE is compared with the sample's lists (§4.3).
    """
    total, left, right = LISTS[options.by]
    listed = whole.top(total, options.top)
    other = whole if sample is None else sample

    def correlation_with(name: str) -> Correlation:
        shared = listed[np.isin(listed, other.top(name, options.top))]
        return correlation(whole.values[total][shared], other.values[name][shared])

    return Typology(correlation_with(left), correlation_with(right), options.margin)


def sample_typologies(
    whole: Indicators,
    options: TypologyOptions,
    samples: Sequence[Ids],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Sampled:
    """Return the typology over samples.

    samples : each as sentences, EDGE after each, with the word numbers of the whole corpus
    """
    each: list[Typology] = []
    for ids in samples:
        progress(len(each), len(samples))
        counting = Counting()
        counting.take(ids)
        sample = indicators_of(counting.counted(whole.counted.words))
        each.append(typology(whole, options, sample))
    progress(len(samples), len(samples))
    return Sampled(each, options.margin)


def correlation(one: Values, other: Values) -> Correlation:
    """Return Pearson's r of the values, and Spearman's ρ, which is r of their ranks.

    Ranks are among the given words; ties get their mean rank. Without ties
    ρ is 1 − 6·Σd²/(n(n² − 1)), d the difference of two ranks; here 1 − 6·2/60:

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
