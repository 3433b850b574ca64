"""Groups scored by people's answers on pairs: equal to enumerating every pair."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midpath.corpus.grouping import (
    NO_PAIRS,
    AnswerSets,
    Gold,
    JudgedPairs,
    Scores,
    Threshold,
    oracle,
    score,
)
from midpath.corpus.similarity import ONE, cosines, millionths, tfidf
from tests.corpus import slow_grouping

SEGMENTS = 12
LABELS = st.lists(st.integers(-2, 4), min_size=SEGMENTS, max_size=SEGMENTS).map(np.array)
PAIRS = st.lists(
    st.tuples(st.integers(0, SEGMENTS - 1), st.integers(0, SEGMENTS - 1), st.booleans()).filter(
        lambda pair: pair[0] != pair[1]
    ),
    max_size=20,
)
SETS = st.lists(st.lists(st.integers(0, SEGMENTS - 1), max_size=8), max_size=5)


def judged(pairs: list[tuple[int, int, bool]]) -> JudgedPairs:
    left, right, yes = zip(*pairs, strict=True) if pairs else ((), (), ())
    return JudgedPairs(np.array(left, np.int64), np.array(right, np.int64), np.array(yes, bool))


GOLD = st.one_of(PAIRS.map(judged), SETS.map(AnswerSets))
TEXTS = st.lists(
    st.lists(st.sampled_from("abcdef"), max_size=5).map(" ".join),
    min_size=SEGMENTS,
    max_size=SEGMENTS,
)


@given(LABELS, GOLD)
def test_scores_equal_those_of_every_pair_listed(labels: np.ndarray, gold: Gold) -> None:
    found = score(labels, gold)
    assert found == slow_grouping.score(labels.tolist(), gold)
    assert found.agreed == sum(
        (labels[a] == labels[b]) == yes for a, b, yes in slow_grouping.pairs_of(gold)
    )


@given(SETS, LABELS)
def test_scores_are_the_same_for_any_portions(sets: list[list[int]], labels: np.ndarray) -> None:
    gold = AnswerSets(sets)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("midpath.corpus.grouping.BLOCK", 2)
        assert score(labels, gold) == slow_grouping.score(labels.tolist(), gold)


def test_the_oracle_can_be_stopped() -> None:
    sets = AnswerSets([list(range(600))])
    calls: list[int] = []

    def progress(done: int, total: int) -> None:
        calls.append(done)
        assert total == 600
        if done:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        oracle(sets, tfidf(f"word{number}" for number in range(600)), progress)
    assert calls == [0, 512]


@pytest.mark.long
@settings(max_examples=50)
@given(GOLD, TEXTS, st.integers(2, 600), st.integers(1, 100))
def test_no_threshold_beats_oracles(gold: Gold, texts: list[str], block: int, portion: int) -> None:
    rows = tfidf(texts)
    alike = millionths(cosines(rows, rows))
    pairs = slow_grouping.pairs_of(gold)
    tried = sorted({int(alike[a, b]) for a, b, _ in pairs} | {ONE + 1}, reverse=True)
    found = [
        Threshold(at, slow_grouping.counted(pairs, [bool(alike[a, b] >= at) for a, b, _ in pairs]))
        for at in tried
    ]

    def f(each: Threshold) -> Fraction:
        whole = each.scores.yes + each.scores.same
        return Fraction(2 * each.scores.both, whole) if whole else Fraction(0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("midpath.corpus.grouping.BLOCK", block)
        patch.setattr("midpath.corpus.grouping.PAIRS", portion)
        best = oracle(gold, rows)
    assert best.by_f == max(found, key=f)
    assert best.by_agreement == max(found, key=lambda each: each.scores.agreed)


def test_shares_are_those_of_the_papers() -> None:
    scores = Scores(pairs=10, yes=4, same=5, both=2)
    assert scores.shares == {
        "precision": 2 / 5,
        "recall": 2 / 4,
        "f": pytest.approx(2 * (2 / 5) * (2 / 4) / (2 / 5 + 2 / 4)),
        "agreement": 5 / 10,
    }
    assert scores.reasons == {}


def test_what_is_a_share_of_nothing_says_why() -> None:
    assert Scores(3, 0, 2, 0).reasons == {"recall": "No pair belongs together according to people."}
    assert Scores(3, 0, 0, 0).reasons == {
        "precision": "The groups put no pair together.",
        "recall": "No pair belongs together according to people.",
        "f": "Neither people nor the groups put a pair together.",
    }
    assert set(Scores(0, 0, 0, 0).reasons.values()) == {NO_PAIRS}


def test_pairs_of_ten_thousand_segments_are_counted_without_listing_them() -> None:
    rng = np.random.default_rng(1)
    members = [np.flatnonzero(rng.random(10_000) < 0.3).tolist() for _ in range(9)]
    labels = rng.integers(0, 10, 10_000)
    found = score(labels, AnswerSets(members))
    segments = len(set().union(*members))
    assert found.pairs == segments * (segments - 1) // 2
    assert 0 < found.both < found.same < found.yes < found.pairs
