"""Cuts at single prepositions and around verb phrases."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.cuts.places import count_cuts, cuts_by_name
from agreement.cuts.prepositions import count_at_prepositions, figures_at_prepositions
from agreement.cuts.verb_phrases import (
    Phrase,
    count_around_phrases,
    figures_around_phrases,
    verb_phrases,
)
from agreement.segmentation.bias import count_prepositions
from agreement.segmentation.boundaries import Vector
from agreement.tally import Tally
from tests.agreement import slow, strategies

WORDS = ["flights", "To", "rome", "of", "to,", "go", "of"]
FLATS = st.lists(strategies.flat(len(WORDS)), min_size=1, max_size=5)


@given(st.integers(2, 6).flatmap(strategies.flat), st.data())
def test_by_chance_the_same_cuts_are_anywhere(flat: Vector, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(flat) - 1))
    found = cuts_by_name(count_cuts(len(flat) + 1, {"here": [at]}, [flat]))["here"]
    same = [one for one in slow.all_vectors("flat", len(flat) + 1) if sum(one) == sum(flat)]
    assert found.expected_share == Fraction(sum(one[at] for one in same), len(same))
    assert found.share == flat[at]


@given(FLATS)
def test_single_prepositions_add_up_to_those_of_table_6(flats: list[Vector]) -> None:
    """The last word of the text is a preposition at its edge."""
    inside = {"to"}
    every = count_prepositions(WORDS, flats, inside)
    [found] = figures_at_prepositions(count_at_prepositions(WORDS, flats, inside))
    assert found["word"] == "to"
    assert found["before"]["cuts"] == every.get("around/left", 0) + every.get("around/both", 0)
    assert found["after"]["cuts"] == every.get("around/right", 0) + every.get("around/both", 0)
    assert found["before"]["boundaries"] == found["after"]["boundaries"] == 2 * len(flats)


def test_each_preposition_has_its_own_cuts_and_none_at_the_edges() -> None:
    flats = [(1, 0, 0, 0, 0, 1), (0, 1, 0, 0, 0, 1)]
    to, of = figures_at_prepositions(count_at_prepositions(WORDS, flats, {"to", "of"}))
    assert (to["word"], to["before"]["boundaries"], to["after"]["boundaries"]) == ("to", 4, 4)
    assert (of["word"], of["before"]["boundaries"], of["after"]["boundaries"]) == ("of", 4, 2)
    assert (of["before"]["cuts"], of["after"]["cuts"]) == (2, 0)
    assert of["before"]["expected"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("tags", "phrases"),
    [
        ("DT NN VBD PRP$ NN", [Phrase(2, 3)]),
        ("PRP MD VB VBN .", [Phrase(1, 4)]),
        ("PRON AUX VERB NOUN", [Phrase(1, 3)]),
        ("B-NP B-VP I-VP B-VP B-NP", [Phrase(1, 3), Phrase(3, 4)]),
        ("O O I-VP", [Phrase(2, 3)]),
        ("NP VP VP", [Phrase(1, 3)]),
        ("B-NP B-PP", []),
        ("NN IN", []),
    ],
)
def test_verb_phrases_are_runs_of_verbs_or_chunks(tags: str, phrases: list[Phrase]) -> None:
    assert verb_phrases(tags.split()) == phrases


def test_cuts_before_inside_and_after_by_the_share_of_the_text() -> None:
    flats = [(0, 1, 0, 0), (0, 0, 1, 0)]
    state = count_around_phrases(["DT", "NN", "VBD", "VBN", "NN"], flats)
    state += count_around_phrases(["VB", "NN", "NN", "NN"], [(1, 0, 0)])
    every, short, half = figures_around_phrases(state)
    assert [row["up_to"] for row in (every, short, half)] == [None, 0.25, 0.5]
    assert [half[where]["cuts"] for where in ("before", "inside", "after")] == [1, 1, 0]
    assert (short["before"]["share"], short["after"]["share"]) == (None, 1)
    assert (every["after"]["cuts"], every["after"]["boundaries"]) == (1, 3)
    assert figures_around_phrases(Tally()) == []


def test_an_annotation_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="A flat of 3 words is given for 7 words"):
        count_at_prepositions(WORDS, [(0, 1)], {"to"})
