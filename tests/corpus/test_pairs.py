"""Pairs sampled by similarity: equal to the slow reference, for any chunks."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from midpath.corpus.pair_sampling import (
    EDGES,
    Document,
    Grouped,
    Plan,
    draw_pairs,
    drawn_document_pairs,
)
from midpath.corpus.seeded_sampling import Lowest, lots
from midpath.corpus.similarity import cosines, millionths, tfidf, without_weight
from midpath.corpus.words import words_of
from tests.corpus import slow

WORDS = st.sampled_from(
    ["we", "collect", "share", "cookies", "data", "email", "your", "never", "café", "今天", "हिन्दी"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)
DOCUMENTS = st.lists(
    st.builds(Document, st.sampled_from(["News", "Arts", ""]), st.lists(TEXTS, max_size=5)),
    max_size=9,
)
PLANS = st.builds(
    Plan,
    per_stratum=st.integers(1, 6),
    seed=st.integers(0, 2**63 - 1),
    document_pairs=st.one_of(st.none(), st.integers(1, 12)),
    smooth=st.booleans(),
    by_category=st.booleans(),
    chunk=st.integers(1, 40),
)


def require_the_slow_twin(documents: list[Document], plan: Plan) -> None:
    expected = slow.draw(documents, plan, smooth=plan.smooth)
    for chunk in (plan.chunk, 1, 10_000):
        found = draw_pairs(documents, replace(plan, chunk=chunk))
        assert found.histogram == expected["histogram"]
        assert found.candidates == expected["candidates"]
        assert found.silent == expected["silent"]
        assert found.pairs == expected["pairs"]
        assert found.categories == expected["categories"]


@pytest.mark.long
@given(DOCUMENTS, PLANS)
def test_draws_equal_the_slow_twin_for_any_portions(documents: list[Document], plan: Plan) -> None:
    require_the_slow_twin(documents, plan)


@pytest.mark.long
@given(DOCUMENTS, PLANS, st.data())
def test_so_does_a_draw_where_models_and_cosine_disagree(
    documents: list[Document], plan: Plan, data: st.DataObject
) -> None:
    segments = sum(len(document.segments) for document in documents)
    run = st.lists(st.integers(-1, 2), min_size=segments, max_size=segments)
    runs = data.draw(st.lists(run, max_size=4))
    labels = np.array(runs, np.int64).reshape(len(runs), segments)
    grouped = Grouped(labels, data.draw(st.sampled_from(EDGES)))
    require_the_slow_twin(documents, replace(plan, disagreeing=grouped))


@pytest.mark.long
@given(st.lists(TEXTS, min_size=1, max_size=8), st.booleans())
def test_cosines_equal_the_slow_twins(texts: list[str], smooth: bool) -> None:
    matrix = tfidf(texts, smooth=smooth)
    weighted = slow.vectors(texts, smooth=smooth)
    expected = [[slow.cosine(left, right) for right in weighted] for left in weighted]
    assert np.abs(cosines(matrix, matrix) - expected).max() < 1e-9


@pytest.mark.long
@given(st.lists(TEXTS, min_size=2, max_size=8))
def test_smooth_weights_are_scikit_learns(texts: list[str]) -> None:
    peer = TfidfVectorizer(analyzer=words_of).fit_transform(texts).toarray()
    mine = tfidf(texts, smooth=True)
    assert np.abs(cosines(mine, mine) - peer @ peer.T).max() < 1e-9


@given(st.lists(st.integers(0, 2**62), unique=True, max_size=40), st.integers(0, 2**63))
def test_lots_equal_the_slow_twins(numbers: list[int], seed: int) -> None:
    for stream in (1, 2):
        found = lots(seed, stream, np.array(numbers, np.uint64)).tolist()
        assert found == [slow.lot(seed, stream, number) for number in numbers]
        assert len(set(found)) == len(numbers)


@pytest.mark.long
@given(st.lists(st.lists(st.integers(0, 2**63 - 1), max_size=9), max_size=6), st.integers(1, 7))
def test_the_lowest_are_stored_however_they_come(portions: list[list[int]], most: int) -> None:
    portions = [list(dict.fromkeys(portion)) for portion in portions]
    known: set[int] = set()
    lowest = Lowest(most, 1)
    for portion in portions:
        fresh = [lot for lot in portion if lot not in known]
        known |= set(fresh)
        lowest.offer(np.array(fresh, np.uint64), np.array(fresh, np.int64))
    assert lowest.drawn()[0].tolist() == sorted(known)[:most]


def test_one_text_with_itself_is_one_and_texts_apart_are_nought() -> None:
    matrix = tfidf(["red wine and cheese", "red wine and cheese", "winter tires"])
    assert millionths(cosines(matrix, matrix)).tolist() == [
        [1_000_000, 1_000_000, 0],
        [1_000_000, 1_000_000, 0],
        [0, 0, 1_000_000],
    ]


def test_words_that_every_text_has_weigh_nothing_and_that_is_counted() -> None:
    found = draw_pairs([Document("", ["the data"]), Document("", ["the data", "the"])], Plan(5, 1))
    assert found.weightless == 1
    assert without_weight(tfidf(["the data", "the"], smooth=True)) == 0


def test_pairs_stay_within_their_category_and_across_documents() -> None:
    documents = [Document(name, ["one two", "two three"]) for name in "aabbb"] + [Document("a", [])]
    plan = Plan(100, 3, document_pairs=None)
    assert drawn_document_pairs(documents, plan) == [(0, 1), (2, 3), (2, 4), (3, 4)]
    pairs = draw_pairs(documents, plan).pairs
    assert {(pair.left.document, pair.right.document) for pair in pairs} == {
        *drawn_document_pairs(documents, plan)
    }
    assert len(pairs) == 16


def test_so_many_pairs_of_documents_are_drawn_from_each_category() -> None:
    documents = [Document(str(number % 2), ["some words"]) for number in range(60)]
    found = drawn_document_pairs(documents, Plan(1, 5, document_pairs=100))
    assert len(found) == len(set(found)) == 200
    assert all(left < right and left % 2 == right % 2 for left, right in found)
    assert found != drawn_document_pairs(documents, Plan(1, 6, document_pairs=100))


@pytest.mark.long
def test_every_candidate_is_drawn_alike_often() -> None:
    """Over 1,000 seeds each of 12 candidates is one of 3 sampled about 250 times; χ² with 11
    degrees of freedom stays below 31.3 in 999 of 1,000 cases, and these seeds are fixed."""
    documents = [Document("", ["one two three"] * 3), Document("", ["one two three"] * 4)]
    times: dict[object, int] = {}
    for seed in range(1000):
        for pair in draw_pairs(documents, Plan(3, seed)).pairs:
            times[pair] = times.get(pair, 0) + 1
    assert len(times) == 12
    assert sum((count - 250) ** 2 / 250 for count in times.values()) * 11 / 9 < 31.3


ALIKE, APART = ["red wine and cheese"] * 2, ["winter tires on ice", "old books to read"]


def disagreeing(labels: list[list[int]], edge: int = 500_000) -> list[tuple[int, int]]:
    """Return three documents of two segments each: 0, 1 and 2 are similar, and so are 3 and 4."""
    documents = [Document("", texts) for texts in (ALIKE, ALIKE[:1] + APART[:1], APART)]
    plan = Plan(100, 1, disagreeing=Grouped(np.array(labels), edge))
    pairs = draw_pairs(documents, plan).pairs
    return [
        (2 * pair.left.document + pair.left.segment, 2 * pair.right.document + pair.right.segment)
        for pair in sorted(pairs)
    ]


def test_only_pairs_are_drawn_that_models_and_cosine_read_differently() -> None:
    assert disagreeing([[0, 0, 0, 1, 1, 2]]) == []
    assert disagreeing([[0, 1, 0, 1, 1, 2]]) == [(1, 2), (1, 3), (1, 4)]
    alone = [0, 1, 2, 3, 4, 5]
    assert disagreeing([alone]) == [(0, 2), (1, 2), (3, 4)]


def test_of_the_runs_that_know_both_more_than_half_must_say_so() -> None:
    apart, together, unknown = [0, 1, 2, 3, 4, 5], [0, 0, 0, 1, 1, 2], [-1] * 6
    assert disagreeing([apart, together]) == []
    assert disagreeing([apart, together, unknown]) == []
    assert disagreeing([apart, together, apart]) == [(0, 2), (1, 2), (3, 4)]
    assert disagreeing([apart, unknown, unknown]) == [(0, 2), (1, 2), (3, 4)]
    assert disagreeing([unknown]) == []
    assert disagreeing([[0, 0, -1, 3, 3, 4]]) == []


def test_labels_must_fit_and_the_edge_be_one_of_the_strata() -> None:
    with pytest.raises(ValueError, match="labels of 6 segments"):
        disagreeing([[0, 1]])
    with pytest.raises(ValueError, match="the edge is one of"):
        disagreeing([[0] * 6], edge=300_000)


class Stopped(Exception):
    pass


def test_progress_counts_up_to_all_candidates_and_can_stop_it() -> None:
    documents = [Document("", ["one two"] * 10) for _ in range(4)]
    calls: list[tuple[int, int]] = []
    draw_pairs(documents, Plan(1, 1, chunk=30), lambda *numbers: calls.append(numbers))
    assert calls[0] == (0, 600)
    assert calls[-1] == (600, 600)
    assert max(b - a for (a, _), (b, _) in pairwise(calls)) <= 30

    def stop(done: int, _: int) -> None:
        if done > 100:
            raise Stopped

    with pytest.raises(Stopped):
        draw_pairs(documents, Plan(1, 1, chunk=30), stop)


def test_without_documents_nothing_is_drawn() -> None:
    assert draw_pairs([], Plan(3, 1)).pairs == []
    assert draw_pairs([Document("", ["only one"])], Plan(3, 1)).candidates == [0, 0, 0, 0]


def test_as_many_pairs_are_drawn_from_each_stratum_of_each_category() -> None:
    documents = [
        Document(category, [f"the data of {n}", "we share cookies", f"your email {n} never"])
        for category in ("News", "Arts")
        for n in range(4)
    ]
    plan = Plan(3, 1, None, by_category=True)
    require_the_slow_twin(documents, plan)
    found = draw_pairs(documents, plan)
    assert [one.name for one in found.categories] == ["Arts", "News"]
    for one in found.categories:
        assert one.drawn == [min(3, candidates) for candidates in one.candidates]
    assert sum(sum(one.drawn) for one in found.categories) == len(found.pairs)
