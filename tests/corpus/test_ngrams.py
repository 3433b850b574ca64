"""Texts from n-gram models: chances as in a slow twin, frequencies as in the log."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from scipy.stats import chi2, chisquare

from midpath.corpus.ngrams import END, NgramModel, Words, count_contexts, steps_of
from midpath.exchange.release import read_release_file
from tests.commands.running import WEBIS
from tests.helpers.tiers import by_tier

LOG: Counter[Words] = Counter(
    {
        ("red", "wine", "bar"): 3,
        ("red", "bar"): 2,
        ("wine", "bar", "red", "wine"): 2,
        ("bar",): 4,
        ("wine", "wine", "red"): 1,
        ("bar", "red", "wine"): 2,
    }
)
# The seeds are fixed, so a test that passes once always does.
ALPHA = 0.001
LONGEST = 40


def chance(order: int, times: Counter[Words], words: Words) -> Fraction:
    """Return the chance of a text, a product of ratios of counts."""
    following = defaultdict[Words, Counter[str]](Counter)
    for text, count in times.items():
        padded = ("<",) * (order - 1) + text + (END,)
        for place in range(order - 1, len(padded)):
            following[padded[place - order + 1 : place]][padded[place]] += count
    found, padded = Fraction(1), ("<",) * (order - 1) + words + (END,)
    for place in range(order - 1, len(padded)):
        counts = following[padded[place - order + 1 : place]]
        found *= Fraction(counts[padded[place]], counts.total() or 1)
    return found


def chances_of_length(order: int, length: int) -> dict[Words, Fraction]:
    words = sorted({word for text in LOG for word in text})
    return {text: chance(order, LOG, text) for text in product(words, repeat=length)}


@pytest.mark.parametrize("order", [1, 2, 3])
def test_chances_of_lengths_equal_the_slow_twins(order: int) -> None:
    model = NgramModel(order, LOG, longest=5)
    slow = [float(sum(chances_of_length(order, length).values())) for length in range(1, 6)]
    assert model.length_chances[1:].tolist() == pytest.approx(slow, rel=1e-12)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_texts_of_a_length_have_the_chances_of_the_slow_twin(order: int) -> None:
    length, draws = 3, by_tier(quick=2000, long=20_000)
    model = NgramModel(order, LOG, longest=length)
    drawn = Counter(model.draw(length, 5, number) for number in range(draws))
    exact = {text: p for text, p in chances_of_length(order, length).items() if p}
    assert drawn.keys() <= exact.keys()
    expected = [float(draws * p / sum(exact.values())) for p in exact.values()]
    assert chisquare([drawn[text] for text in exact], expected).pvalue > ALPHA


def test_texts_have_the_frequencies_of_the_logs_n_grams() -> None:
    for order in (1, 2, 3):
        assert_frequencies(order, LOG, texts=by_tier(quick=1000, long=30_000))


@pytest.mark.long
@pytest.mark.skipif(not WEBIS.exists(), reason="it needs the queries of Webis in ../shared/data")
def test_texts_have_the_frequencies_of_a_real_logs_n_grams() -> None:
    from_webis = Counter(tuple(text.split()) for text in read_release_file(WEBIS).texts)
    for order in (1, 2, 3):
        assert_frequencies(order, from_webis, texts=20_000)


def assert_frequencies(order: int, log: Counter[Words], *, texts: int) -> None:
    """Compare what follows each context in texts of the model's own lengths with the log, by χ²
    with the sum of the contexts' degrees of freedom. Words with fewer than five expected count
    together."""
    model = NgramModel(order, log, longest=LONGEST)
    chances = model.length_chances
    assert chances.sum() > 0.999
    lengths = Random(7).choices(range(LONGEST + 1), chances.tolist(), k=texts)
    drawn = (model.draw(length, 7, number) for number, length in enumerate(lengths))
    found_of = _follows(order, Counter(text for text in drawn if text is not None))
    expected_of = _follows(order, log)
    assert found_of.keys() <= expected_of.keys()
    statistic, freedom = 0.0, 0
    for context, found in found_of.items():
        ratio = found.total() / expected_of[context].total()
        cells = _cells(expected_of[context], found, ratio)
        statistic += sum((one - other) ** 2 / other for one, other in cells)
        freedom += len(cells) - 1
    assert chi2.sf(statistic, freedom) > ALPHA


def _follows(order: int, times: Counter[Words]) -> dict[Words, Counter[str]]:
    follows = defaultdict[Words, Counter[str]](Counter)
    for text, count in times.items():
        for context, word in steps_of(order, text):
            follows[context][word] += count
    return follows


def _cells(expected: Counter[str], found: Counter[str], ratio: float) -> list[tuple[float, float]]:
    """Return found and expected numbers; rare words are one cell, with the next if it is rare."""
    cells: list[tuple[float, float]] = []
    one, other = 0.0, 0.0
    for word, count in sorted(expected.items(), key=lambda each: each[1]):
        one, other = one + found[word], other + count * ratio
        if other >= 5:
            cells.append((one, other))
            one, other = 0.0, 0.0
    if other and cells:
        cells[-1] = (cells[-1][0] + one, cells[-1][1] + other)
    return cells or [(1.0, 1.0)]


def test_a_seed_gives_the_same_texts_and_another_one_others() -> None:
    models = [NgramModel(2, LOG, longest=longest) for longest in (4, 4)]
    one, other = ([model.draw(4, 3, number) for number in range(50)] for model in models)
    assert one == other
    assert one != [models[0].draw(4, 4, number) for number in range(50)]


def test_a_model_without_texts_of_a_length_draws_none() -> None:
    model = NgramModel(3, Counter({("a", "b"): 1}), longest=3)
    assert [model.draw(length, 1, 0) for length in (1, 2, 3)] == [None, ("a", "b"), None]


def test_contexts_are_those_of_the_model() -> None:
    for order in (1, 2, 3):
        assert count_contexts(order, LOG) == len(_follows(order, LOG))
