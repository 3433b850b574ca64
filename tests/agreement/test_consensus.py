"""Mode, boundary majority, FEMN, Iterative Voting."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.consensus import (
    boundary_majority,
    iterative_voting,
    mode,
    most_entailed,
)
from tests.agreement import slow, strategies
from tests.agreement.test_alpha import FLATS, NESTEDS


def test_mode_of_the_papers() -> None:
    assert mode(FLATS[0])[:3] == ((1, 0, 0, 1, 0), 4, ())
    tied = mode(FLATS[1])
    assert tied.ties == ((0, 0, 1), (0, 1, 0))
    assert (tied.winner, tied.support) == ((0, 0, 1), 3)


def test_no_annotation_no_mode() -> None:
    assert mode([]).winner is None
    assert mode([]).reason
    assert boundary_majority([]) == (None, [])


def test_majority_of_the_papers() -> None:
    """Cuts in the first text: 5, 0, 3, 8, 0 of 10; in the second 4, 3, 5 of 10."""
    assert boundary_majority(FLATS[0]) == ((0, 0, 0, 1, 0), [0])
    assert boundary_majority(FLATS[1]) == ((0, 0, 0), [2])


def test_femn_says_that_there_was_a_tie() -> None:
    choice = most_entailed([(1, 0, 0), (0, 0, 1)], [(2, 1, 0), (0, 1, 2)])
    assert choice.support == 1
    assert choice.ties == ((0, 0, 1), (1, 0, 0))
    assert choice.winner == (0, 0, 1)


def test_femn_leaves_trivial_flats_out() -> None:
    choice = most_entailed([(0, 0), (1, 1), (1, 0)], [(0, 1)])
    assert (choice.winner, choice.support) == ((1, 0), 0)
    nothing = most_entailed([(0, 0), (1, 1)], [(0, 1)])
    assert nothing.winner is None
    assert "trivial" in str(nothing.reason)


def test_iterative_voting_of_the_papers() -> None:
    assert iterative_voting(FLATS[0], NESTEDS[0]).winner == (1, 0, 1, 1, 0)
    assert iterative_voting(FLATS[1], NESTEDS[1]).winner == (0, 1, 0)


def test_iterative_voting_with_each_annotation_once() -> None:
    once = [list(dict.fromkeys(item)) for item in (*FLATS, *NESTEDS)]
    assert iterative_voting(once[0], once[2]).winner == (1, 0, 1, 1, 0)
    assert iterative_voting(once[1], once[3]).winner == (1, 0, 1)


def test_iterative_voting_ties() -> None:
    choice = iterative_voting([(1, 0, 0), (0, 0, 1), (0, 0, 1)], [(2, 1, 0), (0, 1, 2)])
    assert choice.winner == (0, 0, 1)
    alike = iterative_voting([(1, 0, 0), (0, 0, 1)], [(0, 1, 0)])
    assert alike.ties == ((0, 0, 1), (1, 0, 0))
    assert (alike.winner, alike.support, alike.rounds) == ((0, 0, 1), 0, 0)


def test_one_who_cuts_nothing_does_not_win_over_all_others() -> None:
    """Every nested annotation entails the single segment and the single words, so they would always
    win."""
    nesteds = [(0, 1, 0), (2, 0, 1)]
    for trivial in ((0, 0, 0), (1, 1, 1)):
        choice = iterative_voting([trivial, trivial, (0, 1, 0), (1, 0, 0)], nesteds)
        assert choice == iterative_voting([(0, 1, 0), (1, 0, 0)], nesteds)
    only = iterative_voting([(0, 0, 0), (1, 0, 0)], [(0, 1, 0)])
    assert only[:3] == ((1, 0, 0), 0, ())


@pytest.mark.parametrize(
    ("flats", "nesteds"),
    [
        ([(0, 0), (1, 1)], [(0, 1)]),
        ([(0,), (1,), (1,)], [(0,), (0,)]),
        ([(), ()], [()]),
    ],
    ids=["three words", "two words", "one word"],
)
def test_of_trivial_flats_only_none_is_chosen(flats: list[Vector], nesteds: list[Vector]) -> None:
    for choose in (most_entailed, iterative_voting):
        choice = choose(flats, nesteds)
        assert (choice.winner, choice.support, choice.ties, choice.rounds) == (None, 0, (), 0)
        assert choice.reason == "Every flat annotation is trivial: one segment or single words."


def test_a_single_flat_wins_without_a_round() -> None:
    choice = iterative_voting([(1, 0), (1, 0)], [(1, 0), (0, 1)])
    assert choice[:3] == ((1, 0), 1, ())
    assert choice.rounds == 0


@pytest.mark.parametrize(("flats", "nesteds"), [([], [(0, 1)]), ([(0, 1)], [])])
def test_nothing_to_vote_with(flats: list[Vector], nesteds: list[Vector]) -> None:
    for choose in (most_entailed, iterative_voting):
        choice = choose(flats, nesteds)
        assert choice.winner is None
        assert "annotation" in str(choice.reason)


@given(strategies.shared_texts())
def test_femn_equals_its_slow_twin(text: tuple[list[Vector], list[Vector]]) -> None:
    flats, nesteds = text
    choice = most_entailed(flats, nesteds)
    if choice.winner is None:
        assert not [flat for flat in flats if 0 < sum(flat) < len(flat)]
        return
    assert (choice.winner, set(choice.ties or [choice.winner])) == slow.most_entailed(
        flats, nesteds
    )
    assert choice.support == sum(slow.entails(nested, choice.winner) for nested in nesteds)


@pytest.mark.long
@given(strategies.shared_texts())
def test_iterative_voting_equals_its_slow_twin(text: tuple[list[Vector], list[Vector]]) -> None:
    choice = iterative_voting(*text)
    if choice.winner is None:
        assert not [flat for flat in text[0] if 0 < sum(flat) < len(flat)]
        return
    assert (choice.winner, set(choice.ties or [choice.winner])) == slow.iterative_voting(*text)
    assert choice.support == sum(slow.entails(nested, choice.winner) for nested in text[1])


@pytest.mark.long
@given(strategies.shared_texts(), st.integers(0, 3), st.integers(0, 3), st.randoms())
def test_trivial_flats_change_no_choice(
    text: tuple[list[Vector], list[Vector]], ones: int, singles: int, luck: Random
) -> None:
    flats, nesteds = text
    boundaries = len(flats[0])
    trivial = [(0,) * boundaries] * ones + [(1,) * boundaries] * singles
    more = luck.sample(flats + trivial, len(flats) + len(trivial))
    for choose in (most_entailed, iterative_voting):
        choice = choose(more, nesteds)
        assert choice == choose(flats, nesteds)
        assert choice.winner is None or 0 < sum(choice.winner) < boundaries


@given(st.integers(1, 6).flatmap(lambda n: st.lists(strategies.flat(n), min_size=1, max_size=7)))
def test_majority_equals_its_definition(flats: list[Vector]) -> None:
    majority, ties = boundary_majority(flats)
    columns = list(zip(*flats, strict=True))
    assert majority == tuple(int(column.count(1) > column.count(0)) for column in columns)
    assert ties == [i for i, column in enumerate(columns) if column.count(1) == column.count(0)]
