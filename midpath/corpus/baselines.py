"""Baselines for the hidden Markov models (ACL 2014 §5): divisive clustering and topics.

Both are scikit-learn's, on one thread, so that a seed gives the same groups on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.cluster import BisectingKMeans
from sklearn.decomposition import LatentDirichletAllocation
from threadpoolctl import threadpool_limits

from midpath.corpus.bags import Bags
from midpath.corpus.chains import Floats
from midpath.corpus.similarity import Matrix, weighted

BISECTIONS = 10
PASSES = 10

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Grouped:
    """The groups of a run.

    `objective` is higher for better runs; `weights` (K × V) is each term's probability by group.
    """

    labels: NDArray[np.int64]
    objective: float
    weights: Floats


def cluster(
    bags: Bags, groups: int, rng: np.random.Generator, vectors: Floats | None = None
) -> Grouped:
    """Cluster segments by bisecting unit tf-idf vectors of unigrams, or the given unit vectors.

    The cluster with the largest spread is split next; each bisection is the best of ten. Between
    unit vectors the squared distance is 2 − 2 cosine, so k-means on them is the papers' "unigram
    features and cosine similarity"; they used CLUTO, whose source is closed. Segments without a
    weighted unigram are zero vectors. There are fewer groups if fewer segments differ. The
    objective is the negative sum of squared distances.
    """
    rows = unigrams(bags) if vectors is None else csr_array(vectors)
    distinct = _distinct(rows, groups)
    maker = BisectingKMeans(
        distinct, init="k-means++", n_init=BISECTIONS, random_state=int(rng.integers(2**31))
    )
    with threadpool_limits(limits=1):
        labels = maker.fit_predict(rows).astype(np.int64)
    return Grouped(labels, -_spread(rows, labels, groups), shares_of(bags.counts, labels, groups))


def topics(
    bags: Bags, groups: int, rng: np.random.Generator, progress: Progress = lambda done, total: None
) -> Grouped:
    """Group segments by latent Dirichlet allocation (online VB, Hoffman et al. 2010).

    The terms are those of the hidden Markov models; ten passes, priors 1/K, otherwise scikit-
    learn's defaults. The papers used gensim. A segment belongs to its most probable topic. The
    objective is the variational bound.
    """
    maker = LatentDirichletAllocation(
        groups,
        learning_method="online",
        random_state=int(rng.integers(2**31)),
        total_samples=bags.counts.shape[0],
    )
    with threadpool_limits(limits=1):
        for done in range(PASSES):
            maker.partial_fit(bags.counts)
            progress(done + 1, PASSES)
        labels = maker.transform(bags.counts).argmax(axis=1).astype(np.int64)
        objective = float(maker.score(bags.counts))
    weights: Floats = maker.components_ / maker.components_.sum(axis=1, keepdims=True)
    return Grouped(labels, objective, weights)


def unigrams(bags: Bags) -> Matrix:
    """Return unit tf-idf rows of the terms that are single words."""
    single = [number for number, term in enumerate(bags.terms) if " " not in term]
    rows = weighted(bags.counts[:, single])
    rows.eliminate_zeros()
    return rows


def shares_of(counts: Matrix, labels: NDArray[np.int64], groups: int) -> Floats:
    """Return each term's share of each group's terms; 0 for a group without terms."""
    found = np.asarray((counts.T @ memberships(labels, groups)).T, np.float64)
    totals = found.sum(axis=1, keepdims=True)
    return found / np.where(totals == 0, 1, totals)


def _distinct(rows: Matrix, limit: int) -> int:
    """Return how many rows differ, counting up to `limit`."""
    known: set[tuple[bytes, bytes]] = set()
    for start, end in pairwise(rows.indptr.tolist()):
        known.add((rows.indices[start:end].tobytes(), rows.data[start:end].tobytes()))
        if len(known) == limit:
            break
    return len(known)


def _spread(rows: Matrix, labels: NDArray[np.int64], groups: int) -> float:
    """Return the sum over segments of the squared distance from their group's mean.

    It is computed as Σ |x|² − Σ |sum|² / n over groups.
    """
    sums = np.asarray((rows.T @ memberships(labels, groups)).T, np.float64)
    sizes = np.maximum(np.bincount(labels, minlength=groups), 1)
    return float((rows.data**2).sum() - ((sums**2).sum(axis=1) / sizes).sum())


def memberships(labels: NDArray[np.int64], groups: int) -> Floats:
    """Return a matrix with 1 where a segment (row) is in a group (column)."""
    found = np.zeros((len(labels), groups))
    found[np.arange(len(labels)), labels] = 1
    return found
