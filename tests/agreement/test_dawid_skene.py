"""Dawid-Skene: the slow reference, crowd-kit if installed, and workers of different skill."""

import json
import os
from collections import defaultdict
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import Vector
from agreement.votes.dawid_skene import boundary_consensus, dawid_skene, fit
from tests.helpers.programs import output_of
from tests.helpers.tiers import by_tier

ROOT = Path(__file__).resolve().parents[2]
PEERS = Path(os.environ.get("MIDPATH_PEERS", ROOT / ".peers"))
CROWD_KIT = """
import json, sys
import pandas
from crowdkit.aggregation import DawidSkene

rows = json.load(sys.stdin)
model = DawidSkene(n_iter=50, tol=-1e9)
model.fit(pandas.DataFrame(rows, columns=["task", "worker", "label"]))
shares = zip(model.probas_.index, model.probas_.values)
errors = [[*map(str, key), *row] for key, row in zip(model.errors_.index, model.errors_.values)]
json.dump({
    "labels": [str(label) for label in model.probas_.columns],
    "posterior": {str(task): list(row) for task, row in shares},
    "errors": errors,
}, sys.stdout)
"""
ROUNDS = 50  # for both, as their stopping rules differ
Votes = list[tuple[str, str, str]]
Truth = dict[str, dict[str, float]]

VOTES = st.dictionaries(
    st.tuples(st.sampled_from("pqrst"), st.sampled_from("abcd")), st.sampled_from("xyz"), min_size=1
).map(lambda votes: [(item, worker, label) for (item, worker), label in votes.items()])


def slow_rates(
    votes: Votes, truth: Truth, pseudo_count: float
) -> dict[tuple[str, str, str], float]:
    """Return how often each worker gives each label to items of each true label."""
    counts: defaultdict[tuple[str, str, str], float] = defaultdict(float)
    everyone: defaultdict[tuple[str, str], float] = defaultdict(lambda: 1e-10)
    for item, worker, label in votes:
        for k, share in truth[item].items():
            counts[worker, k, label] += share
            everyone[k, label] += share
    labels = {label for _, _, label in votes}
    if pseudo_count:
        added = pseudo_count * len(labels)
        return {
            (worker, k, label): (
                (counts[worker, k, label] + added * everyone[k, label] / of_all)
                / (sum(counts[worker, k, other] for other in labels) + added)
            )
            for worker in {worker for _, worker, _ in votes}
            for k in labels
            for of_all in [sum(everyone[k, other] for other in labels)]
            for label in labels
        }
    clipped = {key: max(count, 1e-10) for key, count in counts.items()}
    return {
        (worker, k, label): count / sum(clipped.get((worker, k, other), 0) for other in labels)
        for (worker, k, label), count in clipped.items()
    }


def slow_posterior(votes: Votes, rounds: int, pseudo_count: float) -> Truth:
    """Compute the posterior straight from the formulas, in plain Python."""
    items, labels = {item for item, _, _ in votes}, {label for _, _, label in votes}
    truth = {i: dict.fromkeys(labels, 0.0) for i in items}
    for item, _, label in votes:
        truth[item][label] += 1 / sum(other == item for other, _, _ in votes)
    for _ in range(rounds):
        rate = slow_rates(votes, truth, pseudo_count)
        prior = {k: max(sum(truth[i][k] for i in items) / len(items), 1e-10) for k in labels}
        for i in items:
            likely = {
                k: prior[k] * prod(rate[w, k, label] for item, w, label in votes if item == i)
                for k in labels
            }
            truth[i] = {k: value / sum(likely.values()) for k, value in likely.items()}
    return truth


def crowd(seed: int, skills: list[float], items: int = 200, k: int = 3) -> tuple[Votes, list[str]]:
    """Return judgments of workers who are correct as often as their skill says, and the truth."""
    random = np.random.default_rng(seed)
    truth = random.integers(k, size=items)
    votes = []
    for worker, skill in enumerate(skills):
        right = random.random(items) < skill
        given = np.where(right, truth, (truth + random.integers(1, k, size=items)) % k)
        judged = random.random(items) < 0.7
        votes += [(f"i{i}", f"w{worker}", f"k{given[i]}") for i in np.flatnonzero(judged).tolist()]
    return votes, [f"k{label}" for label in truth.tolist()]


