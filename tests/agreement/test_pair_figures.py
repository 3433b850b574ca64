"""Figures of pairs: the slow reference, any order of events, strata, undefined cases; and
intervals, whose resamples have the figures of the sampled pairs."""

import csv
from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.tally import Tally
from agreement.votes.consensus import as_yes_no
from agreement.votes.pair_figures import item_summary, pair_contribution, pair_figures, stratum_of
from agreement.votes.pair_intervals import FIGURES, Judged, bootstrap_pairs, estimator
from tests.agreement import slow_pairs
from tests.agreement.slow_pairs import Pair
from tests.agreement.test_nominal import RTE

YES = frozenset({"same message", "same topic"})
ANSWERS = ["same message", "same topic", "different"]
PAIRS = st.builds(
    Pair,
    votes=st.lists(st.sampled_from(ANSWERS), max_size=6),
    similarity=st.none() | st.integers(0, 1_000_000),
    stratum=st.none() | st.sampled_from(["near/far", "50 %", "[0, .25]"]),
)
CAMPAIGNS = st.lists(PAIRS, max_size=8)


def share_of(pair: Pair) -> Tally:
    return pair_contribution(pair.votes, YES, pair.similarity, pair.stratum)


def state_of(pairs: list[Pair]) -> Tally:
    return Tally.total(map(share_of, pairs))


def figures_of(pairs: list[Pair]) -> Any:
    return pair_figures(state_of(pairs))


def fraction(exact: str | None) -> Fraction | None:
    return None if exact is None else Fraction(exact)


def named(pairs: list[Pair]) -> list[Pair]:
    return [pair._replace(stratum=stratum_of(pair.stratum, pair.similarity)) for pair in pairs]


@pytest.mark.long
@given(CAMPAIGNS)
def test_each_view_equals_its_slow_twin(pairs: list[Pair]) -> None:
    found = figures_of(pairs)
    pooled = [pair._replace(votes=as_yes_no(pair.votes, YES)) for pair in pairs]
    for view, votes in ((found, pairs), (found["yes_no"], pooled)):
        expected = slow_pairs.table([pair for pair in named(votes) if pair.votes])
        assert {column["name"] for column in view["strata"]} == set(expected)
        for column in view["strata"]:
            same_column(column, expected[column["name"]])
        for key in ("pairs", "judgments", "alpha", "pairwise_agreement"):
            assert view[key] == view["strata"][-1][key]
        assert view["majority"]["consensus"] == expected["all"]["consensus"]
        assert view["majority"]["ties"] == expected["all"]["ties"]
    if judged := found["pairs"]:
        yes = found["yes_no"]["majority"]["consensus"].get("yes", 0)
        assert Fraction(found["consensus_yes"]["exact"]) == Fraction(yes, judged)


def same_column(column: Any, expected: Any) -> None:
    n = expected["pairs"]
    assert (column["pairs"], column["judgments"]) == (n, expected["judgments"])
    assert {row["votes"]: Fraction(row["pairs"], n) for row in column["agree"]} == expected["agree"]
    assert {label: row["pairs"] for label, row in column["consensus"].items()} == expected[
        "consensus"
    ]
    assert column["ties"]["pairs"] == expected["ties"]
    assert column["absolute"]["pairs"] == expected["absolute"]
    assert fraction(column["pairwise"]["exact"]) == expected["pairwise"]
    assert fraction(column["alpha"]["exact"]) == expected["alpha"].value
    for figure in (column["pairwise"], column["alpha"]):
        assert (figure["value"] is None) == ("reason" in figure)
    if n:
        shares = [row["share"] for row in (*column["agree"], column["ties"])]
        assert sum(shares) == pytest.approx(1)


@pytest.mark.long
@given(CAMPAIGNS)
def test_r_equals_its_slow_twin(pairs: list[Pair]) -> None:
    found = figures_of(pairs)["r"]
    expected = slow_pairs.similarity_with_consensus(pairs, YES)
    assert found["pairs"] == expected.points
    assert (found["value"] is None) == (expected.value is None) == ("reason" in found)
    if expected.value is not None:
        assert found["value"] == pytest.approx(expected.value, abs=1e-9)
    judged = sum(bool(pair.votes) for pair in pairs)
    assert found["pairs"] + sum(found["left_out"].values()) == judged


