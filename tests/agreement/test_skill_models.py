"""One-coin Dawid-Skene, MACE and GLAD: slow twins, crowd-kit if installed, and simulated crowds."""

import json
import os
from functools import partial
from math import exp, log, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.groups import Ints
from agreement.skills.glad import fit_glad
from agreement.skills.mace import Start, digamma, fit_from, fit_mace
from agreement.skills.model_fit import Floats, SkillFit, Votes, votes_of
from agreement.skills.one_coin import fit_one_coin
from agreement.votes.ballots import by_appearance, ranks_of
from agreement.votes.dawid_skene import fit
from tests.helpers.programs import output_of
from tests.helpers.tiers import by_tier

ROOT = Path(__file__).resolve().parents[2]
PEERS = Path(os.environ.get("MIDPATH_PEERS", ROOT / ".peers"))
CROWD_KIT = """
import json, sys
import pandas
from crowdkit.aggregation import GLAD, MACE, OneCoinDawidSkene

rows = pandas.DataFrame(json.load(sys.stdin), columns=["task", "worker", "label"])
one = OneCoinDawidSkene(n_iter=ROUNDS, tol=-1e9).fit(rows)
begun = MACE()
begun._initialize(rows.worker.nunique(), rows.label.nunique())
mace = MACE(n_restarts=1, n_iter=ROUNDS).fit(rows)
glad = GLAD(n_iter=25, tol=-1, m_step_max_iter=50, m_step_tol=1e-6).fit(rows)
shares = {
    name: model.probas_.sort_index().sort_index(axis=1).values.tolist()
    for name, model in {"one_coin": one, "mace": mace, "glad": glad}.items()
}
begins = {"states": begun.spamming_.T.tolist(), "strategy": begun.thetas_.tolist()}
json.dump(shares | {"skills": glad.alphas_.sort_index().tolist(), "start": begins}, sys.stdout)
"""
ROUNDS = 40  # for both, as their stopping rules differ
Truth = list[list[float]]

SMALL = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(0, 2), min_size=1
).map(lambda cells: [(item, worker, label) for (item, worker), label in cells.items()])


def numbered(rows: list[tuple[int, int, int]]) -> Votes:
    """Return votes without gaps in their numbers."""
    items, workers, labels = (
        np.unique(column, return_inverse=True)[1] for column in np.array(rows).T
    )
    return votes_of(items, workers, labels)


def crowd(seed: int, items: int, each: int, workers: int, k: int = 3) -> tuple[Votes, Ints]:
    """Return votes of workers who are right 30 to 95 percent of the time, and the truth."""
    random = np.random.default_rng(seed)
    truth, skill = random.integers(k, size=items), random.uniform(0.3, 0.95, workers)
    of = np.repeat(np.arange(items), each)
    by = np.concatenate([random.permutation(workers)[:each] for _ in range(items)])
    right = random.random(len(of)) < skill[by]
    given = np.where(right, truth[of], (truth[of] + random.integers(1, k, len(of))) % k)
    return numbered([*zip(of.tolist(), by.tolist(), given.tolist(), strict=True)]), truth


def start_of(votes: Votes) -> Truth:
    return [[float(share) for share in row] for row in votes.shares]


def of_item(votes: Votes, item: int) -> list[tuple[int, int]]:
    return [(int(w), int(k)) for i, w, k in zip(*votes[:3], strict=True) if int(i) == item]


def shares_of(likely: list[float]) -> list[float]:
    return [one / sum(likely) for one in likely]


def slow_one_coin(votes: Votes, rounds: int, pseudo_count: float, *, uniform: bool) -> Truth:
    truth, k = start_of(votes), votes.n_labels
    for _ in range(rounds):
        chance = [truth[i][label] for i, _, label in zip(*votes[:3], strict=True)]
        everyone = sum(chance) / len(chance)
        skill = []
        for worker in range(votes.n_workers):
            own = [c for c, w in zip(chance, votes.workers, strict=True) if w == worker]
            rate = (sum(own) + pseudo_count * everyone) / (len(own) + pseudo_count)
            skill.append(min(max(rate, 1e-10), 1 - 1e-10))
        prior = [max(sum(row[j] for row in truth) / len(truth), 1e-10) for j in range(k)]
        prior = [1 / k] * k if uniform else prior
        truth = [
            shares_of(
                [
                    prior[j]
                    * prod(
                        skill[w] if label == j else (1 - skill[w]) / max(k - 1, 1)
                        for w, label in of_item(votes, item)
                    )
                    for j in range(k)
                ]
            )
            for item in range(votes.n_items)
        ]
    return truth


