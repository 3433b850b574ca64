"""Neighbours counted from a stream: equal to the slow reference for any chunks, in little
memory."""

import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.corpus.cooccurrence import (
    EDGE,
    Cooccurrence,
    Portion,
    Run,
    count,
    count_numbered,
    merge,
    numbered,
)
from midpath.corpus.indicators import INDICATORS, Indicators, indicators_of
from midpath.corpus.sentence_samples import SentenceSamples
from tests.corpus import slow_neighbours as slow

pytestmark = pytest.mark.long
BYTES_A_PAIR = 64
SENTENCES = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=9), max_size=14)
PORTIONS = st.integers(1, 30)


def pairs_of(found: Cooccurrence) -> dict[tuple[str, str], int]:
    keys, times = (column.tolist() for column in found.pairs)
    return {
        (found.words[key >> 32], found.words[key & EDGE]): time
        for key, time in zip(keys, times, strict=True)
    }


@given(SENTENCES, PORTIONS)
def test_counts_equal_the_twins_for_any_portions(sentences: list[list[str]], portion: int) -> None:
    calls: list[Portion] = []
    found = count(iter(sentences), portion=portion, watch=[calls.append])
    assert pairs_of(found) == slow.pairs(sentences)
    frequency = dict(zip(found.words, found.frequency.tolist(), strict=True))
    assert frequency == Counter(word for words in sentences for word in words)
    assert found.sentences == sum(map(bool, sentences))
    assert (found.tokens, found.types) == (sum(frequency.values()), len(frequency))
    assert [each.first for each in calls] == [
        sum(len(before.ends) for before in calls[:place]) for place in range(len(calls))
    ]
    for (left, right), times in slow.pairs(sentences).items():
        assert found.times(left, right) == times
    assert found.times("a", "nowhere") == 0


@pytest.mark.quick
@given(st.lists(SENTENCES, max_size=6))
def test_any_division_into_parts_gives_the_same_numbers(parts: list[list[list[str]]]) -> None:
    """Each part is numbered alone, as by another process."""
    sentences = [words for part in parts for words in part]
    divided = count_numbered(one for part in parts for one in numbered(part))
    whole = count(sentences)
    assert (divided.words, divided.sentences) == (whole.words, whole.sentences)
    assert divided.words == list(dict.fromkeys(word for words in sentences for word in words))
    assert divided.frequency.tolist() == whole.frequency.tolist()
    assert [one.tolist() for one in divided.pairs] == [one.tolist() for one in whole.pairs]
    assert pairs_of(divided) == slow.pairs(sentences)


@given(SENTENCES, PORTIONS)
def test_indicators_equal_the_slow_twins(sentences: list[list[str]], portion: int) -> None:
    found = indicators_of(count(sentences, portion=portion))
    expected = slow.indicators(sentences)
    for name in INDICATORS:
        values = dict(zip(found.counted.words, found.values[name].tolist(), strict=True))
        assert values == pytest.approx(expected[name], abs=1e-9)


@given(SENTENCES, PORTIONS, st.integers(0, 9))
def test_ranks_equal_the_slow_twins(sentences: list[list[str]], portion: int, most: int) -> None:
    found = indicators_of(count(sentences, portion=portion))
    expected = slow.indicators(sentences)
    for name in INDICATORS:
        listed = slow.ranked(expected[name], expected["Fr"], most)
        assert words_of(found, name, most) == listed


def words_of(found: Indicators, name: str, most: int) -> list[str]:
    return [found.counted.words[word] for word in found.top(name, most)]


@given(st.dictionaries(st.integers(0, 99), st.integers(1, 9)), st.integers(0, 2**32))
def test_runs_merge_as_counters_do(one: dict[int, int], seed: int) -> None:
    other = {key + seed % 3: times for key, times in one.items()}
    merged = merge(*(_run(each) for each in (one, other)))
    assert dict(zip(*(column.tolist() for column in merged), strict=True)) == {
        **(Counter(one) + Counter(other))
    }
    assert all(before < after for before, after in pairwise(merged.keys.tolist()))


