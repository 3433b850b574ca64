"""Biases: the papers' own numbers, all possible trees, words in many scripts."""

import json
from collections import Counter
from fractions import Fraction
from statistics import pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.prepositions import bare, languages, prepositions_of, read_words
from agreement.segmentation.bias import (
    MAX_LENGTH,
    bias_figures,
    chance_heights,
    count_flats,
    count_nesteds,
    count_prepositions,
    expected_height,
    heights,
    prepositions,
    segment_lengths,
    segments,
    spread,
)
from agreement.segmentation.boundaries import Vector
from agreement.tally import Tally
from tests.agreement import slow, strategies

FLATS = st.lists(st.integers(1, 7).flatmap(strategies.flat), max_size=8)


@pytest.mark.parametrize("n", range(2, 10))
def test_heights_by_chance_equal_counting_all_trees(n: int) -> None:
    trees = slow.all_vectors("nested", n)
    counted = Counter(map(max, trees))
    assert chance_heights(n) == {h: Fraction(c, len(trees)) for h, c in sorted(counted.items())}
    assert sum(chance_heights(n).values()) == 1


def test_table_5() -> None:
    """ACL 2013, Table 5, column Expected."""
    printed = {5: "2.57", 6: "3.24", 7: "3.88", 8: "4.47"}
    assert {n: f"{float(expected_height(n)):.2f}" for n in printed} == printed


@given(FLATS)
def test_segments_and_their_spread_equal_their_definitions(flats: list[Vector]) -> None:
    state = count_flats(flats)
    for row in segments(state):
        mine = [sum(flat) + 1 for flat in flats if len(flat) == row.words - 1]
        assert row.times == dict(sorted(Counter(mine).items()))
        assert row.mean == Fraction(sum(mine), len(mine))
        every = [sum(flat) + 1 for flat in slow.all_vectors("flat", row.words)]
        assert row.expected == Fraction(sum(every), len(every))
    few = [segment_lengths(flat) for flat in flats if sum(flat) in (1, 2)]
    expected = sorted(pstdev(lengths) for lengths in few)
    got = sorted(row.sd for row in spread(state) for _ in range(row.times))
    assert got == pytest.approx(expected)


def test_the_example_of_the_paper() -> None:
    """Seven words: 3 | 4 has a standard deviation of .5, 2 | 5 of 1.5."""
    flats = [(0, 0, 1, 0, 0, 0), (0, 1, 0, 0, 0, 0)]
    assert [(row.sd, row.times) for row in spread(count_flats(flats))] == [(0.5, 1), (1.5, 1)]


def test_each_side_of_a_preposition() -> None:
    words = ["Of", "flights", "to", "(rome)", "for", "free,", "from"]
    flats = [(1, 1, 1, 1, 1, 1), (0,) * 6, (1, 1, 0, 0, 1, 1)]
    state = count_prepositions(words, flats, prepositions_of("en"))
    assert state == {"around/edge": 6, "around/both": 2, "around/none": 2, "around/left": 1} | {
        "around/right": 1
    }
    shares = prepositions(state).shares
    assert shares is not None
    assert sum(shares.values()) == Fraction(6, 12)


def test_a_text_of_one_preposition_is_at_the_edge() -> None:
    state = count_prepositions(["of"], [()], {"of"})
    assert state == {"around/edge": 1}
    assert count_flats([()]) == count_nesteds([()]) == {}


def test_flats_that_do_not_fit_the_words_are_refused() -> None:
    with pytest.raises(ValueError, match="2 words is given for 3"):
        count_prepositions(["a", "of", "b"], [(0,)], {"of"})


def test_figures_are_json_and_say_what_is_missing() -> None:
    nothing = json.loads(json.dumps(bias_figures(Tally()), allow_nan=False))
    assert nothing["segments"] == nothing["heights"] == []
    assert nothing["two_or_three"] is nothing["sd"]["mean"] is None
    assert nothing["sd_reason"].endswith(".")
    assert nothing["prepositions"]["reason"].endswith(".")
    state = count_nesteds([(0, 1), tuple(range(MAX_LENGTH))])
    state += count_prepositions(["a", "of", "b"], [(1, 0)], {"of"})
    some = json.loads(json.dumps(bias_figures(state), allow_nan=False))
    assert [row["expected"] for row in some["heights"]] == [1, None]
    assert some["prepositions"]["shares"]["left"] == 1


@pytest.mark.long
@given(FLATS, FLATS)
def test_tallies_of_workers_add_up(mine: list[Vector], yours: list[Vector]) -> None:
    assert count_flats(mine) + count_flats(yours) == count_flats(yours + mine)


@pytest.mark.long
@given(st.lists(st.integers(1, 8).flatmap(strategies.nested), max_size=6))
def test_heights_are_root_labels(nesteds: list[Vector]) -> None:
    for row in heights(count_nesteds(nesteds)):
        mine = [slow.heights(tree)[0] for tree in slow.trees(0, row.words - 1)]
        assert row.expected == Fraction(sum(mine), len(mine))
        assert sum(row.times.values()) == sum(len(v) == row.words - 1 for v in nesteds)


def test_every_list_is_sorted_bare_and_without_white_space() -> None:
    assert {"de", "en"} <= set(languages())
    for language in languages():
        words = prepositions_of(language)
        assert len(words) > 15
        assert all(word == bare(word) and word.split() == [word] for word in words)
    with pytest.raises(ValueError, match="no list of prepositions for 'xx', only for de, en"):
        prepositions_of("xx")


def test_lists_may_have_notes_empty_lines_and_a_mark_of_order() -> None:
    assert read_words("\ufeff# mine\n\n  OF \r\nto\n") == {"of", "to"}
    assert read_words("--\nto") == {"to"}
    assert bare("(À)") == bare("a\u0300") == "à"
