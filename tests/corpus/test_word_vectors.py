"""Segments as sums of supplied word vectors, and the clustering and the cosines of these."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from midpath.corpus.alignment import align
from midpath.corpus.bags import Terms, bags_of
from midpath.corpus.grouping import AnswerSets, JudgedPairs, oracle
from midpath.corpus.similarity import tfidf
from midpath.corpus.word_vectors import WordVectors, represent

TEXTS = [["red wine red", "blue cars", "???"], ["wine", "cars unknown blue", "red cars"]]
WORDS = ["red", "wine", "blue", "cars"]
GIVEN = WordVectors(
    np.random.default_rng(1).normal(size=(4, 3)), {word: n for n, word in enumerate(WORDS)}
)


def slow_rows(texts: list[str]) -> list[list[float]]:
    segments = [text.split() for text in texts]
    rows = []
    for segment in segments:
        row = np.zeros(3)
        for word in WORDS:
            df = sum(word in other for other in segments)
            vector = GIVEN.vectors[GIVEN.row_of[word]]
            idf = math.log(len(texts) / df)
            row += segment.count(word) * idf * vector / np.linalg.norm(vector)
        rows.append(row / (np.linalg.norm(row) or 1))
    return [row.tolist() for row in rows]


@pytest.mark.parametrize("bigrams", [False, True])
def test_rows_equal_the_twins_and_words_are_counted(bigrams: bool) -> None:
    found = represent(bags_of(TEXTS, Terms(bigrams=bigrams)), GIVEN)
    assert_allclose(found.rows, slow_rows([text for each in TEXTS for text in each]), atol=1e-12)
    assert (found.words, found.known_words, found.unknown_segments) == (11, 10, 1)


def test_no_known_word_leaves_zero_rows() -> None:
    found = represent(bags_of(TEXTS, Terms()), WordVectors(np.ones((1, 2)), {"nothing": 0}))
    assert found.rows.tolist() == [[0.0, 0.0]] * 6
    assert (found.known_words, found.unknown_segments) == (0, 6)


def test_clustering_follows_the_vectors() -> None:
    """Words that never occur together are near: cookies and browsers, partners and sharing."""
    texts = [["cookies", "partners"], ["browsers", "sharing"]] * 4
    near = WordVectors(
        np.array([[1, 0.0], [1, 0.1], [0, 1], [0.1, 1]]),
        {"cookies": 0, "browsers": 1, "partners": 2, "sharing": 3},
    )
    bags = bags_of(texts, Terms())
    labels = align(bags, "clustering", 2, 1, 0, vectors=represent(bags, near).rows).labels
    assert labels.reshape(-1, 2).tolist() in ([[0, 1]] * 8, [[1, 0]] * 8)


def test_the_oracle_is_the_same_for_dense_and_sparse_rows() -> None:
    texts = [text for each in TEXTS for text in each]
    sparse = tfidf(texts)
    sets = AnswerSets([[0, 3], [1, 4, 5]])
    pairs = JudgedPairs(np.array([0, 1, 2]), np.array([3, 4, 5]), np.array([True, True, False]))
    for gold in (sets, pairs):
        assert oracle(gold, sparse.toarray()) == oracle(gold, sparse)