@pytest.mark.long
@given(CAMPAIGNS, st.randoms(use_true_random=False))
def test_any_order_of_events_gives_the_same_state(pairs: list[Pair], random: Random) -> None:
    """Judgments are added one by one and some withdrawn; two halves are merged."""
    halves = [Tally(), Tally()]
    events = [(number, vote) for number, pair in enumerate(pairs) for vote in pair.votes]
    extra = [(number, random.choice(ANSWERS)) for number, _ in events]
    coming = [(1, *event) for event in events + extra]
    random.shuffle(coming)
    leaving = [(-1, *event) for event in extra]
    random.shuffle(leaving)
    votes: defaultdict[int, list[str]] = defaultdict(list)
    for way, number, vote in coming + leaving:
        half = halves[random.randrange(2)]
        half -= share_of(pairs[number]._replace(votes=votes[number]))
        if way > 0:
            votes[number].append(vote)
        else:
            votes[number].remove(vote)
        half += share_of(pairs[number]._replace(votes=votes[number]))
    assert halves[0] + halves[1] == halves[1] + halves[0] == state_of(pairs)
    assert all(isinstance(count, int) for count in (halves[0] + halves[1]).values())


def test_pooling_first_changes_the_answer() -> None:
    """Two of four say no: with both kinds of yes pooled that is a tie, without pooling no wins."""
    summary: Any = item_summary(["same message", "same topic", "different", "different"], YES)
    assert (summary["winner"], summary["absolute"]) == ("different", False)
    assert (summary["yes_no"]["winner"], summary["yes_no"]["ties"]) == (None, ["no", "yes"])
    assert summary["votes"] == [["different", 2], ["same message", 1], ["same topic", 1]]
    assert summary["disagreement"]["exact"] == "5/6"


def test_an_absolute_majority_has_more_than_half() -> None:
    found = figures_of([Pair(["same message"] * 2 + ["same topic", "different"])])
    assert found["strata"][0]["absolute"]["pairs"] == 0
    assert found["yes_no"]["strata"][0]["absolute"]["pairs"] == 1


def test_strata_stand_from_low_to_high() -> None:
    pairs = [
        Pair(["different"], stratum="web"),
        Pair(["different"], similarity=800_000),
        Pair(["different"], similarity=0),
        Pair(["different"]),
    ]
    names = [column["name"] for column in figures_of(pairs)["strata"]]
    assert names == ["[0, .25]", "(.75, 1]", "web", "all"]
    with pytest.raises(ValueError, match="no stratum 4"):
        stratum_of(4)
    with pytest.raises(ValueError, match="not between"):
        stratum_of(None, 1_000_001)


@pytest.mark.parametrize(
    ("pairs", "figure", "words"),
    [
        ([], "alpha", "No pair has two judgments."),
        ([Pair(["different"])], "pairwise", "No pair has two judgments."),
        ([Pair(["different"] * 3)], "alpha", "All answers are alike"),
        ([], "consensus_yes", "No pair is judged yet."),
        ([], "r", "fewer than two pairs with a consensus"),
        ([Pair(["different"])] * 2, "r", "No pair has a similarity."),
        ([Pair(["different"], 1), Pair(["different"], 2)], "r", "All consensus answers are alike"),
        ([Pair(["different"], 1), Pair(["same topic"], 1)], "r", "All similarities are alike"),
    ],
)
def test_undefined_figures_say_why(pairs: list[Pair], figure: str, words: str) -> None:
    found = figures_of(pairs)[figure]
    assert found["value"] is None
    assert words in found["reason"]


def test_without_an_answer_that_means_yes() -> None:
    found: Any = pair_figures(pair_contribution(["a", "b", "b"], yes=(), similarity=1))
    assert found["yes_no"] is None
    assert found["r"]["reason"] == found["consensus_yes"]["reason"] == "No answer counts as yes."
    assert found["majority"]["consensus"] == {"b": 1}
    assert item_summary(["a", "b", "b"], yes=())["yes_no"] is None


def test_one_answer_has_no_disagreement() -> None:
    summary: Any = item_summary(["different"])
    assert summary["disagreement"]["value"] is None
    assert "fewer than two" in summary["disagreement"]["reason"]
    assert summary["winner"] == "different"


