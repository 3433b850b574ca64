"""Random samples of sentences, drawn from a stream while it is counted."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from midpath.corpus.cooccurrence import Ids, Portion
from midpath.corpus.seeded_sampling import Lowest, lots

Numbers: TypeAlias = NDArray[np.int64]


class SentenceSamples:
    """Samples of sentences of equal size, without repetition within a sample.

    All sentences are equally likely. A sample depends on the seed, its own number and the number of
    sentences, not on the portions. It watches `count` and stores the sentences sampled so far, 4
    bytes per word.
    """

    def __init__(self, samples: int, sentences: int, seed: int) -> None:
        self._seed = seed
        self._samples = [Lowest(sentences, 1) for _ in range(samples)]
        self._sentences: dict[int, Ids] = {}

    def __call__(self, portion: Portion) -> None:
        ends = portion.ends
        numbers = np.arange(portion.first, portion.first + len(ends))
        for stream, lowest in enumerate(self._samples):
            lowest.offer(lots(self._seed, stream, numbers.astype(np.uint64)), numbers)
        wanted = self._drawn()
        starts = np.concatenate(([0], ends[:-1] + 1))
        for number in wanted[wanted >= portion.first].tolist():
            at = number - portion.first
            self._sentences[number] = portion.ids[starts[at] : ends[at] + 1].copy()
        for number in self._sentences.keys() - set(wanted.tolist()):
            del self._sentences[number]

    def samples(self) -> list[Ids]:
        """Return each sample as sentences in the order of the corpus, EDGE after each."""
        return [
            np.concatenate([np.empty(0, np.uint32), *(self._sentences[n] for n in np.sort(drawn))])
            for drawn in (lowest.drawn()[0].tolist() for lowest in self._samples)
        ]

    def _drawn(self) -> Numbers:
        drawn = [lowest.drawn()[0] for lowest in self._samples]
        return np.unique(np.concatenate([np.empty(0, np.int64), *drawn]))