def slow_mace(votes: Votes, start: Start, rounds: int) -> Truth:
    know, guess, strategy = start.knowing.tolist(), start.guessing.tolist(), start.strategy.tolist()
    k = votes.n_labels

    def chance(worker: int, label: int, true: int) -> float:
        return float(guess[worker] * strategy[worker][label] + know[worker] * (label == true))

    def truths() -> Truth:
        return [
            shares_of([prod(chance(w, v, j) for w, v in of_item(votes, i)) for j in range(k)])
            for i in range(votes.n_items)
        ]

    def psi(x: float) -> float:
        return float(digamma(np.array([x]))[0])

    for _ in range(rounds):
        truth = truths()
        knew = [0.0] * votes.n_workers
        guessed = [[0.0] * k for _ in range(votes.n_workers)]
        for i, w, label in zip(*votes[:3], strict=True):
            lazy = sum(
                truth[i][j] * guess[w] * strategy[w][label] / chance(w, label, j) for j in range(k)
            )
            guessed[w][label] += lazy
            knew[w] += 1 - lazy
        for w in range(votes.n_workers):
            total = psi(knew[w] + sum(guessed[w]) + 1)
            know[w] = exp(psi(knew[w] + 0.5) - total)
            guess[w] = exp(psi(sum(guessed[w]) + 0.5) - total)
            whole = psi(sum(guessed[w]) + 10 * k)
            strategy[w] = [exp(psi(count + 10) - whole) for count in guessed[w]]
    return truths()


def glad_height(votes: Votes, skill: Floats, ease: Floats) -> float:
    """Return the logarithm of the posterior of a and b, straight from the model."""
    total = -sum((float(a) - 1) ** 2 / 2 for a in skill) - sum((b - 1) ** 2 / 2 for b in ease)
    k = votes.n_labels
    for item in range(votes.n_items):
        likely = 0.0
        for j in range(k):
            chances = []
            for w, label in of_item(votes, item):
                sure = 1 / (1 + exp(-float(skill[w]) * exp(float(ease[item]))))
                chances.append(sure if label == j else (1 - sure) / max(k - 1, 1))
            likely += prod(chances) / k
        total += log(likely)
    return float(total)


@given(SMALL, st.integers(1, 4), st.sampled_from([0.0, 1.0]), st.booleans())
def test_one_coin_equals_its_slow_twin(
    rows: list[tuple[int, int, int]], rounds: int, pseudo_count: float, uniform: bool
) -> None:
    votes = numbered(rows)
    found = fit_one_coin(votes, rounds, -1, pseudo_count, uniform=uniform)
    assert found.rounds == rounds
    assert found.posterior == pytest.approx(
        np.array(slow_one_coin(votes, rounds, pseudo_count, uniform=uniform)), abs=1e-6
    )


@given(SMALL, st.integers(1, 4), st.integers(0, 5))
def test_mace_equals_its_slow_twin(
    rows: list[tuple[int, int, int]], rounds: int, seed: int
) -> None:
    votes = numbered(rows)
    drawn = np.random.default_rng(seed).uniform(0.2, 0.8, (votes.n_workers, votes.n_labels + 1))
    strategy = drawn[:, 1:] / drawn[:, 1:].sum(axis=1, keepdims=True)
    start = Start(drawn[:, 0], 1 - drawn[:, 0], strategy)
    found, _ = fit_from(votes, start, rounds, -1)
    assert found.posterior == pytest.approx(np.array(slow_mace(votes, start, rounds)), abs=1e-9)


