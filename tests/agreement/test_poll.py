"""Items scored in parts give the same consensus as all at once, and figures with the same sums."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.votes import ballots as of_ballots
from agreement.votes import dawid_skene
from agreement.votes.ballots import ballots_of
from agreement.votes.crowd import CrowdCount, figures_of_crowd, lines_of_crowd
from agreement.votes.label_crowd import (
    count_of_labels,
    figures_of_label_crowd,
    lines_of_label_crowd,
)
from agreement.votes.label_figures import Kind
from agreement.votes.ways import PAIR
from tests.agreement.test_crowd import GOLD as PAIR_GOLD
from tests.agreement.test_crowd import VOTES
from tests.agreement.test_label_crowd import GOLD, GOLD_SETS, ONE, PLACES, SCALE, SETS
from tests.helpers.tiers import by_tier

SIZE = st.integers(1, 3)
some = settings(max_examples=by_tier(quick=15, long=40))


def in_parts(count: Any, size: int) -> tuple[list[Any], Any]:
    """Return all lines, and the figures with the differences of all parts."""
    items, lines, different = list(count.items), [], []
    for begin in range(0, len(items), size):
        part = count.add(items[begin : begin + size])
        lines += part.all
        different += part.different
    return lines, {**count.figures(), "differences": different}


@some
@given(VOTES, PAIR_GOLD, SIZE)
def test_pairs(votes: Any, gold: Any, size: int) -> None:
    ballots = ballots_of(votes)
    expected = lines_of_crowd(ballots, gold), figures_of_crowd(ballots, gold)
    assert in_parts(CrowdCount(ballots, gold, PAIR), size) == expected


def same(votes: Any, kind: Kind, gold: Any, size: int) -> bool:
    ballots = ballots_of(votes)
    expected = (
        lines_of_label_crowd(ballots, kind, gold),
        figures_of_label_crowd(ballots, kind, gold),
    )
    return bool(in_parts(count_of_labels(ballots, kind, gold), size) == expected)


@some
@given(ONE, GOLD, SIZE)
def test_one_label(votes: Any, gold: Any, size: int) -> None:
    assert same(votes, "one", {item: (label,) for item, label in gold.items()}, size)


@some
@given(PLACES, st.dictionaries(st.sampled_from(["i0", "i1"]), st.sampled_from(SCALE)), SIZE)
def test_places_on_a_scale(votes: Any, gold: Any, size: int) -> None:
    assert same(votes, "scale", {item: (value,) for item, value in gold.items()}, size)


@some
@given(SETS, GOLD_SETS, SIZE)
def test_any_number_of_labels(votes: Any, gold: Any, size: int) -> None:
    assert same(votes, "any", gold, size)


@some
@given(VOTES, PAIR_GOLD)
def test_a_block_at_a_time_it_is_the_same(votes: Any, gold: Any) -> None:
    ballots = ballots_of(votes)
    expected = lines_of_crowd(ballots, gold), figures_of_crowd(ballots, gold)
    with pytest.MonkeyPatch.context() as patched:
        for module in (of_ballots, dawid_skene):
            patched.setattr(module, "BLOCK", 2)
        assert (lines_of_crowd(ballots, gold), figures_of_crowd(ballots, gold)) == expected
