"""Average precision over sub-samples: equal to the slow reference, every step as documented."""

import os
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_rel
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

from midpath.corpus.cooccurrence import EDGE, count
from midpath.corpus.function_words import (
    EACH,
    SIZES,
    ZONES,
    Precision,
    StoredCorpus,
    SubSample,
    average_precision,
    compare,
    in_stretches,
    measure,
    precision_at,
    sub_samples,
)
from midpath.corpus.indicators import INDICATORS, indicators_of
from midpath.corpus.words import words_of
from tests.corpus import slow_neighbours as slow

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("MIDPATH_SHARED", ROOT.parent / "shared"))
ENGLISH = SHARED / "data" / "corpora" / "english.txt"
SENTENCES = st.lists(
    st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=8), min_size=1, max_size=30
)


def stored(sentences: list[list[str]], portion: int = 7) -> StoredCorpus:
    corpus = StoredCorpus()
    count(sentences, portion=portion, watch=[corpus])
    return corpus


@given(st.lists(st.booleans(), min_size=1, max_size=30))
def test_average_precision_equals_the_slow_twins(hits: list[bool]) -> None:
    assert average_precision(np.array(hits)) == pytest.approx(slow.average_precision(hits))


@pytest.mark.long
@given(SENTENCES, st.sets(st.sampled_from("abcdefghij")), st.integers(1, 10))
def test_precision_equals_slow_twins(sentences: list[list[str]], gold: set[str], n: int) -> None:
    found = indicators_of(count(sentences))
    hits = np.array([word in gold for word in found.counted.words])
    precision = precision_at(found, hits, n)
    expected = slow.indicators(sentences)
    if len(expected["Fr"]) < n:
        assert precision is None
        return
    assert precision == pytest.approx(
        {
            name: slow.average_precision(
                [word in gold for word in slow.ranked(expected[name], expected["Fr"], n)]
            )
            for name in INDICATORS
        }
    )


@given(SENTENCES)
def test_a_corpus_is_stored_whatever_the_portions(sentences: list[list[str]]) -> None:
    expected = stored(sentences, 1000).ids().tolist()
    assert stored(sentences, 3).ids().tolist() == expected
    assert expected.count(EDGE) == len(sentences)