@pytest.mark.parametrize("seed", [1, 2])
def test_glad_ends_where_no_step_leads_higher(seed: int) -> None:
    votes, _ = crowd(seed, items=12, each=4, workers=6)
    found = fit_glad(votes, tolerance=1e-12)
    assert found.ease is not None
    ease = np.log(found.ease)
    top = glad_height(votes, found.skill, ease)
    for place in range(votes.n_workers):
        for step in (-1e-3, 1e-3):
            moved = found.skill.copy()
            moved[place] += step
            assert glad_height(votes, moved, ease) < top
    for place in range(votes.n_items):
        for step in (-1e-3, 1e-3):
            moved = ease.copy()
            moved[place] += step
            assert glad_height(votes, found.skill, moved) < top


@pytest.mark.long
@pytest.mark.skipif(not (PEERS / "ready").exists(), reason=f"no crowd-kit at {PEERS} (make peers)")
def test_they_equal_crowd_kit() -> None:
    """Numbers are by appearance, since crowd-kit's MACE counts by names but reads by appearance."""
    drawn, _ = crowd(3, items=30, each=5, workers=8)
    votes = votes_of(*(ranks_of(by_appearance(column))[column] for column in drawn[:3]))
    typed = json.dumps(np.stack(votes[:3], axis=1).tolist())
    script = CROWD_KIT.replace("ROUNDS", str(ROUNDS))
    theirs: Any = json.loads(output_of(PEERS / "bin" / "python", "-c", script, typed=typed))
    guessing, knowing = np.array(theirs["start"]["states"])
    start = Start(knowing, guessing, np.array(theirs["start"]["strategy"]))
    ours = {
        "one_coin": fit_one_coin(votes, ROUNDS, -1, pseudo_count=0),
        "mace": fit_from(votes, start, ROUNDS, -1)[0],
        "glad": fit_glad(votes, tolerance=1e-12),
    }
    for name, found in ours.items():
        assert found.posterior == pytest.approx(np.array(theirs[name]), abs=1e-4), name
    assert ours["glad"].skill == pytest.approx(np.array(theirs["skills"]), abs=1e-4)


def right_share(found: Floats, truth: Ints) -> float:
    return float((found.argmax(axis=1) == truth).mean())


def test_on_sparse_votes_no_model_falls_below_the_majority() -> None:
    """With 50 votes per worker, the matrices of 1979 believe chance."""
    items, workers = by_tier(quick=(1200, 120), long=(3000, 300))
    votes, truth = crowd(1, items=items, each=5, workers=workers, k=4)
    majority = right_share(votes.shares, truth)
    bare = fit(*votes[:3], pseudo_count=0).posterior
    assert right_share(bare, truth) < majority
    for found in (
        fit(*votes[:3]).posterior,
        fit_one_coin(votes).posterior,
        fit_mace(votes, restarts=2).posterior,
        fit_glad(votes).posterior,
    ):
        assert right_share(found, truth) > majority


@pytest.mark.parametrize(
    "model",
    [fit_one_coin, fit_glad, by_tier(quick=partial(fit_mace, restarts=2), long=fit_mace)],
    ids=["one_coin", "glad", "mace"],
)
def test_what_they_call_likely_is_as_often_right(model: Any) -> None:
    votes, truth = crowd(5, items=1500, each=5, workers=40, k=3)
    found: SkillFit = model(votes)
    assert found.converged
    best, stated = found.posterior.argmax(axis=1), found.posterior.max(axis=1)
    for low, high in ((0.5, 0.8), (0.8, 0.95), (0.95, 1.01)):
        inside = (stated >= low) & (stated < high)
        assert (best == truth)[inside].mean() == pytest.approx(stated[inside].mean(), abs=0.05)


def test_one_label_and_no_votes() -> None:
    alike = numbered([(0, 0, 0), (0, 1, 0), (1, 0, 0)])
    for found in (fit_one_coin(alike), fit_mace(alike), fit_glad(alike)):
        assert found.posterior.tolist() == [[1.0], [1.0]]
        assert np.isfinite(found.skill).all()
    none = np.array([], dtype=np.int64)
    with pytest.raises(ValueError, match="needs a vote"):
        votes_of(none, none, none)
    with pytest.raises(ValueError, match="needs a vote"):
        votes_of(np.array([1]), np.array([0]), np.array([0]))


def test_the_same_seed_gives_the_same_restarts() -> None:
    votes, _ = crowd(7, items=40, each=3, workers=8)
    first, again = fit_mace(votes, seed=4), fit_mace(votes, seed=4)
    assert (first.posterior == again.posterior).all()
