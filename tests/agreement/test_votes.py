"""Majorities, strata and correlation, with real judgments if available."""

import csv
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from statistics import correlation as pearson

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.votes.consensus import (
    as_yes_no,
    correlation,
    majority,
    pairwise,
    stratum_names,
    stratum_of,
)
from tests.agreement.test_nominal import RTE

VOTES = st.lists(st.sampled_from(["yes", "no", "maybe"]), max_size=6)
COSINES = st.fractions(0, 1, max_denominator=20)


def test_ties_are_no_consensus() -> None:
    tie = majority(["a", "b", "b", "a", "c"])
    assert (tie.winner, tie.support, tie.votes, tie.ties) == (None, 2, 5, ("a", "b"))
    assert str(tie.reason).endswith(".")
    assert majority([]).reason == "There is no vote."


def test_absolute_is_more_than_half() -> None:
    assert not majority("aabc").absolute
    assert not majority("aab c").absolute
    assert majority("aab").absolute


def test_three_ways_become_two() -> None:
    answers = ["1", "2", "3", "3"]
    assert as_yes_no(answers, {"1", "2"}) == ["yes", "yes", "no", "no"]
    assert majority(as_yes_no(answers, {"1", "2"})).winner is None


@given(VOTES)
def test_pairwise_agreement_counts_pairs(votes: list[str]) -> None:
    pairs = [a == b for a, b in combinations(votes, 2)]
    assert pairwise(votes) == (Fraction(sum(pairs), len(pairs)) if pairs else None)


@pytest.mark.parametrize(
    ("cosine", "name"),
    [(0, "[0, .25]"), (0.25, "[0, .25]"), (0.5, "(.25, .5]"), (0.75, "(.5, .75]"), (1, "(.75, 1]")],
)
def test_upper_ends_belong_to_their_stratum(cosine: float, name: str) -> None:
    assert stratum_of(cosine) == name
    assert name in stratum_names()


@pytest.mark.parametrize("cosine", [-0.1, 1.1, float("nan"), float("inf")])
def test_what_is_no_similarity_is_refused(cosine: float) -> None:
    with pytest.raises(ValueError, match="not between"):
        stratum_of(cosine)


@pytest.mark.long
@given(st.lists(st.tuples(COSINES, st.integers(0, 1)), max_size=10))
def test_r_equals_the_standard_library_s(points: list[tuple[Fraction, int]]) -> None:
    result = correlation(points)
    if len({x for x, _ in points}) < 2 or len({y for _, y in points}) < 2:
        assert result.value is None
        assert str(result.reason).endswith(".")
        return
    xs, ys = zip(*((float(x), float(y)) for x, y in points), strict=True)
    assert result.value == pytest.approx(pearson(xs, ys), abs=1e-9)


@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
def test_real_judgments() -> None:
    """Snow et al. 2008: the majority is correct on .8969 of the pairs, 65 ties counting one
    half."""
    votes: defaultdict[str, list[str]] = defaultdict(list)
    gold: dict[str, str] = {}
    with RTE.open() as file:
        for row in csv.DictReader(file):
            votes[row["pair"]].append(row["answer"])
            gold[row["pair"]] = row["gold"]
    outcome = Counter(
        "tie" if (winner := majority(answers).winner) is None else winner == gold[pair]
        for pair, answers in votes.items()
    )
    assert outcome["tie"] == 65
    assert (outcome[True] + 65 / 2) / 800 == pytest.approx(0.8969, abs=5e-5)
