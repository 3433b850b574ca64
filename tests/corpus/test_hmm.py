"""Hidden Markov models of bags: equal to the slow reference and to hmmlearn, with non-decreasing
likelihood."""

import logging
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hmmlearn.hmm import MultinomialHMM
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import csr_array
from scipy.special import gammaln

from midpath.corpus import chains
from midpath.corpus.bags import Bags
from midpath.corpus.chains import Chains, Counts, Weights
from midpath.corpus.estimates import TOPOLOGIES, Estimate, Maximum, Variational, allowed_moves
from midpath.corpus.hmm import MAX_ITERATIONS, MIN_CHANGE, fit
from tests.corpus import slow_chains
from tests.corpus.made_up import made_up

ESTIMATES: list[Estimate] = [Maximum(0), Maximum(), Maximum(3), Variational()]
SEEDS = st.integers(0, 2**32)


def bags_of_counts(documents: list[list[list[int]]], terms: int) -> Bags:
    rows = [segment[:terms] for document in documents for segment in document]
    counts = csr_array(np.array(rows, np.float64).reshape(-1, terms))
    starts = np.cumsum([0, *map(len, documents)])
    return Bags(counts, [f"t{number}" for number in range(terms)], starts, np.arange(len(rows)))


BAGS = st.builds(
    bags_of_counts,
    st.lists(
        st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), max_size=4),
        min_size=1,
        max_size=4,
    ).filter(any),
    st.integers(1, 4),
)


def random_weights(seed: int, topology: str, states: int, terms: int) -> Weights:
    rng = np.random.default_rng(seed)
    moves = rng.dirichlet(np.ones(states + 1), states) * allowed_moves(topology, states)
    with np.errstate(divide="ignore"):
        return Weights(
            np.log(rng.dirichlet(np.ones(states))),
            np.log(moves / moves.sum(axis=1, keepdims=True)),
            np.log(rng.dirichlet(np.ones(terms), states)),
        )


@pytest.mark.long
@given(BAGS, SEEDS, st.sampled_from(TOPOLOGIES), st.integers(1, 3))
def test_expected_counts_equal_the_twins(bags: Bags, seed: int, topology: str, states: int) -> None:
    weights = random_weights(seed, topology, states, len(bags.terms))
    expected = slow_chains.expect(bags, weights)
    found = Chains(bags).expect(weights)
    assert_allclose(found.likelihood, expected.likelihood, rtol=1e-9, atol=1e-9)
    for mine, theirs in zip(_arrays(found), _arrays(expected), strict=True):
        assert_allclose(mine, theirs, atol=1e-9)


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("numbers", [1, 40])
def test_taking_few_documents_at_a_time_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, topology: str, numbers: int
) -> None:
    bags = made_up(3, documents=20, segments=50, terms=12, states=4, words=6).bags
    weights = random_weights(3, topology, 4, len(bags.terms))
    whole, paths = Chains(bags).expect(weights), Chains(bags).best_paths(weights)
    monkeypatch.setattr(chains, "BLOCK", numbers)
    found = Chains(bags).expect(weights)
    for mine, theirs in zip(_arrays(found), _arrays(whole), strict=True):
        assert_allclose(mine, theirs, rtol=1e-12)
    assert found.likelihood == whole.likelihood
    assert Chains(bags).best_paths(weights).tolist() == paths.tolist()


@pytest.mark.long
@given(BAGS, SEEDS, st.sampled_from(TOPOLOGIES), st.integers(1, 3))
def test_the_best_path_beats_all_others(bags: Bags, seed: int, topology: str, states: int) -> None:
    weights = random_weights(seed, topology, states, len(bags.terms))
    labels = Chains(bags).best_paths(weights)
    for rows in slow_chains.documents(bags):
        path = labels[list(rows)].tolist()
        best = max(logp for _, logp in slow_chains.paths(rows, bags, weights))
        assert_allclose(slow_chains.log_probability(rows, path, bags, weights), best, rtol=1e-9)


