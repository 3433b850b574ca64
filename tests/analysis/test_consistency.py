"""Likeness of two answers of one worker, for every scheme, against a slow reference."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from analysis.reading.work import Again
from analysis.schemes import ANALYSES
from analysis.signals.against_others import with_themselves
from midpath.schemes.document.vector import vector_of as version
from midpath.schemes.evidence.vector import Meaning
from midpath.schemes.evidence.vector import vector_of as evidence
from midpath.schemes.question.vector import vector_of as questions

LABELS = {"labels": [{"label": name} for name in "abcde"]}
EVIDENCE = {"categories": None}
ONE, ANY, SCALE = ({**LABELS, "kind": kind} for kind in ("one", "any", "scale"))


def found(answerable: bool, *sentences: int, choice: int | None = None) -> tuple[int, ...]:
    return evidence(Meaning(answerable, "", choice, "", "", "", (), sentences), EVIDENCE)


def likeness(scheme: str, one: Sequence[int], other: Sequence[int], **settings: Any) -> Fraction:
    there = ANALYSES[scheme].likeness(one, other, settings)
    assert there == ANALYSES[scheme].likeness(other, one, settings)
    assert ANALYSES[scheme].likeness(one, one, settings) == 1
    return there


@pytest.mark.parametrize(
    ("scheme", "one", "other", "settings", "alike"),
    [
        ("flat", (0, 1), (1, 1), {}, Fraction(2, 5)),
        ("flat", (0, 0), (1, 1), {}, Fraction(0)),
        ("nested", (0, 1, 2), (0, 2, 1), {}, Fraction(1, 2)),
        ("nested", (0,), (0,), {}, Fraction(1)),
        ("pair", (1, 7), (1, 3, 4), {}, Fraction(1)),
        ("pair", (1,), (0,), {}, Fraction(0)),
        ("label", (2,), (2,), ONE, Fraction(1)),
        ("label", (2,), (3,), ONE, Fraction(0)),
        ("label", (0b00111,), (0b01110,), ANY, Fraction(2, 3)),
        ("label", (0,), (1,), ANY, Fraction(0)),
        ("label", (0,), (0,), ANY, Fraction(1)),
        ("label", (1,), (3,), SCALE, Fraction(1, 2)),
        ("label", (0,), (4,), SCALE, Fraction(0)),
        ("evidence", found(True, 1, 2, 3), found(True, 2, 3, 4, 5), EVIDENCE, Fraction(4, 7)),
        ("evidence", found(True, 1), found(False), EVIDENCE, Fraction(0)),
        ("evidence", found(False), found(False), EVIDENCE, Fraction(1)),
        ("evidence", found(True, 1, choice=0), found(True, 1, choice=1), EVIDENCE, Fraction(0)),
        ("question", questions(["Who?", "Why?"]), questions(["Why?"]), {}, Fraction(2, 3)),
        ("document", version("a text", None, [0]), version("a text", None, []), {}, Fraction(1)),
        ("document", version("a text", None, [0]), version("a test", None, [0]), {}, Fraction(0)),
    ],
)
def test_values_worked_out_by_hand(
    scheme: str, one: Sequence[int], other: Sequence[int], settings: dict[str, Any], alike: Fraction
) -> None:
    assert likeness(scheme, one, other, **settings) == alike


def slow_parts(scheme: str, vector: Sequence[int]) -> list[tuple[int, int]]:
    """Return the segments, or the groups, by checking each stretch of words."""
    words = len(vector) + 1
    stretches = [(first, last) for first, last in product(range(words), repeat=2) if first <= last]
    if scheme == "flat":
        return [
            (first, last)
            for first, last in stretches
            if not any(vector[first:last])
            and (first == 0 or vector[first - 1])
            and (last == words - 1 or vector[last])
        ]
    found = []
    for first, last in stretches:
        inside = vector[first:last]
        around = [*vector[max(first - 1, 0) : first], *vector[last : last + 1]]
        if 0 < last - first < words - 1 and all(max(inside) < height for height in around):
            found.append((first, last))
    return found


@pytest.mark.parametrize("scheme", ["flat", "nested"])
def test_of_segmentations_it_is_what_a_slow_twin_finds(scheme: str) -> None:
    answers = (
        list(product((0, 1), repeat=3))
        if scheme == "flat"
        else [(0, 1, 2), (0, 2, 1), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    )
    for one, other in combinations(answers, 2):
        mine, theirs = slow_parts(scheme, one), slow_parts(scheme, other)
        both = sum(part in theirs for part in mine)
        assert likeness(scheme, one, other) == Fraction(2 * both, len(mine) + len(theirs))


def test_a_worker_has_the_mean_and_how_many_it_rests_on() -> None:
    again = [Again(1, [0, 1], [1, 1]), Again(1, [0, 1], [0, 1]), Again(2, [0, 0], [1, 1])]
    assert with_themselves(again, ANALYSES["flat"], {}) == {1: (0.7, 2), 2: (0.0, 1)}
    assert with_themselves([], ANALYSES["flat"], {}) == {}
