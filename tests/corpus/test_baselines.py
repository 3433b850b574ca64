"""Clustering and topics: what they group, and one result per seed."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.decomposition import LatentDirichletAllocation
from threadpoolctl import threadpool_limits

from midpath.corpus.bags import Terms, bags_of
from midpath.corpus.baselines import PASSES, cluster, shares_of, topics, unigrams
from midpath.corpus.similarity import tfidf
from tests.corpus.made_up import made_up

TEXTS = [
    *["cookies cookies browser browser tracking", "browser cookies tracking", "tracking cookies"],
    *["children parents age", "age children consent parents", "parents age age"],
    *["court law order", "law order police", "order court law law"],
]


def test_unigram_vectors_are_those_of_the_drawn_pairs() -> None:
    texts = ["red wine", "red cars and wine", "blue cars"]
    rows = unigrams(bags_of([texts], Terms(bigrams=True)))
    expected = tfidf(texts)
    assert_allclose((rows @ rows.T).toarray(), (expected @ expected.T).toarray(), atol=1e-12)


def test_clusters_part_texts_that_share_no_word() -> None:
    bags = bags_of([TEXTS], Terms())
    found = cluster(bags, 3, np.random.default_rng(1))
    parts = found.labels.reshape(3, 3)
    assert (parts == parts[:, :1]).all()
    assert len(set(parts[:, 0].tolist())) == 3
    dense = unigrams(bags).toarray()
    centres = np.array([dense[found.labels == group].mean(axis=0) for group in range(3)])
    assert_allclose(found.objective, -((dense - centres[found.labels]) ** 2).sum())


@pytest.mark.long
def test_there_are_no_more_clusters_than_texts_that_differ() -> None:
    bags = bags_of([["one two", "one two", "three", "", "two one"]], Terms())
    for groups in (1, 2, 3, 9):
        found = cluster(bags, groups, np.random.default_rng(1))
        assert len(set(found.labels.tolist())) == min(groups, 3)
        assert found.weights.shape == (groups, 3)


@pytest.mark.long
def test_topics_are_scikit_learns() -> None:
    bags = made_up(1, documents=5, segments=60, terms=30, states=3, words=20).bags
    found = topics(bags, 3, np.random.default_rng(4))
    with threadpool_limits(limits=1):
        peer = LatentDirichletAllocation(
            3,
            learning_method="online",
            max_iter=PASSES,
            random_state=int(np.random.default_rng(4).integers(2**31)),
            total_samples=60,
        ).fit(bags.counts)
        assert found.labels.tolist() == peer.transform(bags.counts).argmax(axis=1).tolist()
        assert_allclose(found.objective, peer.score(bags.counts))
    assert_allclose(found.weights.sum(axis=1), 1)


def test_shares_of_a_group_without_terms_are_nought() -> None:
    bags = bags_of([["one two", "one", ""]], Terms())
    found = shares_of(bags.counts, np.array([0, 0, 1]), 3)
    assert_allclose(found, np.array([[2 / 3, 1 / 3], [0, 0], [0, 0]]))
