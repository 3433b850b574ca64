"""Shannon's entropy of answers, against published values and a slow reference."""

from fractions import Fraction
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.votes.entropy import entropy


def slow_entropy(times: list[int]) -> float:
    """Return minus the sum of p log p, answer by answer."""
    shares = [Fraction(count, sum(times)) for count in times]
    return -sum(float(share) * log2(share) for share in shares)


def test_printed_values() -> None:
    """Shannon 1948, section 6, decomposes a choice among 1/2, 1/3 and 1/6; eight equally likely
    choices have three bits."""
    assert entropy([3, 2, 1]) == pytest.approx(log2(2) / 2 + log2(3) / 3 + log2(6) / 6)
    assert entropy([5] * 8) == pytest.approx(3)


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=12))
def test_it_equals_its_slow_twin_and_has_bounds(times: list[int]) -> None:
    found = entropy(times)
    assert found == pytest.approx(slow_entropy(times), abs=1e-9)
    assert 0 <= found <= log2(len(times)) + 1e-9
    assert found == entropy(reversed(times))


@pytest.mark.parametrize("times", [[], [0], [2, -1]])
def test_what_nobody_gave_has_none(times: list[int]) -> None:
    with pytest.raises(ValueError, match="at least"):
        entropy(times)
