"""Gibbs sampling: paths and states have their exact probabilities, computed by enumeration."""

import math
from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import chisquare

from midpath.corpus.bags import Bags
from midpath.corpus.chains import Chains, Counts
from midpath.corpus.estimates import TOPOLOGIES, allowed_moves
from midpath.corpus.gibbs import count_states, draw_weights, log_joint, sample
from tests.corpus import slow_chains
from tests.corpus.made_up import made_up
from tests.corpus.test_hmm import bags_of_counts, random_weights

# Two documents; the empty one between them has no states.
TINY = bags_of_counts([[[2, 0], [0, 1], [1, 0]], [], [[0, 2], [1, 1]]], 2)
COPIES, DRAWS, SWEEPS = 10_000, 3_000, 1_000
P = 0.001


def slow_joint(bags: Bags, states: tuple[int, ...], topology: str, groups: int) -> float:
    """Return p(states, bags) as a product of the choices in their order: each has the probability
    (times it was made + α) / (all + α · choices), by Pólya's urn."""
    allowed = allowed_moves(topology, groups)
    made: Counter[tuple[object, ...]] = Counter()
    found = 1.0

    def choose(row: tuple[object, ...], choice: int, alpha: float, choices: int) -> None:
        nonlocal found
        found *= (made[*row, choice] + alpha) / (made[*row, "all"] + alpha * choices)
        made[*row, choice] += 1
        made[*row, "all"] += 1

    for rows in slow_chains.documents(bags):
        choose(("start",), states[rows[0]], 1.0, groups)
        for row in rows:
            state = states[row]
            for term, times in enumerate(bags.counts.toarray()[row].astype(int).tolist()):
                for _ in range(times):
                    choose(("words", state), term, 0.1, len(bags.terms))
            after = groups if row == rows[-1] else states[row + 1]
            if not allowed[state, after]:
                return 0.0
            choose(("moves", state), after, 1.0, int(allowed[state].sum()))
    return found


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_the_joint_probability_equals_the_twins(topology: str) -> None:
    allowed = allowed_moves(topology, 2)
    for states in product(range(2), repeat=5):
        slow = slow_joint(TINY, states, topology, 2)
        if slow:
            counts = count_states(TINY, np.array(states), 2)
            assert_allclose(math.exp(log_joint(counts, allowed)), slow, rtol=1e-9)


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_drawn_paths_have_their_probabilities(topology: str) -> None:
    one = [[2, 0, 1], [0, 1, 0], [1, 0, 3]]
    bags = bags_of_counts([one] * COPIES, 3)
    weights = random_weights(5, topology, 3, 3)
    drawn = Chains(bags).draw_paths(weights, np.random.default_rng(1)).reshape(COPIES, 3)
    paths = dict(slow_chains.paths(range(3), bags_of_counts([one], 3), weights))
    assert_chances(Counter(map(tuple, drawn.tolist())), {k: math.exp(v) for k, v in paths.items()})


@pytest.mark.few(1)
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_a_sweep_leaves_the_posterior_unchanged(topology: str) -> None:
    """Each sweep starts from states drawn from their exact posterior, so all are independent."""
    rng, allowed, chains = np.random.default_rng(2), allowed_moves(topology, 2), Chains(TINY)
    every = list(product(range(2), repeat=5))
    posterior = {states: slow_joint(TINY, states, topology, 2) for states in every}
    shares = np.array(list(posterior.values())) / sum(posterior.values())
    seen: Counter[tuple[int, ...]] = Counter()
    for start in rng.choice(len(every), SWEEPS, p=shares):
        counts = count_states(TINY, np.array(every[start]), 2)
        seen[tuple(chains.draw_paths(draw_weights(counts, allowed, rng), rng).tolist())] += 1
    assert_chances(seen, posterior)


def test_probabilities_are_drawn_from_their_dirichlet() -> None:
    """Compare means and variances with those of Dirichlet(count + α)."""
    counts = Counts(np.array([3.0, 0]), np.ones((2, 3)), np.array([[4.0, 0, 1], [0, 0, 0]]), 0.0)
    rng, allowed = np.random.default_rng(3), allowed_moves("strict_forward", 2)
    drawn = [np.exp(draw_weights(counts, allowed, rng).words) for _ in range(DRAWS)]
    raised = counts.words + 0.1
    means = raised / raised.sum(axis=1, keepdims=True)
    variances = means * (1 - means) / (raised.sum(axis=1, keepdims=True) + 1)
    assert_allclose(np.mean(drawn, axis=0), means, atol=0.02)
    assert_allclose(np.var(drawn, axis=0), variances, atol=0.02)
    moves = np.exp(draw_weights(counts, allowed, rng).moves)
    assert moves[1, 0] == 0
    assert_allclose(moves.sum(axis=1), 1)


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_a_sampled_model_is_as_long_as_documented_and_makes_allowed_moves(topology: str) -> None:
    made = made_up(5, documents=10, segments=60, terms=30, states=3, words=20)
    found = sample(made.bags, 3, topology, np.random.default_rng(1))
    assert len(found.objectives) == 200
    assert found.objective == pytest.approx(np.mean(found.objectives[100:]))
    assert_allclose(found.weights.sum(axis=1), 1)
    allowed = allowed_moves(topology, 3)
    for rows in slow_chains.documents(made.bags):
        path = found.labels[list(rows)].tolist()
        assert all(allowed[a, b] for a, b in pairwise(path))


def test_one_group_has_the_words_of_all_segments() -> None:
    bags = made_up(5, documents=5, segments=20, terms=9, states=2, words=20).bags
    every = np.asarray(bags.counts.sum(axis=0)) + 0.1
    weights = sample(bags, 1, "vanilla", np.random.default_rng(1)).weights
    assert_allclose(weights[0], every / every.sum())


def assert_chances(seen: Counter[tuple[int, ...]], weights: dict[tuple[int, ...], float]) -> None:
    """Accept the frequencies at p ≥ .001; outcomes expected fewer than five times are one class."""
    total, draws = sum(weights.values()), seen.total()
    assert all(weights[outcome] > 0 for outcome in seen)
    expected = {outcome: draws * weight / total for outcome, weight in weights.items()}
    common = [outcome for outcome, times in expected.items() if times >= 5]
    observed = [seen[outcome] for outcome in common]
    wanted = [expected[outcome] for outcome in common]
    if (rest := draws - sum(wanted)) > 1e-6:
        observed.append(draws - sum(observed))
        wanted.append(rest)
    assert chisquare(observed, wanted).pvalue >= P
