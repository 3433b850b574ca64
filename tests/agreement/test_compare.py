"""A crowd against a gold set, from the definitions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.compare import (
    STRATEGIES,
    Sides,
    Text,
    alpha_between,
    select,
    single_flats,
)
from agreement.segmentation.consensus import Choice
from agreement.segmentation.entailment import histogram, text_share
from agreement.segmentation.vectors import Kind
from tests.agreement import slow, strategies
from tests.agreement.test_alpha import FLATS, NESTEDS

KINDS_AND_POWERS: list[tuple[Kind, int]] = [("flat", 1), ("nested", 1), ("nested", 2)]


@st.composite
def two_sets(draw: st.DrawFn, kind: Kind) -> list[Sides]:
    lengths = draw(st.lists(st.integers(1, 6), max_size=5))
    sides = [st.lists(strategies.vectors(kind, n), max_size=4) for n in lengths]
    return [(draw(side), draw(side)) for side in sides]


def slow_between(texts: list[Sides], k: int) -> Fraction | None:
    long = [(crowd, gold) for crowd, gold in texts if crowd and crowd[0]]
    return slow.between(long, lambda a, b: slow.distance(a, b, k))


@pytest.mark.long
@given(st.data(), st.sampled_from(KINDS_AND_POWERS))
def test_alpha_between_equals_its_slow_twin(data: st.DataObject, which: tuple[Kind, int]) -> None:
    kind, k = which
    texts = data.draw(two_sets(kind))
    result = alpha_between(texts, k)
    assert result.value == slow_between(texts, k)
    assert (result.value is None) == (result.reason is not None)
    swapped = alpha_between([(gold, crowd) for crowd, gold in texts], k)
    assert swapped == result


def test_undefined_alpha_says_why() -> None:
    assert "both sets" in str(alpha_between([([(0,)], [])]).reason)
    assert "alike" in str(alpha_between([([(0, 1)], [(0, 1)])]).reason)


def test_one_s_own_agreement_does_not_count() -> None:
    """Each set agrees with itself fully, and the two never agree with each other."""
    texts: list[Sides] = [([(1, 0)] * 3, [(0, 1)] * 3), ([(0, 1)] * 3, [(1, 0)] * 3)]
    assert alpha_between(texts).value == -1


@pytest.mark.long
@given(st.lists(st.tuples(strategies.shared_texts(4), strategies.shared_texts(4)), max_size=4))
def test_selections_equal_their_definition(
    drawn: list[tuple[tuple[list[Vector], list[Vector]], tuple[list[Vector], list[Vector]]]],
) -> None:
    texts = [Text(*crowd, *gold) for crowd, gold in drawn if len(crowd[0][0]) == len(gold[0][0])]
    for strategy in STRATEGIES.values():
        for mixed in (False, True):
            found = select(texts, strategy, mixed=mixed)
            picks: list[tuple[Choice, Text]] = []
            for text in texts:
                flats, nesteds = [*text.crowd_flats], [*text.crowd_nesteds]
                if mixed:
                    flats += text.gold_flats
                    nesteds += text.gold_nesteds
                picks.append((strategy(flats, nesteds), text))
            made = [(pick.winner, text) for pick, text in picks if pick.winner is not None]
            assert found.left_out == len(texts) - len(made)
            assert found.ties == sum(
                bool(pick.ties) for pick, _ in picks if pick.winner is not None
            )
            right = sum(winner in text.gold_flats for winner, text in made)
            assert found.among_gold == (Fraction(right, len(made)) if made else None)
            pairs = [slow.entails(tree, w) for w, text in made for tree in text.gold_nesteds]
            assert found.entailed == (Fraction(sum(pairs), len(pairs)) if pairs else None)


def test_the_mixing_experiment() -> None:
    """No crowd flat equals a gold flat, though flats taken from most crowd trees would."""
    crowd = [(1, 0, 0)] * 2 + [(0, 0, 1)] * 2
    trees = [(0, 1, 0)] * 5 + [(2, 1, 0)] * 3
    text = Text(crowd, trees, [(0, 1, 0)] * 3, [(0, 1, 0)] * 2)
    assert select([text], STRATEGIES["iv"]).among_gold == 0
    assert select([text], STRATEGIES["iv"], mixed=True).among_gold == 1
    assert select([text], STRATEGIES["femn"], mixed=True).entailed == 1


def test_texts_without_gold_are_left_out() -> None:
    texts = [Text([(0, 1)], [(0, 1)]), Text([], [], [(0, 1)])]
    for found in (*(select(texts, one) for one in STRATEGIES.values()), single_flats(texts)):
        assert (found.among_gold, found.entailed, found.left_out) == (None, None, 2)


def test_single_flats_count_every_annotation() -> None:
    text = Text(FLATS[1], NESTEDS[1], [(0, 1, 0)], NESTEDS[1])
    found = single_flats([text])
    assert (found.among_gold, found.texts) == (Fraction(3, 10), 10)
    assert found.entailed == text_share(FLATS[1], NESTEDS[1])


@pytest.mark.long
@given(st.lists(strategies.shared_texts(5), max_size=6))
def test_histogram_counts_every_text_once(texts: list[tuple[list[Vector], list[Vector]]]) -> None:
    shares = [text_share(*text) for text in texts]
    for (flats, nesteds), share in zip(texts, shares, strict=True):
        pairs = [slow.entails(nested, flat) for flat in flats for nested in nesteds]
        assert share == Fraction(sum(pairs), len(pairs))
    assert sum(histogram(shares)) == len(texts)
    assert text_share([], [(0,)]) is None
