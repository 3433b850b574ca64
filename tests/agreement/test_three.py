"""Agreement of three random workers, compared with drawing all samples of three."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.three import three, three_figures, votes_by_item
from agreement.votes.consensus import pairwise

ITEMS = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=6), max_size=5)


def samples(item: Sequence[str]) -> list[Fraction]:
    """Return the share of agreeing pairs of each sample of three votes."""
    return [
        Fraction(sum(one == other for one, other in combinations(sample, 2)), 3)
        for sample in combinations(item, 3)
    ]


@given(ITEMS)
def test_it_is_the_mean_over_all_samples(items: list[list[str]]) -> None:
    votes = [(number, vote) for number, item in enumerate(items) for vote in item]
    found = three(votes_by_item(votes))
    enough = [item for item in items if len(item) >= 3]
    assert (found.items, found.left_out) == (len(enough), len(items) - len(enough))
    if not enough:
        assert found.agreement is None
        assert three_figures(votes)["reason"] == "No item has three votes."
        return
    drawn = [samples(item) for item in enough]
    means = [sum(each) / len(each) for each in drawn]
    assert found.agreement == sum(means) / len(means)
    # The pairwise mean of the same items has the same expectation.
    assert found.agreement == sum(map(pairwise, enough)) / len(enough)  # type: ignore[arg-type]
    spread = [
        sum((one - mean) ** 2 for one in each) / len(each)
        for each, mean in zip(drawn, means, strict=True)
    ]
    assert found.variance == sum(spread) / len(enough) ** 2
    shares = [Counter(each)[Fraction(1)] / Fraction(len(each)) for each in drawn]
    assert found.all == sum(shares) / len(shares)
    assert found.two is not None
    assert found.none == 1 - sum(shares) / len(shares) - found.two


def test_the_figures_name_what_was_left_out() -> None:
    found = three_figures([*((1, vote) for vote in "aab"), (2, "a"), (2, "a")])
    assert (found["exact"], found["items"], found["left_out"]) == ("1/3", 1, 1)
    assert (found["all"], found["two"], found["none"]) == (0, 1, 0)
    assert found["sd"] == pytest.approx(sqrt(0))
