"""The runs of an alignment: which there are, and the result of each, which any process can
compute."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from midpath.alignment.options.alignment import CURVED, AlignmentOptions
from midpath.alignment.segment_corpus import SegmentCorpus
from midpath.corpus.alignment import COMPARED, METHODS, CannotAlign, Run, align, top_terms
from midpath.corpus.bags import Bags
from midpath.corpus.word_vectors import WordVectors
from midpath.corpus.words import as_listed
from midpath.json_types import Figures
from midpath.parts import Parts
from midpath.progress import Failed, Progress

# Steps of each run: a model's maximum number of iterations.
STEPS = 100
TOPS = 15
LITTLE_ENDIAN = np.dtype("<i4")


@dataclass(frozen=True)
class AlignmentSpec:
    """The options of an alignment, and the methods to compare.

    The options' method makes the groups that are stored. If `compare` is set, the table has all of
    `methods`. With `curves` those of COLING 2014, Fig. 1, are also fitted with 1, 2, … up to that
    many groups. With `vectors`, clustering and the cosine use them instead of words.
    """

    options: AlignmentOptions
    methods: tuple[str, ...] = COMPARED
    vectors: WordVectors | None = None

    @property
    def table(self) -> list[str]:
        """Return the methods in the table, in the order of METHODS."""
        chosen = {self.options.method, *(self.methods if self.options.compare else ())}
        return [key for key in METHODS if key in chosen]

    @property
    def curved(self) -> list[str]:
        named = [key for key in CURVED if key in self.methods]
        return (named or list(self.methods)) if self.options.curves else []

    @property
    def chosen(self) -> tuple[str, int]:
        return self.options.method, self.options.groups

    def fits(self) -> Iterator[tuple[str, int]]:
        """Yield each method and number of groups to fit, once."""
        of_table = [(key, self.options.groups) for key in self.table]
        of_curves = [(key, k) for key in self.curved for k in range(1, self.options.curves + 1)]
        yield from dict.fromkeys((*of_table, *of_curves))

    def runs(self) -> list[tuple[str, int, int]]:
        """Return the method, number of groups and own number of each run."""
        return [(*fit, run) for fit in self.fits() for run in range(self.options.runs)]


class Fitted(NamedTuple):
    """The result of a run, small enough for Redis: the group of each segment, compressed, and the
    terms of each group if the run is one of the chosen method's. The model's weights are large, and
    nothing else is read from them."""

    groups: bytes
    objective: float
    iterations: int
    converged: bool
    tops: list[Figures]

    @property
    def labels(self) -> NDArray[np.int32]:
        return np.frombuffer(zlib.decompress(self.groups), LITTLE_ENDIAN)


def runs_of(corpus: SegmentCorpus, spec: AlignmentSpec) -> Parts[Fitted]:
    """Return the runs of an alignment as parts, which raise Failed if nothing can be aligned."""
    runs = spec.runs()
    vectors = corpus.vectors.rows if corpus.vectors else None

    def fit(number: int, progress: Progress) -> Fitted:
        method, groups, run = runs[number]
        try:
            found = align(
                corpus.bags, method, groups, spec.options.seed, run, progress, vectors=vectors
            )
        except CannotAlign as error:
            raise Failed(str(error)) from error
        return Fitted(
            groups=zlib.compress(found.labels.astype(LITTLE_ENDIAN).tobytes(), 1),
            objective=float(found.objective),
            iterations=int(found.iterations),
            converged=bool(found.converged),
            tops=_tops(corpus, groups, found) if (method, groups) == spec.chosen else [],
        )

    return Parts(len(runs), fit, STEPS, lambda: _digest(corpus.bags))


def _digest(bags: Bags) -> str:
    found = sha256("\n".join(bags.terms).encode())
    for numbers in (bags.counts.indptr, bags.counts.indices, bags.counts.data, bags.starts):
        found.update(np.ascontiguousarray(numbers).tobytes())
    return found.hexdigest()


def _tops(corpus: SegmentCorpus, groups: int, run: Run) -> list[Figures]:
    """Return for each group its terms by p(term | group), and by lift.

    The lift is how much more frequent a term is in the group than elsewhere.
    """
    found = []
    for group in range(groups):
        here = run.labels == group
        by_probability, by_lift = (
            [
                [as_listed(term), value]
                for term, value in top_terms(corpus.bags, run.weights, group, TOPS, by_lift=lift)
            ]
            for lift in (False, True)
        )
        found.append(
            {
                "group": group,
                "segments": int(here.sum()),
                "documents": len(np.unique(corpus.document_of[here])),
                "by_probability": by_probability,
                "by_lift": by_lift,
            }
        )
    return found
