"""An interval for ρ(TL) − ρ(TR): a bootstrap over sentences that copies no text.

A resample draws as many sentences as the corpus has, with replacement; a sentence's weight is how
many times it was drawn. A pair of neighbours then occurs as often as the weights of its sentences
add up to. So a resample is a product of a sparse matrix, pairs × sentences, with a vector, and no
word is read again.

The lists by left and by right neighbours come from each resample, the list by both sides from the
whole corpus, as for the samples of the paper (§4.3).

The interval is difference ± z · SE, where SE is the standard deviation (n − 1) of the resampled
differences (Efron and Tibshirani, An Introduction to the Bootstrap, ch. 6 and 12.3). It is not
read from their quantiles: a resample has only 63% of the distinct sentences, so its entropies, and
with them its difference, are those of a smaller corpus.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from statistics import NormalDist, stdev
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from agreement.sampling import Draws
from midpath.corpus.adpositions import LISTS, Decision, TypologyOptions, decide, typology
from midpath.corpus.cooccurrence import EDGE, HALF, Cooccurrence, Counts, Ids, Run
from midpath.corpus.indicators import DECIMALS, Indicators, Values
from midpath.parts import InParts, Parts, one_by_one
from midpath.progress import Progress

Settled: TypeAlias = Decision | Literal["undecided"]

LEVEL = 0.95
RESAMPLES = 200
FEWEST_SENTENCES = 2
MAX_UNDEFINED = 0.05
NO_PAIRS = Run(np.empty(0, np.uint64), np.empty(0, np.int64))
RIGHT = np.uint64(EDGE)


@dataclass(frozen=True)
class Interval:
    """The interval of a difference; without ends, `reason` says why.

    `undefined` of the `resamples` have no difference. They are left out.
    """

    resamples: int
    low: float | None
    high: float | None
    error: float | None
    undefined: int = 0
    reason: str = ""

    def settle(self, difference: float | None, margin: float) -> Settled:
        """Return the decision, or undecided if the interval includes 0.

        >>> interval = Interval(200, 0.01, 0.05, 0.01)
        >>> interval.settle(0.03, 0.01), interval.settle(0.03, 0.04)
        ('prepositional', 'inconclusive')
        >>> Interval(200, -0.01, 0.07, 0.02).settle(0.03, 0.01)
        'undecided'
        """
        if difference is None or self.low is None or self.high is None:
            return "undefined"
        return "undecided" if self.low <= 0 <= self.high else decide(difference, margin)


class ResampledSentences:
    """The indicators of one side, LCC and LCE or RCC and RCE, for any weights of the sentences.

    whole : the counts of the corpus: S sentences, V words, B distinct pairs
    ids : its sentences as numbers of words, EDGE after each
    """

    def __init__(self, whole: Cooccurrence, ids: Ids) -> None:
        keys, size = whole.pairs.keys, len(whole.words)
        sentence = np.cumsum(ids == EDGE)
        inside = (ids[:-1] != EDGE) & (ids[1:] != EDGE)
        pairs = (ids[:-1][inside].astype(np.uint64) << HALF) | ids[1:][inside]
        begins = np.flatnonzero(np.concatenate(([True], ids[:-1] == EDGE)))
        self._whole = whole
        self._pairs = _matrix(
            np.searchsorted(keys, pairs), sentence[:-1][inside], (len(keys), whole.sentences)
        )
        self._first = _matrix(ids[begins], sentence[begins], (size, whole.sentences))
        places = np.arange(len(keys))
        self._left = _matrix(keys & RIGHT, places, (size, len(keys)))
        self._right = _matrix(keys >> HALF, places, (size, len(keys)))

    def indicators(self, weights: Counts, names: Sequence[str]) -> Indicators:
        """Return some indicators of the corpus with each sentence as many times as its weight.

        Its counts have frequencies, but no pairs.
        """
        times = self._pairs @ weights.astype(np.float64)
        neighbours = self._left @ times
        frequency = (neighbours + self._first @ weights).astype(np.int64)
        values: dict[str, Values] = {}
        for name in names:
            side = self._left if name.startswith("L") else self._right
            on_side = neighbours if name.startswith("L") else side @ times
            values[name] = (
                _entropies(side, times, on_side)
                if name.endswith("E")
                else side @ (times > 0).astype(np.float64)
            )
        sentences = int(weights.sum())
        return Indicators(Cooccurrence(self._whole.words, sentences, frequency, NO_PAIRS), values)


def resamples_of(
    whole: Indicators, ids: Ids, options: TypologyOptions, resamples: int, seed: int
) -> Parts[float | None]:
    """Return the resamples of a corpus as parts, whose results are the differences.

    A resample has a stretch of the seed's random numbers for itself, as many as the corpus has
    sentences.
    """
    sentences = whole.counted.sentences
    resampled = ResampledSentences(whole.counted, ids)

    def difference(number: int, _progress: Progress) -> float | None:
        draws = Draws(seed, skip=number * sentences)
        weights = np.bincount(draws.below(sentences, sentences), minlength=sentences)
        sample = resampled.indicators(weights, LISTS[options.by][1:])
        return typology(whole, options, sample).difference

    def inputs() -> str:
        found = sha256("\n".join(whole.counted.words).encode())
        found.update(np.ascontiguousarray(ids).tobytes())
        return found.hexdigest()

    return Parts(resamples, difference, 1, inputs)


def bootstrap(
    whole: Indicators,
    ids: Ids,
    options: TypologyOptions,
    *,
    resamples: int = RESAMPLES,
    seed: int = 1,
    progress: Progress = lambda done, total: None,
    in_parts: InParts = one_by_one,
) -> Interval:
    """Return the interval of the difference of a corpus; `in_parts` computes the resamples.

    It is undefined if the difference is, with fewer than two sentences, and if more than one
    resample in twenty has no difference.
    """
    found, sentences = typology(whole, options), whole.counted.sentences
    if found.difference is None or sentences < FEWEST_SENTENCES:
        reason = found.reason or "the corpus has only one sentence"
        return Interval(resamples, None, None, None, reason=reason)
    parts = resamples_of(whole, ids, options, resamples, seed)
    differences = [each for each in in_parts(parts, progress) if each is not None]
    return _interval(found.difference, differences, resamples)


def _interval(difference: float, differences: Sequence[float], resamples: int) -> Interval:
    undefined = resamples - len(differences)
    if undefined > MAX_UNDEFINED * resamples or len(differences) < 2:
        reason = f"{undefined:,} of {resamples:,} resamples have no difference"
        return Interval(resamples, None, None, None, undefined, reason)
    error = stdev(differences)
    reach = NormalDist().inv_cdf((1 + LEVEL) / 2) * error
    return Interval(resamples, difference - reach, difference + reach, error, undefined)


def _entropies(side: csr_array, times: Values, neighbours: Values) -> Values:
    """Return log2 n − Σ c log2 c / n of each word with n neighbours, c of each distinct one."""
    weighed = side @ (times * np.log2(np.maximum(times, 1)))
    most = np.maximum(neighbours, 1)
    found: Values = np.maximum(np.log2(most) - weighed / most, 0.0).round(DECIMALS)
    return found


def _matrix(
    rows: NDArray[np.unsignedinteger | np.signedinteger],
    columns: NDArray[np.signedinteger],
    shape: tuple[int, int],
) -> csr_array:
    """Return a sparse matrix that counts rows and columns, in floats, as products need them."""
    ones = np.ones(len(rows))
    return csr_array((ones, (rows.astype(np.int32), columns.astype(np.int32))), shape=shape)
