"""The side of adpositions: correlations of lists, decisions, samples, proposals."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, spearmanr

from agreement.prepositions import prepositions_of
from midpath.corpus.adpositions import (
    LISTS,
    MARGIN,
    By,
    Correlation,
    Sampled,
    Typology,
    TypologyOptions,
    correlation,
    decide,
    sample_typologies,
    typology,
)
from midpath.corpus.cooccurrence import EDGE, Ids, count
from midpath.corpus.indicators import Indicators, indicators_of
from midpath.corpus.proposals import propose
from midpath.corpus.sentence_samples import SentenceSamples
from midpath.corpus.words import words_of
from tests.corpus import slow_neighbours as slow

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("MIDPATH_SHARED", ROOT.parent / "shared"))
CORPORA = SHARED / "data" / "corpora"
SENTENCES = st.lists(
    st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=8), min_size=2, max_size=30
)
# ρ(Diff.) of Table 3.
PRINTED = {
    "prepositional": (
        *(0.208, 0.126, 0.458, 0.025, 0.046, 0.274, 0.205, 0.019, 0.243, 0.091, 0.032, 0.138),
        *(0.070, 0.057, 0.015, 0.128),
    ),
    "postpositional": (-0.041, -0.202, -0.197, -0.224, -0.057, -0.238),
    "inconclusive": (-0.009,),
}
FOUND = {
    "english": ("prepositional", 0.817, 0.806),
    "italian": ("prepositional", 0.862, 0.825),
    "ukrainian": ("prepositional", 0.866, 0.805),
    "turkish": ("postpositional", 0.866, 0.882),
    "hindi": ("postpositional", 0.749, 0.786),
    "finnish": ("prepositional", 0.919, 0.906),
}
RIGHT = {"english": ("en", 10, 23), "italian": ("it", 10, 17), "ukrainian": ("uk", 9, 14)}


def read(name: str) -> Indicators:
    path = CORPORA / f"{name}.txt"
    if not path.exists():
        pytest.skip(f"no corpus at {path} (MIDPATH_SHARED)")
    with path.open(encoding="utf-8") as lines:
        return indicators_of(count(map(words_of, lines)))


def with_numbers_of(whole: Indicators, sentences: list[list[str]]) -> Ids:
    numbers = [[*map(whole.counted.words.index, words), EDGE] for words in sentences]
    return np.array([number for words in numbers for number in words], np.uint32)


@pytest.mark.long
@given(SENTENCES, st.data(), st.sampled_from(list(LISTS)), st.integers(1, 12))
def test_the_typology_equals_the_slow_twins(
    sentences: list[list[str]], data: st.DataObject, by: By, top: int
) -> None:
    whole = indicators_of(count(sentences))
    sampled = sentences[: data.draw(st.integers(1, len(sentences)))]
    options = TypologyOptions(by, top)
    (found,) = sample_typologies(whole, options, [with_numbers_of(whole, sampled)]).each
    values, others = slow.indicators(sentences), slow.indicators(sampled)
    total, *sides = LISTS[by]
    for side, on_side in zip(sides, (found.left, found.right), strict=True):
        listed = slow.ranked(others[side], others["Fr"], top)
        shared = [w for w in slow.ranked(values[total], values["Fr"], top) if w in listed]
        x, y = [values[total][w] for w in shared], [others[side][w] for w in shared]
        assert on_side.shared == len(shared)
        if len(shared) < 3 or len({*x}) == 1 or len({*y}) == 1:
            assert (on_side.rho, on_side.r) == (None, None)
            assert on_side.reason
        else:
            assert on_side.rho == pytest.approx(spearmanr(x, y).statistic, abs=1e-9)
            assert on_side.r == pytest.approx(pearsonr(x, y).statistic, abs=1e-9)


@pytest.mark.long
@given(SENTENCES, st.sampled_from(list(LISTS)), st.integers(1, 12))
def test_a_reversed_language_changes_side(sentences: list[list[str]], by: By, top: int) -> None:
    wanted = TypologyOptions(by, top)
    backwards = [words[::-1] for words in sentences]
    whole, turned = indicators_of(count(sentences)), indicators_of(count(backwards))
    one, other = typology(whole, wanted), typology(turned, wanted)
    assert (one.left.shared, one.right.shared) == (other.right.shared, other.left.shared)
    assert one.left.rho == pytest.approx(other.right.rho)
    before, after = propose(whole, "prepositional", 9, 12), propose(turned, "postpositional", 9, 12)
    assert [proposal.word for proposal in before] == [proposal.word for proposal in after]
    assert [(p.lce, p.rce) for p in before] == [(p.rce, p.lce) for p in after]


@pytest.mark.long
@given(
    st.lists(
        st.tuples(st.integers(0, 5).map(float), st.integers(0, 5).map(float)), min_size=3
    ).filter(lambda rows: all(len({*column}) > 1 for column in zip(*rows, strict=True)))
)
def test_correlations_are_scipys(rows: list[tuple[float, float]]) -> None:
    one, other = np.array(rows).T
    found = correlation(one, other)
    assert found.rho == pytest.approx(spearmanr(one, other).statistic, abs=1e-12)
    assert found.r == pytest.approx(pearsonr(one, other).statistic, abs=1e-12)


def test_correlations_without_a_value_say_why() -> None:
    one, two = np.array([1.0]), np.array([1.0, 2.0])
    assert correlation(one, one).reason == "the lists share only 1 word"
    assert correlation(one[:0], one[:0]).reason == "the lists share only 0 words"
    assert correlation(two, two) == Correlation(2, None, None, "the lists share only 2 words")
    constant = correlation(np.array([1.0, 2.0, 3.0]), np.array([4.0, 4.0, 4.0]))
    assert (constant.rho, constant.r, constant.shared) == (None, None, 3)
    assert constant.reason == "every word that the lists share has the same value"
    known = Correlation(9, 0.5, 0.4)
    for found in (Typology(known, constant, MARGIN), Typology(constant, known, MARGIN)):
        assert (found.difference, found.decision) == (None, "undefined")
        assert found.reason == constant.reason


@pytest.mark.parametrize("decision", PRINTED)
def test_table_3_is_decided_as_the_paper_reads_it(decision: str) -> None:
    assert {decide(difference) for difference in PRINTED[decision]} == {decision}


def test_the_margin_is_the_callers() -> None:
    assert decide(0.0, 0) == "inconclusive"
    assert decide(-0.001, 0) == "postpositional"
    assert decide(0.2, 0.3) == "inconclusive"
    assert decide(0.3, 0.3) == "prepositional"


def test_samples_are_reported_by_mean_sd_and_decisions() -> None:
    def found(difference: float) -> Typology:
        return Typology(Correlation(9, difference, None), Correlation(9, 0.0, None), MARGIN)

    undefined = Typology(Correlation(2, None, None, "few"), Correlation(2, None, None), MARGIN)
    sampled = Sampled([found(0.02), found(0.06), found(-0.005), undefined], MARGIN)
    assert sampled.mean == pytest.approx(0.025)
    assert sampled.sd == pytest.approx(0.03278719262151)
    assert [sampled.times(each) for each in ("prepositional", "inconclusive", "undefined")] == [
        *(2, 1, 1)
    ]
    assert sampled.decision == "prepositional"
    assert (Sampled([undefined], MARGIN).mean, Sampled([found(1)], MARGIN).sd) == (None, None)
    assert Sampled([], MARGIN).decision == "undefined"


def test_progress_through_samples_can_stop_them() -> None:
    lots = SentenceSamples(3, 2, 1)
    whole = indicators_of(count([["a", "b"], ["b", "a"], ["a"]], watch=[lots]))
    calls: list[tuple[int, int]] = []
    sample_typologies(whole, TypologyOptions(), lots.samples(), lambda *far: calls.append(far))
    assert calls == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.long
@pytest.mark.parametrize("name", FOUND)
def test_real_corpora(name: str) -> None:
    """The paper finds English, Italian and Ukrainian prepositional, Hindi and Turkish
    postpositional and, wrongly, Finnish prepositional with a difference near zero."""
    found = typology(read(name), TypologyOptions())
    assert found.left.rho is not None
    assert found.right.rho is not None
    figures = (found.decision, round(found.left.rho, 3), round(found.right.rho, 3))
    assert figures == FOUND[name]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", RIGHT)
def test_proposed_prepositions_of_real_corpora(name: str) -> None:
    language, *expected = RIGHT[name]
    proposed = propose(read(name), "prepositional", 50, 200)
    right = [proposal.word in prepositions_of(language) for proposal in proposed]
    assert [sum(right[:20]), sum(right)] == expected
