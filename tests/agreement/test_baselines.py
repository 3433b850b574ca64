"""Baselines and systems against slow references; worked cases, and real questions if available."""

import csv
import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.evidence.answers import human, system, without_minority
from agreement.evidence.baselines import evaluate, evaluate_human, word_count, words_of
from agreement.evidence.question_counts import asked_figures, count_question
from agreement.tally import Tally
from tests.agreement.slow_evidence import human_of, system_of
from tests.agreement.test_shared import CASES, SHARED

QUESTIONS = SHARED / "data" / "privacyqa" / "questions.csv"
SETS = st.frozensets(st.integers(0, 4), max_size=3)
ANSWERS = st.lists(SETS, max_size=4)
TEXT = st.lists(
    st.sampled_from(["my", "data", "is", "safe", "with", "Us", "sell"]), max_size=6
).map(" ".join)


@given(st.lists(st.tuples(SETS, ANSWERS), max_size=5))
def test_n_minus_one_answers(questions: list[tuple[frozenset[int], list[frozenset[int]]]]) -> None:
    found = evaluate(questions)
    slow = [system_of(predicted, answers) for predicted, answers in questions if answers]
    assert (found.questions, found.left_out) == (len(slow), len(questions) - len(slow))
    if found.scores is None:
        assert found.reason == "No question has an answer."
        return
    assert found.scores.f1 == sum(slow, Fraction(0)) / len(slow)
    right = [
        (not predicted) == (sum(not a for a in answers) > len(answers) / 2)
        for predicted, answers in questions
        if answers
    ]
    assert found.accuracy == Fraction(sum(right), len(right))


@given(st.lists(ANSWERS, max_size=5))
def test_people_meet_each_other(questions: list[list[frozenset[int]]]) -> None:
    found = evaluate_human(questions)
    slow = [human_of(answers) for answers in questions if len(answers) > 1]
    assert found.left_out == len(questions) - len(slow)
    assert (found.scores and found.scores.f1) == (
        sum(slow, Fraction(0)) / len(slow) if slow else None
    )


@given(TEXT, st.lists(TEXT, max_size=6), st.integers(1, 5))
def test_word_count_takes_those_that_hold_most(question: str, texts: list[str], top: int) -> None:
    found = word_count(question, texts, top)
    shared = [len(set(question.lower().split()) & set(text.lower().split())) for text in texts]
    assert len(found) == min(top, sum(times > 0 for times in shared))
    others = [times for i, times in enumerate(shared) if i not in found]
    assert all(shared[i] >= max(others, default=0) > -1 for i in found)
    assert word_count(question, texts, top) <= word_count(question, texts, top + 1)


def test_words_have_no_case_and_no_punctuation() -> None:
    assert words_of("“Sell” my E-mail? Don’t!") == {"sell", "my", "e", "mail", "don’t"}


def test_only_a_minority_is_set_aside() -> None:
    assert without_minority([{1}, ()]) == [{1}, ()]
    assert without_minority([(), (), ()]) == [(), (), ()]


@pytest.mark.skipif(not CASES.exists(), reason=f"no cases at {CASES} (MIDPATH_SHARED)")
def test_worked_cases() -> None:
    cases = [case for case in json.loads(CASES.read_text()) if case["metric"].startswith("f1_")]
    assert len(cases) == 5
    for case in cases:
        given, expected = case["input"], case["expected"]
        if case["metric"] == "f1_human":
            assert human(given) == (expected and Fraction(expected["exact"]))
        else:
            found = system(given["pred"], given["refs"])
            assert found == Fraction(expected["n-1"]["exact"]), case["id"]


@pytest.mark.skipif(not QUESTIONS.exists(), reason=f"no questions at {QUESTIONS} (MIDPATH_SHARED)")
def test_printed_figures_of_the_questions() -> None:
    """The papers print about 49.94 distinct questions per policy, 8.4 words on average."""
    with QUESTIONS.open(newline="") as file:
        rows = list(csv.DictReader(file))
    state = Tally.total(count_question(row["app"], row["question"]) for row in rows)
    found: Any = asked_figures(state)
    assert (found["asked"], len(found["per_document"])) == (1750, 35)
    assert round(found["unique_per_document"], 2) == 49.94
    assert int(10 * found["words"]) / 10 == 8.4
    assert list(found["first_words"])[:4] == ["does", "will", "what", "do"]
