"""The interval of a difference, by resampled sentences, and the four classes."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.sampling import Draws
from midpath.corpus.adposition_classes import class_of
from midpath.corpus.adpositions import LISTS, By, TypologyOptions, typology
from midpath.corpus.cooccurrence import count
from midpath.corpus.function_words import StoredCorpus
from midpath.corpus.indicators import Indicators, indicators_of
from midpath.corpus.sentence_bootstrap import Interval, ResampledSentences, bootstrap
from tests.corpus import slow_neighbours as slow

SENTENCES = st.lists(
    st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=8), min_size=2, max_size=20
)
NAMES = ("LCC", "LCE", "RCC", "RCE")
SIDES = {"prepositional", "postpositional"}
NARROW = Interval(200, -0.004, 0.006, 0.002)


def counted(sentences: Sequence[Sequence[str]]) -> tuple[Indicators, StoredCorpus]:
    stored = StoredCorpus()
    return indicators_of(count(sentences, watch=[stored])), stored


def made_up(sentences: int, seed: int) -> list[list[str]]:
    """Return sentences in which x and y precede any word and follow few."""
    luck = np.random.default_rng(seed)
    nouns = [f"n{number}" for number in range(40)]
    return [
        [part for _ in range(4) for part in (luck.choice(["x", "y"]), luck.choice(nouns))]
        for _ in range(sentences)
    ]


@given(SENTENCES, st.data())
def test_a_resample_equals_a_corpus_with_repeated_sentences(
    sentences: list[list[str]], data: st.DataObject
) -> None:
    whole, stored = counted(sentences)
    times = st.lists(st.integers(0, 3), min_size=len(sentences), max_size=len(sentences))
    weights = data.draw(times.filter(any))
    repeated = [words for words, n in zip(sentences, weights, strict=True) for _ in range(n)]
    found = ResampledSentences(whole.counted, stored.ids()).indicators(np.array(weights), NAMES)
    expected = slow.indicators(repeated)
    for place, word in enumerate(whole.counted.words):
        assert found.counted.frequency[place] == expected["Fr"].get(word, 0)
        for name in NAMES:
            assert found.values[name][place] == pytest.approx(expected[name].get(word, 0), abs=1e-9)


@pytest.mark.parametrize("by", LISTS)
def test_the_interval_equals_the_slow_twin(by: By) -> None:
    sentences, options = made_up(60, 1), TypologyOptions(by, top=25)
    whole, stored = counted(sentences)
    draws, differences = Draws(7), []
    for _ in range(20):
        weights = np.bincount(draws.below(60, 60), minlength=60)
        repeated = [words for words, n in zip(sentences, weights, strict=True) for _ in range(n)]
        # Every word of the corpus keeps its number, as the lists are compared by number.
        numbers = {word: number for number, word in enumerate(whole.counted.words)}
        sample, _ = counted(repeated)
        difference = typology(whole, options, renumbered(sample, numbers)).difference
        assert difference is not None
        differences.append(difference)
    middle = typology(whole, options).difference
    assert middle is not None
    reach = NormalDist().inv_cdf(0.975) * stdev(differences)
    found = bootstrap(whole, stored.ids(), options, resamples=20, seed=7)
    assert found.low == pytest.approx(middle - reach, abs=1e-9)
    assert found.high == pytest.approx(middle + reach, abs=1e-9)


def renumbered(sample: Indicators, numbers: dict[str, int]) -> Indicators:
    """Return the same indicators with the numbers of another corpus."""
    places = [numbers[word] for word in sample.counted.words]

    def moved(values: np.ndarray) -> np.ndarray:
        found = np.zeros(len(numbers), values.dtype)
        found[places] = values
        return found

    frequency = moved(sample.counted.frequency)
    counts = replace(sample.counted, words=list(numbers), frequency=frequency)
    return Indicators(counts, {name: moved(values) for name, values in sample.values.items()})


def test_the_same_seed_gives_the_same_interval_and_progress_can_stop_it() -> None:
    whole, stored = counted(made_up(80, 2))
    options, calls = TypologyOptions(top=25), list[tuple[int, int]]()
    one, again, other = (
        bootstrap(
            *(whole, stored.ids(), options),
            resamples=5,
            seed=seed,
            progress=lambda *far: calls.append(far),
        )
        for seed in (1, 1, 2)
    )
    assert one == again != other
    assert calls[:6] == [(done, 5) for done in range(6)]


def test_an_interval_that_cannot_be_says_why() -> None:
    tiny, stored = counted([["a", "b"], ["b", "a"]])
    found = bootstrap(tiny, stored.ids(), TypologyOptions())
    assert (found.low, found.reason) == (None, "the lists share only 2 words")
    assert found.settle(None, 0.01) == "undefined"
    single, stored = counted([list("abacabcdbadcb")])
    found = bootstrap(single, stored.ids(), TypologyOptions())
    assert (found.low, found.reason) == (None, "the corpus has only one sentence")
    few, stored = counted([["a", "b", "c"], ["b", "c", "a"], ["c", "d", "a", "b"]])
    found = bootstrap(few, stored.ids(), TypologyOptions(), resamples=100)
    assert found.reason == f"{found.undefined} of 100 resamples have no difference"


def test_only_an_interval_without_zero_decides() -> None:
    interval = Interval(200, 0.0, 0.04, 0.01)
    assert interval.settle(0.02, 0.01) == "undecided"
    assert replace(interval, low=1e-9).settle(0.02, 0.01) == "prepositional"
    assert Interval(200, -0.04, -0.01, 0.01).settle(-0.025, 0.01) == "postpositional"
    assert Interval(200, 0.001, 0.009, 0.002).settle(0.005, 0.01) == "inconclusive"


def preferring(left: int, right: int) -> Indicators:
    """Return 20 words, of which so many have an entropy that is one bit higher on either side."""
    whole = counted([[f"w{number:02}", "w00"] for number in range(20)])[0]
    entropies = {"TCE": np.full(20, 3.0), "LCE": np.full(20, 2.0), "RCE": np.full(20, 2.0)}
    entropies["LCE"][:left] += 1
    entropies["RCE"][left : left + right] += 1
    return Indicators(whole.counted, entropies)


def test_classes_near_zero_follow_the_words_that_prefer_a_side() -> None:
    options = TypologyOptions(top=20)
    both = preferring(2, 3)
    assert class_of(both, options, 0.001).name == "ambipositional"
    assert class_of(preferring(1, 1), options, -0.001).name == "none"
    found = class_of(preferring(1, 2), options, 0.001)
    assert (found.name, found.words, found.left, found.right) == ("inconclusive", 20, 1, 2)
    assert found.reason == "only one side has enough words that prefer it"
    assert {class_of(both, options, apart).name for apart in (0.2, -0.2)} == SIDES


def test_a_class_near_zero_needs_an_interval_within_the_margin() -> None:
    both, options = preferring(2, 2), TypologyOptions(top=20)
    assert class_of(both, options, 0.001, NARROW).name == "ambipositional"
    wide = class_of(both, options, 0.001, replace(NARROW, high=0.02))
    assert (wide.name, wide.reason[:12]) == ("inconclusive", "the interval")
    lost = Interval(200, None, None, None, reason="why")
    without = class_of(both, options, 0.1, lost)
    assert (without.name, without.reason) == ("undefined", "why")
    assert class_of(both, options, None).name == "undefined"
