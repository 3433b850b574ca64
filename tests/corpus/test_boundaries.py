"""Proposed section boundaries: as defined, deterministic, and none where nothing changes."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from midpath.corpus.boundaries import propose

WORDS = {"c": "cookies browser device", "p": "partners share sell", "k": "children parents age"}


def section(topics: str) -> list[str]:
    return [f"{WORDS[topic]} {WORDS[topic].split()[n % 3]}" for n, topic in enumerate(topics)]


def slow_cohesions(sections: list[list[str]]) -> list[list[float]]:
    """Compute the cosines from dictionaries of weights, one gap at a time."""
    texts = [Counter(text.split()) for each in sections for text in each]
    df = Counter(word for text in texts for word in text)

    def row(text: Counter[str]) -> dict[str, float]:
        weights = {word: n * math.log(len(texts) / df[word]) for word, n in text.items()}
        length = math.sqrt(sum(value**2 for value in weights.values())) or 1
        return {word: value / length for word, value in weights.items()}

    def block(some: list[Counter[str]]) -> Counter[str]:
        found: Counter[str] = Counter()
        for text in some:
            for word, value in row(text).items():
                found[word] += value  # type: ignore[assignment]
        return found

    found, start = [], 0
    for each in sections:
        mine = texts[start : start + len(each)]
        start += len(each)
        values = []
        for gap in range(1, len(mine)):
            before, after = block(mine[max(0, gap - 2) : gap]), block(mine[gap : gap + 2])
            dot = sum(before[word] * after[word] for word in before)
            norms = [math.sqrt(sum(v**2 for v in one.values())) for one in (before, after)]
            values.append(dot / math.prod(norms) if all(norms) else 0.0)
        found.append(values)
    return found


@pytest.mark.parametrize("topics", [["cccpppkkk"], ["ccpp", "k", "kkkc"], ["cpkcpk", "pp"]])
def test_cohesions_equal_the_twins(topics: list[str]) -> None:
    sections = [section(each) for each in topics]
    slow = slow_cohesions(sections)
    for gap in propose(sections):
        assert gap.cohesion == pytest.approx(slow[gap.section][gap.before - 1])


def test_boundaries_are_where_the_topic_changes() -> None:
    found = propose([section("cccpppkkk"), section("k"), section("ccccpp")])
    assert [(gap.section, gap.before) for gap in found] == [(0, 3), (0, 6), (2, 4)]
    assert found == propose([section("cccpppkkk"), section("k"), section("ccccpp")])


@pytest.mark.parametrize("sections", [[], [[]], [["one"]], [["same text"] * 5], [["?", "!", "…"]]])
def test_nothing_is_proposed_where_nothing_changes(sections: list[list[str]]) -> None:
    assert propose(sections) == []


def test_a_plateau_of_equal_depth_has_one_boundary() -> None:
    rng = np.random.default_rng(1)
    sections = [section("".join(rng.choice(list("cpk"), 12))) for _ in range(5)]
    for number in range(5):
        places = [gap.before for gap in propose(sections) if gap.section == number]
        assert all(b - a > 1 for a, b in pairwise(places))
