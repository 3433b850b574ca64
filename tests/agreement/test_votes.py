"""Majorities, strata and correlation, with real judgments where they are at hand."""

import csv
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from statistics import correlation as pearson

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.votes import (
    as_yes_no,
    correlation,
    majority,
    pairwise,
    similarity_with_consensus,
    stratum_of,
    table,
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
    [(0, "(0, .25]"), (0.25, "(0, .25]"), (0.5, "(.25, .5]"), (0.75, "(.5, .75]"), (1, "(.75, 1]")],
)
def test_upper_ends_belong_to_their_stratum(cosine: float, name: str) -> None:
    assert stratum_of(cosine) == name


@pytest.mark.parametrize("cosine", [-0.1, 1.1, float("nan"), float("inf")])
def test_what_is_no_similarity_is_refused(cosine: float) -> None:
    with pytest.raises(ValueError, match="not between"):
        stratum_of(cosine)


@given(st.lists(st.tuples(COSINES, VOTES), max_size=12))
def test_each_column_is_the_table_of_its_items(items: list[tuple[Fraction, list[str]]]) -> None:
    *columns, everything = table(items)
    assert sum(column.items for column in columns) == everything.items
    assert everything.items == sum(bool(votes) for _, votes in items)
    for column in (*columns, everything):
        mine = [v for c, v in items if v and column.name in ("all", stratum_of(c))]
        if not mine:
            assert column.reason
            continue
        won = [majority(votes) for votes in mine]
        assert column.ties == Fraction(sum(one.winner is None for one in won), len(mine))
        assert sum(column.consensus.values()) + column.ties == 1
        assert sum(column.agree.values()) + column.ties == 1
        for votes, share in column.agree.items():
            assert share * len(mine) == sum(
                one.winner is not None and one.support == votes for one in won
            )


@given(st.lists(st.tuples(COSINES, st.integers(0, 1)), max_size=10))
def test_r_equals_the_standard_library_s(points: list[tuple[Fraction, int]]) -> None:
    result = correlation(points)
    if len({x for x, _ in points}) < 2 or len({y for _, y in points}) < 2:
        assert result.value is None
        assert str(result.reason).endswith(".")
        return
    xs, ys = zip(*((float(x), float(y)) for x, y in points), strict=True)
    assert result.value == pytest.approx(pearson(xs, ys), abs=1e-9)


def test_ties_take_no_part_in_r() -> None:
    items = [(0.1, ["no"]), (0.9, ["yes"]), (0.5, ["yes", "no"])]
    result = similarity_with_consensus(items)
    assert result.items == 2
    assert result.value == pytest.approx(1)


@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
def test_real_judgments() -> None:
    """Snow et al. 2008: the majority is right on .8969 of the pairs, 65 ties as half."""
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