@pytest.mark.long
@given(BAGS, SEEDS, st.sampled_from(TOPOLOGIES), st.integers(1, 3))
def test_the_bound_is_as_it_is_written(bags: Bags, seed: int, topology: str, states: int) -> None:
    allowed = allowed_moves(topology, states)
    counts = slow_chains.expect(bags, random_weights(seed, topology, states, len(bags.terms)))
    weights, added = Variational().weights(counts, allowed)
    rows = [counts.moves[state, allowed[state]] for state in range(states)]
    priors = [
        (counts.start, 1.0),
        *((row, 1.0) for row in rows),
        *((row, 0.1) for row in counts.words),
    ]
    assert_allclose(-added, sum(slow_chains.apart(*each) for each in priors), rtol=1e-8, atol=1e-8)
    assert (np.isfinite(weights.moves) == allowed).all()
    assert (np.exp(weights.words).sum(axis=1) <= 1 + 1e-12).all()


@pytest.mark.long
@given(BAGS, SEEDS, st.sampled_from(TOPOLOGIES), st.integers(1, 4), st.sampled_from(ESTIMATES))
def test_no_iteration_lowers_the_objective(
    bags: Bags, seed: int, topology: str, states: int, estimate: Estimate
) -> None:
    chains, allowed = Chains(bags), allowed_moves(topology, states)
    weights = random_weights(seed, topology, states, len(bags.terms))
    objectives = []
    for _ in range(8):
        counts = chains.expect(weights)
        weights, added = estimate.weights(counts, allowed)
        objectives.append(chains.expect(weights).likelihood + added)
    assert all(b >= a - 1e-9 * max(1, abs(a)) for a, b in pairwise(objectives)), objectives


@pytest.mark.few(1)
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("estimate", ESTIMATES, ids=str)
def test_no_iteration_lowers_the_objective_of_a_fit(topology: str, estimate: Estimate) -> None:
    bags = made_up(3, documents=12, segments=150, terms=60, states=5, words=30).bags
    for seed in range(3):
        found = fit(bags, 5, topology, estimate, np.random.default_rng(seed))
        assert all(b >= a - 1e-9 * abs(a) for a, b in pairwise(found.objectives))
        assert len(found.objectives) == found.iterations + 1 <= MAX_ITERATIONS + 1
        last, before = found.objectives[-1], found.objectives[-2]
        assert found.converged == (abs(last - before) < MIN_CHANGE * abs(before))
        assert_allclose(found.weights.sum(axis=1), 1)


@pytest.mark.few(1)
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("seed", range(3))
def test_iterations_of_em_equal_hmmlearns(topology: str, seed: int) -> None:
    """As in COLING 2014 §3.3: all documents are one sequence B d1 B d2 B, and a separate state
    emits only B. Transitions from it are our start, transitions to it our stop. hmmlearn also
    counts the orders in which a bag can be emitted, a constant of the data."""
    states = 4
    bags = made_up(seed, documents=9, segments=60, terms=12, states=states, words=8).bags
    chains, allowed = Chains(bags), allowed_moves(topology, states)
    weights = random_weights(seed + 10, topology, states, len(bags.terms))
    sequence, orders = with_boundaries(bags)
    peer = hmmlearn_model(weights, sequence)
    for _ in range(6):
        counts = chains.expect(weights)
        assert_allclose(counts.likelihood + orders, peer.score(sequence), rtol=0, atol=1e-8)
        weights, _ = Maximum(0).weights(counts, allowed)
        peer.fit(sequence)
        assert_allclose(np.exp(weights.start), peer.transmat_[-1, :-1], rtol=0, atol=1e-8)
        assert_allclose(np.exp(weights.moves), peer.transmat_[:-1], rtol=0, atol=1e-8)
        assert_allclose(np.exp(weights.words), peer.emissionprob_[:-1, 1:], rtol=0, atol=1e-8)
    labels = peer.predict(sequence)[sequence[:, 0] == 0]
    assert chains.best_paths(weights).tolist() == labels.tolist()


