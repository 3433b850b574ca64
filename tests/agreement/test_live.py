"""A live campaign has exactly the figures of its tally at every moment, and summaries of many texts
at once equal those of each text alone."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.alpha import Weights, alpha
from agreement.segmentation.boundaries import Vector, format_all, format_flat, format_nested
from agreement.segmentation.chance import agreement_over_chance
from agreement.segmentation.counting import POWERS, count_items, take_apart
from agreement.segmentation.figures import item_summary, settled
from agreement.segmentation.live import Live
from agreement.segmentation.summaries import item_summaries, settled_texts
from agreement.segmentation.vectors import IllFormed, Kind
from tests.agreement import slow, strategies
from tests.agreement.simulation import simulate
from tests.agreement.test_alpha import KINDS, TOY

WEIGHTS: tuple[Weights, ...] = ("items", "annotations")


def is_up_to_date(live: Live, kind: Kind, texts: Sequence[Sequence[Vector]]) -> bool:
    state = count_items(kind, texts)
    counts = take_apart(state)
    for k in POWERS[kind]:
        if any(live.alpha(k, weights) != alpha(counts, k, weights) for weights in WEIGHTS):
            return False
        s = agreement_over_chance(counts, kind, k)
        if live.chance(k) != (s.value, s.distinct, s.chance, s.chance_distinct, s.items):
            return False
    return live.tally() == state


@pytest.mark.long
@given(st.data(), KINDS, st.integers(0, 8))
def test_figures_at_every_moment(data: st.DataObject, kind: Kind, at_once: int) -> None:
    """Some annotations are added at once, others one by one, and some are removed."""
    texts: list[list[Vector]] = data.draw(st.lists(strategies.items(kind, 8), max_size=5))
    coming = [(number, v) for number, text in enumerate(texts) for v in text]
    coming = data.draw(st.permutations(coming))
    rows: list[list[Vector]] = [[] for _ in texts]
    for number, vector in coming[:at_once]:
        rows[number].append(vector)
    live = Live(kind, dict(enumerate(rows)))
    assert is_up_to_date(live, kind, rows)
    for number, vector in coming[at_once:]:
        live.add(number, vector)
        rows[number].append(vector)
        assert is_up_to_date(live, kind, rows)
    for number, vector in data.draw(st.permutations(coming))[:6]:
        live.withdraw(number, vector)
        rows[number].remove(vector)
        assert is_up_to_date(live, kind, rows)


@pytest.mark.few(1)
@pytest.mark.parametrize("lengths", [(3, 40, 2, 101), (101, 2, 40, 3), (1, 30, 60, 1), (5, 400)])
def test_texts_of_any_length_in_any_order(lengths: tuple[int, ...]) -> None:
    """Arrays grow for longer texts; texts beyond the null tables have alpha, but no S."""
    texts = [[tuple(range(n - 1)), tuple(range(n - 1))[::-1]] for n in lengths]
    live = Live("nested")
    for number, text in enumerate(texts):
        for vector in text:
            live.add(number, vector)
    assert is_up_to_date(live, "nested", texts)


def test_the_toy_set_of_the_supplementary() -> None:
    live = Live("nested", dict(enumerate(TOY)))
    assert live.alpha(2).value == slow.alpha(TOY, 2)
    assert live.chance(2).value == slow.agreement_over_chance(TOY, "nested", 2)[0]


def test_nothing_has_no_figures() -> None:
    live = Live("flat", {"empty": []})
    assert (live.alpha().value, live.chance().value, live.tally()) == (None, None, {})
    assert "two annotations" in str(live.alpha().reason)


@pytest.mark.parametrize("vector", [(0, 2), (-1, 0), (0,), (0, 0, 0), ()])
def test_what_does_not_fit_changes_nothing(vector: Vector) -> None:
    texts: list[list[Vector]] = [[(0, 1), (1, 1)]]
    live = Live("flat", dict(enumerate(texts)))
    with pytest.raises(ValueError, match=r"\.$"):
        live.add(0, vector)
    with pytest.raises(ValueError, match=r"\.$"):
        live.withdraw(0, vector)
    with pytest.raises(ValueError, match="no such annotation"):
        live.withdraw(0, (0, 0))
    with pytest.raises(ValueError, match="no such annotation"):
        live.withdraw(1, (0, 1))
    assert is_up_to_date(live, "flat", texts)


BOTH: tuple[Kind, ...] = ("flat", "nested")


@pytest.mark.parametrize("kind", BOTH)
@given(data=st.data())
def test_all_are_as_each_alone(kind: Kind, data: st.DataObject) -> None:
    texts = data.draw(strategies.campaigns(kind))
    assert item_summaries(kind, texts) == [item_summary(kind, text) for text in texts]
    assert settled_texts(kind, texts) == [settled(kind, text) for text in texts]


@pytest.mark.parametrize("kind", BOTH)
def test_many_texts_are_as_each_alone(kind: Kind) -> None:
    texts = simulate(kind, 3_000, seed=3).texts()
    assert item_summaries(kind, texts) == [item_summary(kind, text) for text in texts]
    assert settled_texts(kind, texts) == [settled(kind, text) for text in texts]


def test_what_is_no_segmentation_is_refused() -> None:
    with pytest.raises(IllFormed, match="Boundary 2 is out of range"):
        item_summaries("flat", [[(0, 1)], [(0, 2)]])


@pytest.mark.parametrize("kind", BOTH)
@given(data=st.data())
def test_many_forms_are_as_each_alone(kind: Kind, data: st.DataObject) -> None:
    words = data.draw(strategies.WORDS)
    vectors: list[Vector] = data.draw(st.lists(strategies.vectors(kind, len(words)), max_size=4))
    alone: Any = format_flat if kind == "flat" else format_nested
    assert format_all(kind, words, vectors) == [alone(words, vector) for vector in vectors]
