from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.distance import distance, numerator
from tests.agreement import slow, strategies

Q1 = [(1, 0, 2, 0), (0, 1, 0, 2), (2, 0, 1, 0)]  # supplementary, Table 2
Q2 = [(0, 1, 0, 2, 0), (0, 2, 0, 1, 0)]


def test_the_matrices_of_the_supplementary() -> None:
    half = Fraction(1, 2)
    m1 = [[0, 5 * half, 3 * half], [5 * half, 0, 5 * half], [3 * half, 5 * half, 0]]
    m3 = [[Fraction(5, 4), Fraction(5, 4), 2], [2, 2, Fraction(5, 4)]]
    assert [[distance(a, b, 2) for b in Q1] for a in Q1] == m1
    assert [[distance(b, a, 2) for a in Q1] for b in Q2] == m3
    assert distance(Q2[0], Q2[1], 2) == Fraction(6, 5)


@pytest.mark.parametrize(
    ("a", "b", "k", "exact"),
    [((0,), (3, 2, 1, 0), 1, Fraction(3, 2)), ((2, 0, 1), (2, 0, 1), 2, Fraction(0))],
)
def test_worked_cases(a: Vector, b: Vector, k: int, exact: Fraction) -> None:
    assert distance(a, b, k) == distance(b, a, k) == exact


def test_one_word_has_no_distance() -> None:
    with pytest.raises(ValueError, match="one word"):
        distance((), (1, 0))


def test_numerator_wants_one_length() -> None:
    with pytest.raises(ValueError, match="zip"):
        numerator((1,), (1, 0))


@given(st.data(), st.integers(2, 9), st.integers(2, 9), st.sampled_from([1, 2]))
def test_sliding_equals_the_definition(data: st.DataObject, n: int, m: int, k: int) -> None:
    a, b = data.draw(strategies.nested(n)), data.draw(strategies.nested(m))
    assert distance(a, b, k) == distance(b, a, k) == slow.distance(a, b, k)