@pytest.mark.long
@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
def test_real_judgments() -> None:
    votes: defaultdict[str, list[str]] = defaultdict(list)
    with RTE.open(newline="") as file:
        for row in csv.DictReader(file):
            votes[row["pair"]].append(row["answer"])
    found: Any = pair_figures(Tally.total(map(pair_contribution, votes.values())))
    assert (found["pairs"], found["judgments"], found["majority"]["ties"]) == (800, 8000, 65)
    assert round(found["alpha"]["value"], 4) == 0.2415
    assert found["yes_no"]["alpha"] == found["alpha"]


VOTES = st.lists(st.sampled_from(["same message", "same topic", "different"]), max_size=5)
JUDGED = st.lists(
    st.builds(Judged, votes=VOTES, similarity=st.none() | st.integers(0, 1_000_000)), max_size=7
)


def slow_figures(pairs: list[Judged]) -> list[float | None]:
    found: Any = pair_figures(
        Tally.total(pair_contribution(pair.votes, YES, pair.similarity) for pair in pairs)
    )
    return [found[name]["value"] for name in FIGURES]


@pytest.mark.long
@given(JUDGED, st.data())
def test_a_resample_is_a_campaign_of_drawn_pairs(pairs: list[Judged], data: st.DataObject) -> None:
    """Identical pairs are adjacent in any order, so weights are assigned by rank."""
    estimate, units = estimator(pairs, YES)
    judged = [pair for pair in pairs if pair.votes]
    assert units == len(judged)
    times = data.draw(st.integers(1, 3))
    expected = slow_figures(judged * times)
    if units:
        row = estimate(np.full((1, units), float(times)))[0]
        for mine, theirs in zip(row.tolist(), expected, strict=True):
            assert mine == pytest.approx(np.nan if theirs is None else theirs, nan_ok=True)


@pytest.mark.long
@given(JUDGED.filter(lambda pairs: sum(bool(pair.votes) for pair in pairs) > 1), st.data())
def test_a_pair_left_out_is_a_campaign_without_it(pairs: list[Judged], data: st.DataObject) -> None:
    """Leaving out each pair once gives the same multiset of figures, whatever the order of the
    pairs."""
    judged = [pair for pair in pairs if pair.votes]
    estimate, units = estimator(judged, YES)
    rows = estimate(1 - np.eye(units))
    mine = sorted(tuple(-9 if np.isnan(one) else round(one, 6) for one in row) for row in rows)
    theirs = sorted(
        tuple(
            -9 if one is None else round(one, 6)
            for one in slow_figures(judged[:left_out] + judged[left_out + 1 :])
        )
        for left_out in range(units)
    )
    assert np.array(mine) == pytest.approx(np.array(theirs), abs=2e-6)


def test_the_order_of_pairs_and_votes_does_not_matter() -> None:
    pairs = [
        Judged(["same topic", "different", "different"], 100_000),
        Judged(["same topic"] * 3, 900_000),
        Judged(["same message", "same topic", "different"], 600_000),
        Judged(["different"] * 2, 200_000),
    ] * 4
    turned = [Judged(pair.votes[::-1], pair.similarity) for pair in pairs[::-1]]
    found = bootstrap_pairs(pairs, YES)
    assert found == bootstrap_pairs(turned, YES)
    observed = dict(zip(FIGURES, slow_figures(pairs), strict=True))
    for name, interval in found.items():
        low, high, value = interval["low"], interval["high"], observed[name]
        assert isinstance(low, float)
        assert isinstance(high, float)
        assert low < (value or 0) < high
        assert (interval["over"], interval["resamples"]) == ("pairs", 1000)


def test_what_has_no_interval_says_why() -> None:
    for pairs in ([], [Judged(["different", "same topic"])]):
        for interval in bootstrap_pairs(pairs).values():
            assert interval["low"] is None
            assert "at least two" in str(interval["reason"])
    alike = bootstrap_pairs([Judged(["different"] * 2, 5)] * 3)
    assert alike["alpha"]["reason"] == alike["r"]["reason"] == "The figure itself is undefined."
    assert bootstrap_pairs([Judged(["a", "b"])] * 3, yes=())["consensus_yes"]["low"] is None
