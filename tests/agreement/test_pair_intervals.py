"""Intervals of pair figures: a resample's figures equal those of the sampled pairs."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.tally import Tally
from agreement.votes.pair_figures import pair_contribution, pair_figures
from agreement.votes.pair_intervals import FIGURES, Judged, bootstrap_pairs, estimator

YES = frozenset({"same message", "same topic"})
VOTES = st.lists(st.sampled_from(["same message", "same topic", "different"]), max_size=5)
PAIRS = st.lists(
    st.builds(Judged, votes=VOTES, similarity=st.none() | st.integers(0, 1_000_000)), max_size=7
)


def slow(pairs: list[Judged]) -> list[float | None]:
    found: Any = pair_figures(
        Tally.total(pair_contribution(pair.votes, YES, pair.similarity) for pair in pairs)
    )
    return [found[name]["value"] for name in FIGURES]


@pytest.mark.long
@settings(deadline=None)
@given(PAIRS, st.data())
def test_a_resample_is_the_campaign_of_the_pairs_drawn(
    pairs: list[Judged], data: st.DataObject
) -> None:
    """Identical pairs are adjacent in any order, so weights are assigned by rank."""
    estimate, units = estimator(pairs, YES)
    judged = [pair for pair in pairs if pair.votes]
    assert units == len(judged)
    times = data.draw(st.integers(1, 3))
    expected = slow(judged * times)
    if units:
        row = estimate(np.full((1, units), float(times)))[0]
        for mine, theirs in zip(row.tolist(), expected, strict=True):
            assert mine == pytest.approx(np.nan if theirs is None else theirs, nan_ok=True)


@pytest.mark.long
@settings(deadline=None)
@given(PAIRS.filter(lambda pairs: sum(bool(pair.votes) for pair in pairs) > 1), st.data())
def test_leaving_pairs_out_is_the_campaign_without_them(
    pairs: list[Judged], data: st.DataObject
) -> None:
    """Leaving out each pair once gives the same multiset of figures, whatever the order of the
    pairs."""
    judged = [pair for pair in pairs if pair.votes]
    estimate, units = estimator(judged, YES)
    rows = estimate(1 - np.eye(units))
    mine = sorted(tuple(-9 if np.isnan(one) else round(one, 6) for one in row) for row in rows)
    theirs = sorted(
        tuple(
            -9 if one is None else round(one, 6)
            for one in slow(judged[:left_out] + judged[left_out + 1 :])
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
    observed = dict(zip(FIGURES, slow(pairs), strict=True))
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
