from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, ConsentText, QuizTry
from annotation.services.campaigns.quiz_questions import Question, needed, right_choices
from annotation.services.errors import Conflict, Invalid
from annotation.services.pay.funding import would_be_unpaid
from annotation.services.people.consent_answers import answer_consent
from annotation.services.people.entry import APPROVAL, CONSENT, QUIZ, next_step
from annotation.services.people.platform_quota import place_of
from annotation.services.people.platform_return import (
    has_codes,
    return_link,
    return_link_when_declining,
)
from annotation.services.people.quiz_tries import Unchanged, take_quiz
from annotation.worker.answers import as_json, page
from annotation.worker.entry import next_page, shown_step, step_or_none
from annotation.worker.identity import current_enrolment
from annotation.worker.terms import work_of

UNANSWERED = gettext_noop("Answer every question.")
ANSWERS = {"agree": True, "decline": False}


@page("GET", "HEAD")
def waiting(request: HttpRequest, code: str) -> HttpResponse:
    """Show that a worker waits or was not approved; redirect them once they are approved."""
    enrolment = current_enrolment(request, code)
    step = step_or_none(enrolment, APPROVAL)
    if step is None:
        return next_page(enrolment)
    if would_be_unpaid(enrolment):
        return redirect("worker:done", code)
    context = work_of(enrolment.campaign) | shown_step(step, enrolment)
    context |= {
        "enrolment": enrolment,
        "turned_away": enrolment.turned_away_at is not None,
        "return_link": return_link(enrolment),
    }
    return render(request, "worker/entry/waiting.html", context)


@page("GET", "HEAD")
def still_waiting(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the script of a page that continues automatically: does the worker still wait?"""
    enrolment = current_enrolment(request, code)
    waits = next_step(enrolment) is APPROVAL and enrolment.turned_away_at is None
    return as_json({"waiting": waits and not would_be_unpaid(enrolment)}, 200)


@page("GET", "HEAD", "POST")
def consent(request: HttpRequest, code: str) -> HttpResponse:
    """Show the consent text to answer, or the one they agreed to; save the answer."""
    enrolment = current_enrolment(request, code)
    campaign = enrolment.campaign
    changed = ""
    if request.method == "POST":
        agreed = ANSWERS.get(request.POST.get("answer", ""))
        version = request.POST.get("version", "")
        if agreed is None or not version.isdecimal() or len(version) > 9:
            raise Invalid(gettext("Choose whether you agree."), field="answer")
        try:
            enrolment = answer_consent(enrolment=enrolment, version=int(version), agreed=agreed)
        except Conflict as error:
            changed = error.message
        else:
            return next_page(enrolment) if agreed else redirect("worker:declined", code)
    step = step_or_none(enrolment, CONSENT)
    if step is not None and would_be_unpaid(enrolment):
        return redirect("worker:done", code)
    if step is None and not enrolment.agreed_to:
        return next_page(enrolment)
    shown = campaign.consent_version if step else enrolment.agreed_to or 0
    text = ConsentText.objects.get(campaign=campaign, version=shown)
    given = enrolment.consent_answers.filter(agreed=True).order_by("-pk").first()
    context = work_of(campaign) | shown_step(step, enrolment)
    context |= {"enrolment": enrolment, "text": text, "given": given, "changed": changed}
    return render(request, "worker/entry/consent.html", context, status=409 if changed else 200)


@page("GET", "HEAD")
def declined(request: HttpRequest, code: str) -> HttpResponse:
    """Show a worker who declined that this is the end, unless they change their mind."""
    enrolment = current_enrolment(request, code)
    if step_or_none(enrolment, CONSENT) is None:
        return next_page(enrolment)
    last = enrolment.consent_answers.order_by("-pk").first()
    has_declined, place = last is not None and not last.agreed, place_of(enrolment)
    context = work_of(enrolment.campaign) | {
        "enrolment": enrolment,
        "return_link": return_link_when_declining(place) if has_declined else None,
        "place_done": place.done,
        "has_codes": has_codes(enrolment.campaign),
    }
    return render(request, "worker/entry/declined.html", context)


@dataclass(frozen=True)
class ShownQuestion:
    """A question as the page shows it. `right` says whether the last try answered it correctly;
    None before the first."""

    name: str
    question: str
    answers: list[tuple[int, str, bool]]
    several: bool
    right: bool | None
    why: str


@page("GET", "HEAD", "POST")
def quiz(request: HttpRequest, code: str) -> HttpResponse:
    """Show the questions about the instructions and the result of the last try."""
    enrolment = current_enrolment(request, code)
    campaign = enrolment.campaign
    wrong, unfinished = "", None
    if request.method == "POST":
        number, answers = _sent_try(request.POST, campaign)
        try:
            take_quiz(enrolment=enrolment, number=number, answers=answers)
        except Invalid as error:
            wrong = error.message
            unfinished = None if isinstance(error, Unchanged) else answers
        else:
            return redirect("worker:quiz", code)
    step = step_or_none(enrolment, QUIZ)
    last = enrolment.quiz_tries.order_by("-number").first()
    if step is None and (last is None or enrolment.has_ended):
        return next_page(enrolment)
    if would_be_unpaid(enrolment):
        return redirect("worker:done", code)
    done = last.number if last else 0
    context = work_of(campaign) | shown_step(step, enrolment)
    context |= {
        "enrolment": enrolment,
        "questions": _shown_questions(campaign, last, unfinished),
        "wrong": wrong,
        "last": last,
        "number": done + 1,
        "tries_left": campaign.quiz_tries - done,
        "needed": needed(campaign),
    }
    return render(request, "worker/entry/quiz.html", context, status=400 if wrong else 200)


def _sent_try(form: QueryDict, campaign: Campaign) -> tuple[int, list[list[int]]]:
    """Return the number of a try and the chosen answers; anything that is not a number is
    ignored."""
    answers = [
        [int(one) for one in form.getlist(f"q{place}") if one.isdecimal() and len(one) < 3]
        for place in range(len(campaign.quiz))
    ]
    number = form.get("number", "")
    return (int(number) if number.isdecimal() and len(number) < 4 else 0), answers


def _shown_questions(
    campaign: Campaign, last: QuizTry | None, unfinished: list[list[int]] | None
) -> list[ShownQuestion]:
    """Return the questions with their choices: those just made if a question was left out, else
    those of the last try, without the wrong ones while tries are left."""
    if unfinished is not None or last is None:
        given = unfinished or [[] for _ in campaign.quiz]
        return [
            _shown_question(f"q{place}", question, given[place], right=None)
            for place, question in enumerate(campaign.quiz)
        ]
    shown = []
    for place, (question, chosen) in enumerate(zip(campaign.quiz, last.answers, strict=True)):
        right = sorted(set(chosen)) == right_choices(question)
        ticked = chosen if right or last.passed else []
        shown.append(_shown_question(f"q{place}", question, ticked, right=right))
    return shown


def _shown_question(
    name: str, question: Question, chosen: Sequence[int], *, right: bool | None
) -> ShownQuestion:
    return ShownQuestion(
        name,
        question["question"],
        [(at, one["text"], at in chosen) for at, one in enumerate(question["answers"])],
        several=len(right_choices(question)) > 1,
        right=right,
        why=question["why"],
    )
