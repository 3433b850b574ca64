"""Samples of texts by number of words: shares, near-duplicates, and uniform chances."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from agreement.evidence.near_duplicates import words_of
from midpath.corpus.seeded_sampling import lots
from midpath.corpus.text_samples import OF_TEXTS, sample_texts, shared_out
from tests.helpers.tiers import by_tier

WORDS = st.sampled_from(["red", "Red,", "wine", "bar", "old", "town", "!", "map", "sun"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=6), max_size=30)
REQUESTED = st.dictionaries(st.integers(1, 6), st.integers(0, 6))


def slow_sample(
    texts: Sequence[Sequence[str]], requested: dict[int, int], seed: int
) -> tuple[list[int], int]:
    """Compare each text with all that were sampled before."""
    missing, chosen, near = dict(requested), list[int](), 0
    by_lot = [int(lots(seed, OF_TEXTS, np.array([n], np.uint64))[0]) for n in range(len(texts))]
    for place in sorted(range(len(texts)), key=lambda place: by_lot[place]):
        length = len(texts[place])
        if not missing.get(length):
            continue
        words = words_of(" ".join(texts[place]))
        if any(_jaccard(words, words_of(" ".join(texts[one]))) >= Fraction(3, 4) for one in chosen):
            near += 1
        else:
            missing[length] -= 1
            chosen.append(place)
    return sorted(chosen), near


def _jaccard(one: frozenset[str], other: frozenset[str]) -> Fraction:
    return Fraction(len(one & other), len(one | other) or 1)


@given(TEXTS, REQUESTED, st.integers(0, 2**63 - 1))
def test_samples_without_near_duplicates_equal_the_slow_twins(
    texts: list[list[str]], requested: dict[int, int], seed: int
) -> None:
    assert sample_texts(texts, requested, seed, near_duplicates=False) == slow_sample(
        texts, requested, seed
    )


def test_a_near_duplicate_is_found_whose_rarest_words_differ() -> None:
    same = ["one", "two", "three", "four", "five", "six", "seven"]
    found, left_out = sample_texts([[*same, "x"], [*same, "y"]], {8: 2}, 1, near_duplicates=False)
    assert (len(found), left_out) == (1, 1)


def test_texts_of_a_length_are_equally_likely() -> None:
    texts = [["a"] * 2] * 10 + [["a"] * 3] * 7
    seeds = by_tier(quick=400, long=4000)
    found = Counter[int]()
    for seed in range(seeds):
        places, _ = sample_texts(texts, {2: 4, 3: 7}, seed)
        found.update(place for place in places if place < 10)
        assert set(range(10, 17)) <= set(places)
    assert chisquare([found[place] for place in range(10)]).pvalue > 0.001


@given(st.integers(0, 500), st.dictionaries(st.integers(1, 20), st.integers(0, 50)))
def test_shares_add_up_and_differ_from_exact_ones_by_less_than_one(
    total: int, weights: dict[int, int]
) -> None:
    parts, whole = shared_out(total, weights), sum(weights.values())
    assert sum(parts.values()) == (total if whole else 0)
    for key, weight in weights.items():
        assert abs(parts[key] - Fraction(total * weight, whole or 1)) < 1
        assert weight or not parts[key]


@pytest.mark.parametrize("near", [True, False])
def test_too_few_texts_are_all_sampled(near: bool) -> None:
    assert sample_texts([["a"], ["b"], ["c", "d"]], {1: 5}, 1, near_duplicates=near) == ([0, 1], 0)
