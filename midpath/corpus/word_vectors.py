"""Word vectors supplied by the user, as a representation of segments."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from midpath.corpus.bags import Bags
from midpath.corpus.similarity import weighted

Vectors = NDArray[np.float64]


class NotFinite(ValueError):
    """A vector of a word that occurs has a value that is no finite number."""


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Vectors of words, a row for each; `row_of` has the rows by the words as they are counted."""

    vectors: NDArray[np.floating]
    row_of: Mapping[str, int]

    @property
    def dimensions(self) -> int:
        return int(self.vectors.shape[1])


@dataclass(frozen=True, eq=False)
class Represented:
    """Segments as unit vectors; those without any known word have a zero row.

    `known_words` and `words` count the occurrences of single words with a vector, and of all.
    """

    rows: Vectors
    words: int
    known_words: int

    @property
    def unknown_segments(self) -> int:
        return int((~self.rows.any(axis=1)).sum())


def represent(bags: Bags, given: WordVectors) -> Represented:
    """Return each segment as the sum of the unit vectors of its words, weighted by tf-idf and
    scaled to length 1.

    row = Σ_w tf · ln(N / df) · v_w / |v_w|, over the terms that are single words and have a vector,
    with tf and df of the kept segments as for `tfidf`.

    >>> from midpath.corpus.bags import Terms, bags_of
    >>> bags = bags_of([["red wine"], ["blue wine"], ["blue"]], Terms())
    >>> vectors = WordVectors(np.array([[2.0, 0.0], [0.0, 5.0]]), {"red": 0, "blue": 1})
    >>> represent(bags, vectors).rows.tolist()
    [[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]
    """
    single = [number for number, term in enumerate(bags.terms) if " " not in term]
    known = [number for number in single if bags.terms[number] in given.row_of]
    chosen = [given.row_of[bags.terms[number]] for number in known]
    vectors = np.asarray(given.vectors[chosen], np.float64).reshape(len(chosen), given.dimensions)
    if not np.isfinite(vectors).all():
        raise NotFinite
    rows = np.asarray(weighted(bags.counts[:, known]) @ _unit(vectors), np.float64)
    return Represented(
        _unit(rows), int(bags.counts[:, single].sum()), int(bags.counts[:, known].sum())
    )


def _unit(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: Vectors = rows / np.where(lengths == 0, 1, lengths)
    return found