@given(st.integers(1, 60), st.integers(1, 70), st.integers(0, 2**63 - 1), st.integers(0, 99))
def test_stretches_repeat_no_sentence(sentences: int, stretch: int, seed: int, stream: int) -> None:
    order = in_stretches(sentences, stretch, seed, stream).tolist()
    assert sorted(order) == list(range(sentences))
    breaks = sum((before + 1) % sentences != after for before, after in pairwise(order))
    assert breaks < -(-sentences // stretch)


@pytest.mark.long
@settings(max_examples=25)
@given(SENTENCES, st.integers(0, 2**63 - 1))
def test_sub_samples_have_whole_sentences(sentences: list[list[str]], seed: int) -> None:
    ids = stored(sentences).ids()
    tokens = sum(map(len, sentences))
    longest = max(map(len, sentences))
    found = list(sub_samples(ids, seed))
    assert len(found) == SIZES * EACH
    assert [requested for requested, _ in found[::EACH]] == [
        max(1, tokens * size // (2 * SIZES)) for size in range(1, SIZES + 1)
    ]
    whole = "".join(map(chr, ids.clip(max=99)))
    for requested, sample in found:
        assert requested <= np.count_nonzero(sample != EDGE) < requested + longest
        parts = "".join(map(chr, sample.clip(max=99))).split(chr(99))
        assert parts.pop() == ""
        assert all(f"{part}{chr(99)}" in whole for part in parts)


@pytest.mark.long
def test_vocabulary_falls_as_stretches_grow_where_neighbours_share_a_subject() -> None:
    luck = np.random.default_rng(1)
    subjects = [[f"{subject}-{word}" for word in range(30)] for subject in range(40)]
    sentences = [luck.choice(words, 8).tolist() for words in subjects for _ in range(25)]
    types = [len(np.unique(sample)) for _, sample in sub_samples(stored(sentences).ids(), 1)]
    for size in range(SIZES):
        of_size = types[size * EACH : size * EACH + EACH]
        assert np.mean(of_size[:5]) > 1.2 * np.mean(of_size[-5:])


def test_zones_hold_each_sub_sample_once_and_average_before_they_compare() -> None:
    def sample(size: int, types: int, base: float, other: float) -> SubSample:
        values = dict.fromkeys(INDICATORS, other) | {"Fr": base}
        return SubSample(size, size + 1, types, values)

    samples = [sample(10, 5, 0.2, 0.4), sample(10, 15, 0.6, 0.6), sample(20, 105, 0.5, 0.4)]
    found = Precision(None, [*samples, SubSample(30, 31, 9, None)])
    assert [zone.samples for zone in found.by_size()] == [2, 1, 0]
    first, second, third = found.by_size()
    assert first.gain is not None
    assert first.gain["LCE"] == pytest.approx((0.5 - 0.4) / 0.4)
    assert second.gain is not None
    assert second.gain["TCC"] == pytest.approx(-0.2)
    assert third.gain is None
    zones = found.by_vocabulary()
    assert [(zone.low, zone.high) for zone in zones] == [
        *((5, 25), (25, 45), (45, 65), (65, 85), (85, 105))
    ]
    assert [zone.samples for zone in zones] == [2, 0, 0, 0, 1]
    assert zones[1].gain is None
    assert found.mean["Fr"] == pytest.approx(1.3 / 3)
    assert Precision(None, []).by_vocabulary() == []
    assert len(Precision(None, samples[:1]).by_vocabulary()) == ZONES


def test_frequency_that_finds_nothing_leaves_gains_undefined() -> None:
    values = dict.fromkeys(INDICATORS, 0.0)
    found = Precision(values, [SubSample(10, 11, 9, values)] * 2)
    assert [zone.gain for zone in found.by_size()] == [None]
    assert found.against["LCE"].reason == "all sub-samples differ alike"


def test_indicators_are_compared_by_a_paired_t_test() -> None:
    better, base = [0.5, 0.7, 0.6, 0.9], [0.4, 0.5, 0.5, 0.6]
    found = compare(better, base)
    assert found.p == pytest.approx(ttest_rel(better, base).pvalue)
    assert found.better
    worse = compare(base, better)
    assert worse.p == found.p
    assert not worse.better
    assert compare([0.5], [0.4]).reason == "fewer than two sub-samples"


@pytest.mark.long
def test_measures_report_progress_and_the_same_seed_measures_the_same() -> None:
    sentences = [list("abcab"), list("bcd"), list("dab")] * 9
    corpus = stored(sentences)
    whole = indicators_of(count(sentences))
    gold = np.array([word in "ab" for word in whole.counted.words])
    calls: list[tuple[int, int]] = []
    found = measure(whole, corpus.ids(), gold, n=2, seed=3, progress=lambda *far: calls.append(far))
    assert calls[0] == (0, 200)
    assert calls[-1] == (200, 200)
    assert len(found.samples) == 200
    assert found == measure(whole, corpus.ids(), gold, n=2, seed=3)
    assert found != measure(whole, corpus.ids(), gold, n=2, seed=4)


@pytest.mark.long
@pytest.mark.skipif(not ENGLISH.exists(), reason=f"no corpus at {ENGLISH} (MIDPATH_SHARED)")
def test_neighbours_find_english_function_words_better_than_frequency() -> None:
    """As in Table 2 of the paper, with another list: scikit-learn's English stopwords."""
    corpus = StoredCorpus()
    with ENGLISH.open(encoding="utf-8") as lines:
        whole = indicators_of(count(map(words_of, lines), watch=[corpus]))
    gold = np.array([word in ENGLISH_STOP_WORDS for word in whole.counted.words])
    found = measure(whole, corpus.ids(), gold, n=200, seed=1)
    assert len(found.known) == 200
    assert all(against.better for against in found.against.values())
    rounded = {name: round(value, 3) for name, value in found.mean.items()}
    assert rounded == {
        "Fr": 0.779,
        "LCC": 0.814,
        "LCE": 0.811,
        "TCC": 0.818,
        "TCE": 0.818,
        "RCC": 0.803,
        "RCE": 0.782,
    }