def _run(times: dict[int, int]) -> Run:
    keys = sorted(times)
    return Run(np.array(keys, np.uint64), np.array([times[key] for key in keys], np.int64))


@pytest.mark.quick
def test_like_distributions_tie_in_whatever_order_their_neighbours_come() -> None:
    """Nine words, each preceding one, two, ... nine others; then repeated in reverse. So ties are
    broken only by frequency and by the word."""
    times = [1, 2, 3, 5, 8, 13, 21, 34, 55]
    sentences: list[list[str]] = []
    for name, order in (("b", times), ("a", times[::-1]), ("c", [21, 1, 55, 3, 13, 2, 34, 5, 8])):
        sentences += [[name, f"x{place}"] for place, n in enumerate(order) for _ in range(n)]
    found = indicators_of(count(sentences))
    assert words_of(found, "RCE", 3) == ["a", "b", "c"]
    assert len({found.values["RCE"][found.counted.words.index(word)] for word in "abc"}) == 1


@pytest.mark.quick
def test_a_corpus_of_nothing_has_no_words() -> None:
    found = indicators_of(count([[], []]))
    assert (found.counted.sentences, found.counted.tokens, found.counted.types) == (0, 0, 0)
    assert found.top("TCE", 200).tolist() == []


def test_memory_is_bounded_by_the_distinct_pairs() -> None:
    """A chunk takes some 100 bytes per word, here 0.4 MB; words and their numbers take 0.2 MB."""
    luck = np.random.default_rng(1)

    def made() -> Iterator[Sequence[str]]:
        for _ in range(300):
            yield from luck.integers(1500, size=(100, 20)).astype(str).tolist()

    tracemalloc.start()
    found = count(made(), portion=2**12)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    pairs = len(found.pairs.keys)
    assert (found.tokens, found.types) == (600_000, 1500)
    assert pairs > 400_000
    assert most < BYTES_A_PAIR * pairs + 1_000_000


@given(SENTENCES, PORTIONS, st.integers(0, 4), st.integers(1, 6), st.integers(0, 2**63 - 1))
def test_samples_equal_the_slow_twins_whatever_the_portions(
    sentences: list[list[str]], portion: int, samples: int, size: int, seed: int
) -> None:
    sentences = [words for words in sentences if words]
    lots = SentenceSamples(samples, size, seed)
    found = count(sentences, portion=portion, watch=[lots])
    read: list[list[list[str]]] = []
    for ids in lots.samples():
        read.append([[]])
        for word in ids.tolist():
            if word == EDGE:
                read[-1].append([])
            else:
                read[-1][-1].append(found.words[word])
    assert [sample[:-1] for sample in read] == slow.drawn(sentences, samples, size, seed)


def test_every_sentence_is_drawn_alike_often() -> None:
    """Over 1,000 samples each of 12 sentences is one of 3 sampled about 250 times; χ² with 11
    degrees of freedom stays below 31.3 in 999 of 1,000 cases, and this seed is fixed."""
    lots = SentenceSamples(1000, 3, 7)
    count([[str(number)] for number in range(12)], portion=5, watch=[lots])
    times = Counter(word for ids in lots.samples() for word in ids.tolist() if word != EDGE)
    assert sum(times.values()) == 3000
    assert len(times) == 12
    assert sum((drawn - 250) ** 2 / 250 for drawn in times.values()) * 11 / 9 < 31.3


class Stopped(Exception):
    pass


@pytest.mark.quick
def test_whoever_watches_can_stop_it() -> None:
    def stop(portion: Portion) -> None:
        if portion.first > 3:
            raise Stopped

    with pytest.raises(Stopped):
        count(([str(number)] for number in range(10**9)), portion=4, watch=[stop])
