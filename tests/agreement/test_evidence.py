"""Sets of sentences: F1, majorities, sentence alpha, categories; real experts if available."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.evidence.answers import (
    Answer,
    Question,
    disagreements,
    f1,
    human,
    mean_human,
    overlap,
    sentence_alpha,
    system,
)
from agreement.evidence.categories import question_categories
from tests.agreement.slow_evidence import f1_of
from tests.agreement.slow_labels import slow_alpha
from tests.agreement.test_shared import SHARED

OPP115 = SHARED / "data" / "opp115" / "evidence.jsonl"
SETS = st.frozensets(st.integers(0, 5), max_size=4)
ANSWERS = st.lists(SETS, max_size=5)


@given(SETS, SETS)
def test_f1_is_the_harmonic_mean(a: frozenset[int], b: frozenset[int]) -> None:
    assert f1(a, b) == f1(b, a) == f1_of(a, b)


@given(SETS, ANSWERS)
def test_system_averages_over_all_but_one(predicted: Answer, answers: list[Answer]) -> None:
    n = len(answers)
    if n < 2:
        assert system(predicted, answers) == (f1(predicted, answers[0]) if answers else None)
        return
    best = [max(f1(predicted, a) for a in part) for part in combinations(answers, n - 1)]
    assert system(predicted, answers) == sum(best, Fraction(0)) / n


@given(ANSWERS)
def test_a_person_is_a_system_against_the_others(answers: list[Answer]) -> None:
    if len(answers) < 2:
        assert human(answers) is None
        return
    best = [max(f1(a, b) for b in answers[:i] + answers[i + 1 :]) for i, a in enumerate(answers)]
    assert human(answers) == sum(best, Fraction(0)) / len(answers)


def test_means_leave_out_what_has_one_answer_and_say_so() -> None:
    assert mean_human([[{1}]]) == (None, 0, 1, "No question has two answers.")
    assert disagreements([[{1}]]).reason


@pytest.mark.parametrize(
    ("answers", "majority", "apart", "disagreement"),
    [
        ([{1}, {1, 2}, {3}], {1}, 1, False),
        ([{1}, {1, 2}, {1}, {3}, {4}], {1}, 2, True),
        ([(), (), {1}], (), 1, False),
        ([(), (), (), {1}, {2}], (), 2, True),
        ([{1}, {2}, {3}], None, 3, True),
        ([(), {1}], None, 2, True),
        ([{1}, {1}, ()], {1}, 1, False),
    ],
)
def test_overlap_with_the_majority(
    answers: Sequence[Answer], majority: Answer | None, apart: int, disagreement: bool
) -> None:
    found = overlap(answers)
    assert found.majority == (None if majority is None else frozenset(majority))
    assert (found.apart, found.disagreement) == (apart, disagreement)


@given(st.lists(st.tuples(st.sampled_from("de"), ANSWERS), max_size=4))
def test_sentence_alpha_equals_its_slow_twin(given: list[tuple[str, list[Answer]]]) -> None:
    found = sentence_alpha(Question(document, 6, answers) for document, answers in given)
    units = [
        [["yes" if s in answer else "no" for answer in answers] for s in range(6)]
        for _, answers in given
    ]
    assert [one.value for one in found.questions] == [slow_alpha(unit) for unit in units]
    assert found.pooled.value == slow_alpha([labels for unit in units for labels in unit])
    for document, one in found.documents.items():
        mine = [u for (d, _), unit in zip(given, units, strict=True) if d == document for u in unit]
        assert one.value == slow_alpha(mine)


def test_a_sentence_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="Sentence 4 is not among 0 to 3"):
        sentence_alpha([Question("d", 4, [{4}])])


def test_categories() -> None:
    assert question_categories([["A", "B"], ["B", "A"], ["C"]]) == (["A", "B"], None)
    assert question_categories([["A"], ["Other"]]) == (["Other"], None)
    assert question_categories([])[1] == "Nobody chose a category."


@pytest.mark.skipif(not OPP115.exists(), reason=f"no real evidence at {OPP115} (MIDPATH_SHARED)")
def test_real_experts() -> None:
    """15 policies of OPP-115, nine questions each, three experts."""
    lines: list[Any] = [json.loads(line) for line in OPP115.read_text().splitlines()]
    lengths = {one["document"]: len(one["sentences"]) for one in lines if one["type"] == "document"}
    questions = [
        Question(one["document"], lengths[one["document"]], list(one["answers"].values()))
        for one in lines
        if one["type"] == "question"
    ]
    assert (len(lengths), len(questions)) == (15, 135)
    found = sentence_alpha(questions)
    assert len(found.documents) == 15
    assert float(found.pooled.value or 0) == pytest.approx(0.64809, abs=5e-6)
    assert sum(one.value is None for one in found.questions) == 30
    best = mean_human(question.answers for question in questions)
    assert float(best.value or 0) == pytest.approx(0.78361, abs=5e-6)
    # Of three experts two always form a majority, so at most one disagrees.
    assert disagreements(question.answers for question in questions).value == 0
