"""Questions that share most of their words, against a slow reference."""

import doctest
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from agreement.evidence import near_duplicates as near
from agreement.evidence.near_duplicates import near_duplicates, words_of
from agreement.evidence.question_counts import same_as

QUESTIONS = st.lists(
    st.lists(st.sampled_from(["who", "Sees", "my", "notes", "it?"]), max_size=5).map(" ".join),
    max_size=8,
)
SHARES = st.fractions(min_value=Fraction(1, 10), max_value=1)


def slow(questions: list[str], least: Fraction) -> int:
    unlike = sorted(set(map(same_as, questions)))
    found = 0
    for one in unlike:
        for other in unlike:
            a, b = words_of(one), words_of(other)
            if one != other and a | b and Fraction(len(a & b), len(a | b)) >= least:
                found += 1
                break
    return found


def test_the_examples_are_true() -> None:
    assert doctest.testmod(near).failed == 0


@given(QUESTIONS, SHARES)
def test_as_the_slow_one_counts(questions: list[str], least: Fraction) -> None:
    assert near_duplicates(questions, least) == slow(questions, least)


@given(QUESTIONS)
def test_order_and_repetition_change_nothing(questions: list[str]) -> None:
    found = near_duplicates(questions)
    assert near_duplicates(questions[::-1] + questions) == found
