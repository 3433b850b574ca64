"""Sums over votes equal numpy.bincount's to the last bit, however uneven the groups are."""

import numpy as np
import pytest

from agreement import vote_sums
from agreement.vote_sums import VoteSums


@pytest.mark.parametrize("few", [1, 3, 10**6])
@pytest.mark.parametrize("size", [1, 2, 30, 500])
@pytest.mark.parametrize("is_uneven", [False, True])
def test_it_adds_in_the_order_of_the_votes(
    few: int, size: int, is_uneven: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vote_sums, "FEW", few)
    monkeypatch.setattr(vote_sums, "GROUPS", 7)
    random = np.random.default_rng(size)
    votes = 1000
    groups = (random.zipf(1.5, votes) if is_uneven else random.integers(0, size, votes)) % size
    rows = random.integers(0, 40, votes)
    table = random.lognormal(0, 9, (40, 3))
    found = VoteSums(groups, rows, size).of(table)
    for column, terms in zip(found.T, table.T, strict=True):
        assert column.tolist() == np.bincount(groups, terms[rows], size).tolist()


def test_groups_without_votes_are_zero() -> None:
    none = np.array([], dtype=np.int64)
    assert VoteSums(none, none, 2).of(np.ones((1, 2))).tolist() == [[0, 0], [0, 0]]
    one = np.array([1])
    assert VoteSums(one, one - 1, 3).of(np.ones((1, 1))).tolist() == [[0], [1], [0]]
