"""Workers against the majority, including and excluding their own vote."""

import csv
from collections import Counter
from fractions import Fraction
from statistics import quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.votes.consensus import majority
from agreement.votes.dawid_skene import dawid_skene
from agreement.votes.workers import agreement, quartiles
from tests.agreement.test_nominal import RTE

Vote = tuple[int, str, str]
VOTES = st.dictionaries(
    st.tuples(st.integers(0, 5), st.sampled_from("abcd")), st.sampled_from("xyz")
).map(lambda votes: [(item, worker, label) for (item, worker), label in votes.items()])


def slow_share(votes: list[Vote], worker: str, own: bool) -> tuple[int, int]:
    agreeing = items = 0
    for item, who, label in votes:
        if who == worker:
            others = [v for i, w, v in votes if i == item and (own or w != worker)]
            winner = majority(others).winner
            items += winner is not None
            agreeing += winner == label
    return agreeing, items


@given(VOTES, st.integers(1, 4))
def test_it_equals_its_slow_twin(votes: list[Vote], least: int) -> None:
    found = agreement(votes, least)
    judged = Counter(worker for _, worker, _ in votes)
    assert set(found.records) == {worker for worker, n in judged.items() if n >= least}
    assert found.left_out == len(judged) - len(found.records)
    assert bool(found.reason) == (not found.records)
    for worker, record in found.records.items():
        assert record.judged == judged[worker]
        assert record.agreement == slow_share(votes, worker, own=True)
        assert record.with_others == slow_share(votes, worker, own=False)


def test_one_s_own_vote_flatters() -> None:
    votes = [(i, who, "x" if who == "a" else "y") for i in range(10) for who in "abc"]
    found = agreement([*votes, *((i, "d", "x") for i in range(10))])
    assert found.records["a"].agreement.value is None  # two against two
    assert found.records["a"].with_others.value == 0
    assert found.quartiles == ()
    assert set(found.quartiles_with_others) == {Fraction(0)}


def test_few_judgments_are_left_out_and_said() -> None:
    found = agreement([(i, "a", "x") for i in range(9)])
    assert (found.records, found.left_out) == ({}, 1)
    assert found.reason == "No worker judged 10 items or more."


@pytest.mark.long
@given(st.lists(st.fractions(0, 1), min_size=2, max_size=9))
def test_quartiles_equal_the_standard_library_s(shares: list[Fraction]) -> None:
    assert list(quartiles(shares)) == quantiles(shares, n=4, method="inclusive")


@pytest.mark.long
@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
def test_real_judgments() -> None:
    """Single judgments are correct on .7291; weighting workers beats the majority's .8969."""
    with RTE.open() as file:
        rows = list(csv.DictReader(file))
    assert sum(row["answer"] == row["gold"] for row in rows) / len(rows) == pytest.approx(
        0.7291, abs=5e-5
    )
    votes = [(row["pair"], row["worker"], row["answer"]) for row in rows]
    found = agreement(votes)
    assert len(found.records) + found.left_out == 164
    first, median, third = map(float, found.quartiles)
    assert 0.5 < first < median < third < 1
    assert all(
        with_others < own
        for own, with_others in zip(found.quartiles, found.quartiles_with_others, strict=True)
    )
    gold = {row["pair"]: row["gold"] for row in rows}
    labels = dawid_skene(votes).labels
    assert sum(labels[pair] == right for pair, right in gold.items()) / 800 > 0.92