@pytest.mark.long
@given(VOTES, st.integers(1, 5), st.sampled_from([0.0, 0.5, 1.0, 3.0]))
def test_it_equals_its_slow_twin(votes: Votes, rounds: int, pseudo_count: float) -> None:
    found = dawid_skene(votes, rounds=rounds, tolerance=-1, pseudo_count=pseudo_count)
    assert found.rounds == rounds
    for item, shares in slow_posterior(votes, rounds, pseudo_count).items():
        assert found.posterior[item] == pytest.approx(shares, abs=1e-6)


@pytest.mark.long
@given(VOTES)
def test_shares_add_up_and_the_label_is_the_likeliest(votes: Votes) -> None:
    found = dawid_skene(votes)
    for item, shares in found.posterior.items():
        assert sum(shares.values()) == pytest.approx(1)
        assert shares[found.labels[item]] == pytest.approx(max(shares.values()), abs=1e-5)
        assert (item in found.ties) == (
            sum(share >= max(shares.values()) - 1e-6 for share in shares.values()) > 1
        )
    for matrix in found.confusion.values():
        for row in matrix.values():
            shares_of_row = [share for share in row.values() if share is not None]
            assert sum(shares_of_row) == pytest.approx(1) or not shares_of_row
    assert all(0 <= accuracy <= 1 + 1e-9 for accuracy in found.accuracy.values())


def test_good_workers_outvote_many_bad_ones() -> None:
    skills = [0.95, 0.95, 0.9, 0.35, 0.35, 0.35, 0.35]
    votes, truth = crowd(1, skills)
    found = dawid_skene(votes)
    assert found.converged
    right = sum(found.labels.get(f"i{i}") == label for i, label in enumerate(truth))
    assert right > 185
    for worker, skill in enumerate(skills):
        assert found.accuracy[f"w{worker}"] == pytest.approx(skill, abs=0.1)


def test_no_votes_and_one_label_are_named() -> None:
    nothing = dawid_skene(list[tuple[str, str, str]]())
    assert (nothing.labels, nothing.reason) == ({}, "There is no judgment.")
    alike = dawid_skene([("i", "a", "x"), ("i", "b", "x")])
    assert alike.labels == {"i": "x"}
    assert "nothing tells workers apart" in str(alike.reason)


def test_a_tie_is_listed() -> None:
    found = dawid_skene([("i", "a", "x"), ("i", "b", "y")])
    assert found.ties == {"i": ["x", "y"]}
    assert found.labels == {"i": "x"}


def test_gaps_in_the_numbers_are_refused() -> None:
    ones = np.array([1, 1])
    with pytest.raises(ValueError, match="needs a vote"):
        fit(ones, ones - 1, ones - 1)


def test_boundaries_follow_the_worker_who_can() -> None:
    """One text, ten boundaries: two workers agree, the third cuts everywhere."""
    good = (1, 0, 0, 1, 0, 0, 1, 0, 0, 1)
    found = boundary_consensus({"t": {"a": good, "b": good, "c": (1,) * 10}})
    assert found.vectors["t"] == good
    assert found.chances["t"] == pytest.approx(good, abs=0.02)
    assert (found.workers.confusion["c"][0][1] or 0) > 0.8
    assert found.ties == {"t": []}


def test_boundaries_of_short_and_empty_texts() -> None:
    texts: dict[str, dict[str, Vector]] = {"one": {"a": ()}, "none": {}, "two": {"a": (0,)}}
    found = boundary_consensus(texts)
    assert found.vectors == {"one": (), "two": (0,)}
    assert found.workers.reason
    with pytest.raises(ValueError, match="different lengths"):
        boundary_consensus({"t": {"a": (0, 1), "b": (0,)}})


@pytest.mark.skipif(not (PEERS / "ready").exists(), reason=f"no crowd-kit at {PEERS} (make peers)")
@pytest.mark.parametrize("seed", by_tier(quick=[1], long=[1, 2, 3]))
def test_it_equals_crowd_kit(seed: int) -> None:
    votes, _ = crowd(seed, [0.9, 0.8, 0.7, 0.6, 0.5], items=60)
    python = PEERS / "bin" / "python"
    theirs: Any = json.loads(output_of(python, "-c", CROWD_KIT, typed=json.dumps(votes)))
    ours = dawid_skene(votes, rounds=ROUNDS, tolerance=-1, pseudo_count=0)
    for item, shares in theirs["posterior"].items():
        expected = dict(zip(theirs["labels"], shares, strict=True))
        assert ours.posterior[item] == pytest.approx(expected, abs=1e-5)
    for worker, label, *rates in theirs["errors"]:
        for true, rate in zip(theirs["labels"], rates, strict=True):
            assert ours.confusion[worker][true][label] == pytest.approx(rate, abs=1e-5)
