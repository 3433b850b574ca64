"""Similarity of two texts: the cosine of their unigram tf-idf vectors."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from midpath.corpus.words import words_of

Matrix: TypeAlias = "csr_array[np.float64, tuple[int, int]]"

# Unit vectors of texts: sparse, over words, or dense, over the dimensions of word vectors.
Rows: TypeAlias = "Matrix | NDArray[np.float64]"

ONE = 1_000_000


def tfidf(texts: Iterable[str], *, smooth: bool = False) -> Matrix:
    """Return one row for each text, one column for each word.

    Rows have length 1; texts without a weighted word have a zero row.

    weight = tf · ln(N / df), where tf is the word's count in the text and df the number of the N
    texts it occurs in. The papers (COLING 2014 §2.2, ACL 2014 §4.2) say "unigram tfidf" and no
    more; this is the plain form of Salton and Buckley (1988). `smooth` uses tf · (1 + ln((1 + N) /
    (1 + df))) instead, as scikit-learn does.

    >>> tfidf(["red wine", "red cars", "red wine red"]).toarray().round(3).tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    return weighted(_counts(texts), smooth=smooth)


def weighted(counts: Matrix, *, smooth: bool = False) -> Matrix:
    """Return the tf-idf rows of word counts; words that occur in no text have weight 0."""
    known = np.maximum(np.bincount(counts.indices, minlength=counts.shape[1]), 1)
    weights = _idf(counts.shape[0], known, smooth=smooth)
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    data = counts.data * weights[counts.indices]
    lengths = np.sqrt(np.bincount(rows, data * data, minlength=counts.shape[0]))
    lengths[lengths == 0] = 1
    return csr_array((data / lengths[rows], counts.indices, counts.indptr), shape=counts.shape)


def millionths(cosines: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return cosines as whole millionths, 0 to 1,000,000: texts with the same words are exactly
    1."""
    whole: NDArray[np.int64] = np.rint(cosines * ONE).astype(np.int64)
    return np.clip(whole, 0, ONE)


def cosines(left: Rows, right: Rows) -> NDArray[np.float64]:
    """Return the cosines of each left row with each right row, shape (left rows, right rows).

    The terms of a cosine of sparse rows are summed in the order of its left row, so its bits do not
    depend on other rows of the matrices.
    """
    product: NDArray[np.float64]
    if isinstance(left, np.ndarray):
        product = left @ np.asarray(right).T
    else:
        product = (left @ cast("Matrix", right).T).toarray()
    return product


def cosines_of_pairs(left: Rows, right: Rows) -> NDArray[np.float64]:
    """Return the cosine of each left row with the right row at its place."""
    found: NDArray[np.float64]
    if isinstance(left, np.ndarray):
        found = (left * np.asarray(right)).sum(axis=1)
    else:
        product = left.multiply(cast("Matrix", right))
        found = np.asarray(product.sum(axis=1), np.float64).ravel()
    return found


def matrix_of(rows: Iterable[Mapping[int, int]], columns: int | None = None) -> Matrix:
    """Return a matrix of counts by row and column, with as many columns as needed or given."""
    indices: list[int] = []
    data: list[int] = []
    ends = [0]
    for row in rows:
        for column, times in sorted(row.items()):
            indices.append(column)
            data.append(times)
        ends.append(len(indices))
    wide = max(indices, default=-1) + 1 if columns is None else columns
    return csr_array(
        (np.array(data, np.float64), np.array(indices, np.int32), np.array(ends, np.int32)),
        shape=(len(ends) - 1, wide),
    )


def _counts(texts: Iterable[str]) -> Matrix:
    number_of: dict[str, int] = {}
    return matrix_of(
        Counter(number_of.setdefault(word, len(number_of)) for word in words_of(text))
        for text in texts
    )


def _idf(texts: int, known: NDArray[np.intp], *, smooth: bool) -> NDArray[np.float64]:
    weights: NDArray[np.float64]
    weights = 1 + np.log((1 + texts) / (1 + known)) if smooth else np.log(texts / known)
    return weights


def without_weight(matrix: Matrix) -> int:
    """Return how many texts have no weighted word.

    Their cosine with any text is undefined and taken as 0.
    """
    lengths: Sequence[float] = np.asarray((matrix * matrix).sum(axis=1)).ravel().tolist()
    return sum(length == 0 for length in lengths)
