from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotation.models import Assignment, Message
from annotation.models.people.message import MAX_MESSAGE_LENGTH
from annotation.services.errors import ServiceError
from annotation.services.people.questions import ask_question, read_answers, thread_of
from annotation.worker.answers import page
from annotation.worker.identity import current_enrolment
from annotation.worker.terms import work_of
from midpath.text.characters import key_in


@page("GET", "HEAD", "POST")
def questions(request: HttpRequest, code: str) -> HttpResponse:
    """Show the conversation; by POST, add a message. Refused input stays in the form."""
    enrolment = current_enrolment(request, code)
    refused: ServiceError | None = None
    if request.method == "POST":
        try:
            ask_question(
                enrolment=enrolment,
                text=request.POST.get("text", ""),
                key=_key(request.POST.get("key", "")),
                assignment_id=key_in(request.POST.get("about", "")),
            )
        except ServiceError as error:
            refused = error
        else:
            return redirect("worker:questions", code)
    thread = thread_of(enrolment)
    context = work_of(enrolment.campaign) | {
        "enrolment": enrolment,
        "thread": thread,
        "last": thread[-1].pk if thread else 0,
        "unread": any(
            one.sender == Message.Sender.RESEARCHER and one.settled_at is None for one in thread
        ),
        "open_task": enrolment.assignments.filter(status=Assignment.Status.OPEN).first(),
        "text": request.POST.get("text", ""),
        "about": request.POST.get("about", "") or request.method != "POST",
        "key": request.POST.get("key", "") if refused else uuid4(),
        "longest": MAX_MESSAGE_LENGTH,
        "refused": refused,
    }
    response = render(
        request, "worker/questions/thread.html", context, status=refused.status if refused else 200
    )
    if refused is not None and "retry_after" in refused.details:
        response.headers["Retry-After"] = str(refused.details["retry_after"])
    return response


@page("POST")
def read(request: HttpRequest, code: str) -> HttpResponse:
    enrolment = current_enrolment(request, code)
    read_answers(enrolment=enrolment, until=key_in(request.POST.get("until", "")) or 0)
    return redirect("worker:questions", code)


def _key(given: str) -> UUID:
    """Return the key that the page created; a new one if it is missing or invalid."""
    try:
        return UUID(given)
    except ValueError:
        return uuid4()
