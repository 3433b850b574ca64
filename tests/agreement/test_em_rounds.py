"""Rounds over the items that still move end where rounds over all items do."""

from unittest.mock import patch

import numpy as np
import pytest

from agreement import em_rounds
from agreement.groups import Ints
from agreement.vote_sums import VoteSums
from agreement.votes.dawid_skene import Fit, fit

ITEMS, WORKERS, LABELS, EACH = 800, 40, 4, 10


@pytest.fixture
def votes() -> tuple[Ints, Ints, Ints]:
    """Votes of workers who are right on 40 to 90 %: some items are settled soon, others late."""
    random = np.random.default_rng(3)
    truth = random.integers(LABELS, size=ITEMS)
    items = np.repeat(np.arange(ITEMS), EACH)
    workers = np.concatenate([random.permutation(WORKERS)[:EACH] for _ in range(ITEMS)])
    right = random.random(len(items)) < random.uniform(0.4, 0.9, WORKERS)[workers]
    return items, workers, np.where(right, truth[items], random.integers(LABELS, size=len(items)))


def fitted(votes: tuple[Ints, Ints, Ints], many: int, settled: float, rounds: int = 1000) -> Fit:
    with patch.multiple(em_rounds, MANY=many, SETTLED=settled):
        return fit(*votes, rounds=rounds)


@pytest.mark.parametrize("rounds", [1000, 25])
def test_they_give_the_same_model_after_as_many(
    votes: tuple[Ints, Ints, Ints], rounds: int
) -> None:
    plain = fitted(votes, ITEMS + 1, em_rounds.SETTLED, rounds)
    with patch("agreement.em_rounds.VoteSums", side_effect=VoteSums) as made:
        found = fitted(votes, 1, em_rounds.SETTLED, rounds)
    assert made.call_count >= 6, "the rounds were never over fewer items"
    assert (found.rounds, found.converged) == (plain.rounds, plain.converged)
    assert np.abs(found.posterior - plain.posterior).max() < 1e-10
    assert np.abs(found.prior - plain.prior).max() < 1e-10
    assert np.nanmax(np.abs(found.confusion - plain.confusion)) < 1e-10


def test_items_left_out_too_soon_are_taken_up_again(votes: tuple[Ints, Ints, Ints]) -> None:
    plain = fitted(votes, ITEMS + 1, em_rounds.SETTLED)
    found = fitted(votes, 1, 1e-2)
    assert found.converged
    assert np.abs(found.posterior - plain.posterior).max() < 1e-6
