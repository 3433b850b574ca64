"""Evaluate workers' tries at the questions about the instructions."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, Enrolment, QuizTry
from annotation.services.audit import record_worker_event
from annotation.services.campaigns.quiz_questions import needed, right_choices
from annotation.services.errors import Conflict, Invalid
from annotation.services.people.entry import QUIZ, clear_if_done, locked, next_step
from annotation.services.work.quality import stop_enrolment

UNCHANGED = gettext_noop(
    "These are the same answers as in your last try, so this did not count as a try. Change the "
    "answers that are not correct."
)


class Unchanged(Invalid):
    """The answers of a failed try were sent again unchanged."""


def take_quiz(*, enrolment: Enrolment, number: int, answers: Sequence[Sequence[int]]) -> QuizTry:
    """Store one try: for each question the indices of the chosen answers.

    `number` counts the worker's tries, so a form that is sent twice is one try. Unchanged
    answers of a failed try are refused and do not count. A worker who fails the last try is
    stopped; a researcher may restore them."""
    with transaction.atomic():
        enrolment = locked(enrolment)
        campaign = enrolment.campaign
        done = QuizTry.objects.filter(enrolment=enrolment, number=number).first()
        if done is not None:
            return done
        last = enrolment.quiz_tries.order_by("-number").first()
        if number != (last.number if last else 0) + 1 or next_step(enrolment) is not QUIZ:
            raise Conflict("You do not need to answer these questions now.")
        right = _right(campaign, answers)
        passed = right >= needed(campaign)
        if last is not None and not passed and _chosen(answers) == _chosen(last.answers):
            raise Unchanged(gettext(UNCHANGED), field="answers")
        made = QuizTry.objects.create(
            enrolment=enrolment,
            number=number,
            answers=[list(one) for one in answers],
            right=right,
            of=len(campaign.quiz),
            passed=passed,
        )
        record_worker_event(
            "quiz.passed" if passed else "quiz.failed",
            enrolment,
            number=number,
            right=right,
        )
        if passed:
            Enrolment.objects.filter(pk=enrolment.pk).update(quizzed_at=Now())
            clear_if_done(enrolment)
        elif number >= campaign.quiz_tries:
            stop_enrolment(campaign, enrolment, None)
    return made


def _chosen(answers: Sequence[Sequence[int]]) -> list[set[int]]:
    """Return the choices for each question, regardless of order."""
    return [set(one) for one in answers]


def _right(campaign: Campaign, answers: Sequence[Sequence[int]]) -> int:
    """Return the number of correctly answered questions: all correct answers and no others
    chosen."""
    if len(answers) != len(campaign.quiz):
        raise Invalid("Answer every question.", field="answers")
    right = 0
    for question, chosen in zip(campaign.quiz, answers, strict=True):
        if not chosen or any(not 0 <= one < len(question["answers"]) for one in chosen):
            raise Invalid("Answer every question.", field="answers")
        right += sorted(set(chosen)) == right_choices(question)
    return right
