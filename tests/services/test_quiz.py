"""Questions about the instructions: written, checked, answered, and the effect of failing."""

from typing import Any

import pytest

from annotation.models import Campaign, Enrolment, QuizTry
from annotation.services.campaigns.quiz_questions import read_quiz, written_quiz
from annotation.services.errors import Conflict, Invalid, StepMissing, Stopped
from annotation.services.people.entry import QUIZ, next_step, read_instructions
from annotation.services.people.quiz_tries import Unchanged, take_quiz
from annotation.services.work.claim import claim_hit
from annotation.services.work.quality import restore_worker, why_stopped
from tests.helpers.factories import enrol, make_campaign, make_user
from tests.helpers.refusals import check_not_served, refused_at, refused_by_database

TEXT = """Where do you cut?
[ ] anywhere
[x] between parts
> Parts stay whole.

What is a part?
[x] a name
- [X] a fixed phrase
[ ] a letter"""
RIGHT = [[1], [0, 1]]


@pytest.fixture
def with_quiz() -> Campaign:
    return make_campaign(quiz=read_quiz(TEXT), quiz_tries=2)


def reader(campaign: Campaign) -> Enrolment:
    return read_instructions(enrolment=enrol(campaign))


def test_a_quiz_is_read_and_written_the_same() -> None:
    quiz = read_quiz(TEXT)
    assert [one["question"] for one in quiz] == ["Where do you cut?", "What is a part?"]
    assert [one["right"] for one in quiz[1]["answers"]] == [True, True, False]
    assert quiz[0]["why"] == "Parts stay whole."
    assert read_quiz(written_quiz(quiz)) == quiz
    assert read_quiz("\r\n") == []


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("Q\n[x] a\nmore", "Line 3"),
        ("Q\n[x] a", "needs 2 to 8 answers"),
        ("Q\n[ ] a\n[ ] b", "has no correct answer"),
        ("Q\n[x] a\n[ ] a", "the same answer twice"),
        ("[x] a\n[ ] b", "the question is missing"),
        ("Q\n[x]\n[ ] b", "an answer is missing"),
        (f"{'Q' * 501}\n[x] a\n[ ] b", "longer than 500"),
        ("Q\n[x] a\n[ ] b\n\n" * 21, "at most 20 questions"),
    ],
)
def test_invalid_questions_say_why(text: str, trouble: str) -> None:
    with refused_at("quiz", match=trouble.replace("[", r"\[")):
        make_campaign(quiz=read_quiz(text))


@pytest.mark.parametrize("quiz", ["Q", [1], [{"question": "Q"}], [{"question": 3, "answers": []}]])
def test_a_client_sends_questions_of_one_form(quiz: Any) -> None:
    with pytest.raises(Invalid):
        make_campaign(quiz=quiz)


def test_no_more_can_be_required_right_than_there_are() -> None:
    with refused_at("quiz_pass"):
        make_campaign(quiz=read_quiz(TEXT), quiz_pass=3)


@pytest.mark.long
def test_whoever_passes_is_given_tasks(with_quiz: Campaign) -> None:
    enrolment = reader(with_quiz)
    assert next_step(enrolment) is QUIZ
    check_not_served(enrolment, StepMissing)
    made = take_quiz(enrolment=enrolment, number=1, answers=RIGHT)
    assert (made.right, made.of, made.passed, made.answers) == (2, 2, True, RIGHT)
    assert claim_hit(enrolment_id=enrolment.pk).status == "open"


def test_all_of_the_right_answers_and_no_other(with_quiz: Campaign) -> None:
    enrolment = reader(with_quiz)
    made = take_quiz(enrolment=enrolment, number=1, answers=[[1], [0]])
    assert (made.right, made.passed) == (1, False)
    made = take_quiz(enrolment=enrolment, number=2, answers=[[0, 1], [1, 0]])
    assert (made.right, made.passed) == (1, False)


@pytest.mark.long
def test_the_pass_mark_is_exact() -> None:
    campaign = make_campaign(quiz=read_quiz(TEXT), quiz_pass=1)
    assert take_quiz(enrolment=reader(campaign), number=1, answers=[[1], [2]]).passed
    assert not take_quiz(enrolment=reader(campaign), number=1, answers=[[0], [2]]).passed


def test_whoever_fails_the_last_try_is_stopped_and_may_be_restored(with_quiz: Campaign) -> None:
    enrolment = reader(with_quiz)
    for number, answers in ((1, [[0], [2]]), (2, [[0], [1, 2]])):
        take_quiz(enrolment=enrolment, number=number, answers=answers)
    check_not_served(enrolment, Stopped)
    assert "0 of 2 questions about the instructions correctly" in why_stopped(enrolment.pk)
    with pytest.raises(Conflict):
        take_quiz(enrolment=enrolment, number=3, answers=RIGHT)
    assert QuizTry.objects.count() == 2
    restore_worker(enrolment=Enrolment.objects.get(), user=make_user())
    assert claim_hit(enrolment_id=enrolment.pk).status == "open"


def test_a_form_sent_twice_is_one_try(with_quiz: Campaign) -> None:
    enrolment = reader(with_quiz)
    first = take_quiz(enrolment=enrolment, number=1, answers=[[0], [2]])
    assert take_quiz(enrolment=enrolment, number=1, answers=RIGHT) == first
    assert QuizTry.objects.get().right == 0


def test_unchanged_answers_are_no_try(with_quiz: Campaign) -> None:
    enrolment = reader(with_quiz)
    take_quiz(enrolment=enrolment, number=1, answers=[[0], [2, 0]])
    for answers in ([[0], [2, 0]], [[0, 0], [0, 2]]):
        with pytest.raises(Unchanged, match="did not count as a try"):
            take_quiz(enrolment=enrolment, number=2, answers=answers)
    assert next_step(enrolment) is QUIZ
    assert take_quiz(enrolment=enrolment, number=2, answers=RIGHT).passed
    assert [one.number for one in QuizTry.objects.all()] == [1, 2]


@pytest.mark.few(1)
@pytest.mark.parametrize("answers", [[], [[1]], [[1], []], [[1], [9]], [[-1], [0, 1]]])
def test_an_answer_that_is_missing_is_no_try(with_quiz: Campaign, answers: list[list[int]]) -> None:
    with pytest.raises(Invalid):
        take_quiz(enrolment=reader(with_quiz), number=1, answers=answers)
    assert not QuizTry.objects.exists()


def test_the_questions_come_after_the_instructions(with_quiz: Campaign) -> None:
    with pytest.raises(Conflict):
        take_quiz(enrolment=enrol(with_quiz), number=1, answers=RIGHT)


@pytest.mark.long
def test_the_database_keeps_one_try_of_a_number_and_passes_once(with_quiz: Campaign) -> None:
    made = take_quiz(enrolment=reader(with_quiz), number=1, answers=RIGHT)
    for number, passed, right in ((1, False, 0), (2, True, 2), (2, False, 3)):
        with refused_by_database():
            QuizTry.objects.create(
                enrolment=made.enrolment,
                number=number,
                passed=passed,
                right=right,
                of=2,
                answers=[],
            )