def hmmlearn_model(weights: Weights, sequence: np.ndarray[Any, Any]) -> Any:
    logging.getLogger("hmmlearn").setLevel(logging.ERROR)
    states, terms = weights.words.shape
    peer = MultinomialHMM(states + 1, sequence.sum(axis=1), n_iter=1, init_params="")
    peer.startprob_ = np.eye(states + 1)[-1]
    peer.transmat_ = np.vstack([np.exp(weights.moves), [*np.exp(weights.start), 0]])
    peer.emissionprob_ = np.zeros((states + 1, terms + 1))
    peer.emissionprob_[:-1, 1:] = np.exp(weights.words)
    peer.emissionprob_[-1, 0] = 1
    return peer


def with_boundaries(bags: Bags) -> tuple[np.ndarray[Any, Any], float]:
    """Return the sequence, with B as its first symbol, and the log of the number of orders in which
    its bags can be emitted."""
    dense = bags.counts.toarray().astype(np.int64)
    boundary = [[1] + [0] * dense.shape[1]]
    rows = list(boundary)
    for document in slow_chains.documents(bags):
        rows += [[0, *dense[row].tolist()] for row in document] + boundary
    orders = gammaln(dense.sum(axis=1) + 1).sum() - gammaln(dense + 1).sum()
    return np.array(rows), float(orders)


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("estimate", [Maximum(), Variational()], ids=str)
def test_values_a_thousand_magnitudes_below_are_kept(topology: str, estimate: Estimate) -> None:
    """The first segment indicates that its document is in the last state, the second that it is in
    the first; under forward constraints one of them must be wrong by thousands of nats."""
    bags = bags_of_counts([[[0, 4000], [4000, 0]], [[4000, 0], [0, 4000]]], 2)
    words = np.log(np.array([[1 - 1e-3, 1e-3], [1e-3, 1 - 1e-3]]))
    with np.errstate(divide="ignore"):
        moves = np.log(allowed_moves(topology, 2) / 3)
    found = Chains(bags).expect(Weights(np.log([0.5, 0.5]), moves, words))
    assert np.isfinite(found.likelihood)
    assert_allclose(found.start.sum(), 2)
    assert_allclose(found.moves.sum(), 4)
    again, _ = estimate.weights(found, allowed_moves(topology, 2))
    assert np.isfinite(Chains(bags).expect(again).likelihood)


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("estimate", [Maximum(), Variational()], ids=str)
def test_moves_that_a_topology_forbids_are_never_made(topology: str, estimate: Estimate) -> None:
    bags = made_up(5, documents=10, segments=120, terms=40, states=4, words=20).bags
    found = fit(bags, 4, topology, estimate, np.random.default_rng(1))
    allowed = allowed_moves(topology, 4)
    for rows in slow_chains.documents(bags):
        for a, b in pairwise(found.labels[list(rows)].tolist()):
            assert allowed[a, b]


def test_documents_without_segments_and_segments_without_terms_take_no_harm() -> None:
    bags = bags_of_counts([[], [[0, 0], [2, 1]], [], [[0, 0]]], 2)
    for topology in TOPOLOGIES:
        for estimate in ESTIMATES:
            found = fit(bags, 3, topology, estimate, np.random.default_rng(2))
            assert np.isfinite(found.objectives).all()
            assert found.labels.shape == (3,)


def test_a_state_that_nothing_reaches_has_all_its_choices_alike() -> None:
    counts = Counts(
        np.array([2.0, 0.0]), np.array([[1.0, 0, 1], [0, 0, 0]]), np.eye(2) * [3, 0], 0.0
    )
    weights, added = Maximum(0).weights(counts, allowed_moves("strict_forward", 2))
    assert_allclose(np.exp(weights.moves), np.array([[0.5, 0, 0.5], [0, 0.5, 0.5]]))
    assert_allclose(np.exp(weights.words), np.array([[1, 0], [0.5, 0.5]]))
    assert added == 0


def _arrays(counts: Counts) -> tuple[np.ndarray[Any, Any], ...]:
    return counts.start, counts.moves, counts.words
