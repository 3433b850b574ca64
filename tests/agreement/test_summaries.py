"""Summaries of many texts at once equal those of each text alone."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.segmentation.boundaries import Vector, format_all, format_flat, format_nested
from agreement.segmentation.counting import Kind
from agreement.segmentation.figures import item_summary
from agreement.segmentation.summaries import item_summaries
from agreement.segmentation.vectors import IllFormed
from tests.agreement import strategies
from tests.agreement.simulation import simulate

KINDS: tuple[Kind, ...] = ("flat", "nested")


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None)
@given(data=st.data())
def test_all_are_as_each_alone(kind: Kind, data: st.DataObject) -> None:
    texts = data.draw(strategies.campaigns(kind))
    assert item_summaries(kind, texts) == [item_summary(kind, text) for text in texts]


@pytest.mark.parametrize("kind", KINDS)
def test_many_texts_are_as_each_alone(kind: Kind) -> None:
    texts = simulate(kind, 3_000, seed=3).texts()
    assert item_summaries(kind, texts) == [item_summary(kind, text) for text in texts]


def test_what_is_no_segmentation_is_refused() -> None:
    with pytest.raises(IllFormed, match="Boundary 2 is out of range"):
        item_summaries("flat", [[(0, 1)], [(0, 2)]])


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_many_forms_are_as_each_alone(kind: Kind, data: st.DataObject) -> None:
    words = data.draw(strategies.WORDS)
    vectors: list[Vector] = data.draw(st.lists(strategies.vectors(kind, len(words)), max_size=4))
    alone: Any = format_flat if kind == "flat" else format_nested
    assert format_all(kind, words, vectors) == [alone(words, vector) for vector in vectors]
