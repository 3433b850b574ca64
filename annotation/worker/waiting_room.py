"""The page on which a worker waits for approval. It continues automatically."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation.models import Enrolment
from annotation.services.pay.funding import would_be_unpaid
from annotation.services.people.entry import APPROVAL, next_step
from annotation.services.people.platform_return import return_link
from annotation.worker.answers import as_json, page
from annotation.worker.desk import work_of
from annotation.worker.entry import next_page, shown_step, step_or_none
from annotation.worker.identity import current_enrolment


@page("GET", "HEAD")
def waiting(request: HttpRequest, code: str) -> HttpResponse:
    """Show that a worker waits or was not approved; redirect them once they are approved."""
    enrolment = current_enrolment(request, code)
    if step_or_none(enrolment, APPROVAL) is None or would_be_unpaid(enrolment):
        return next_page(enrolment)
    campaign = enrolment.campaign
    context: dict[str, object] = work_of(campaign) | shown_step(APPROVAL, enrolment)
    context |= {
        "enrolment": enrolment,
        "turned_away": enrolment.turned_away_at is not None,
        "return_link": return_link(enrolment),
    }
    return render(request, "worker/entry/waiting.html", context)


@page("GET", "HEAD")
def still_waiting(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the page's script: does the worker still wait?"""
    return as_json({"waiting": _waits(current_enrolment(request, code))}, 200)


def _waits(enrolment: Enrolment) -> bool:
    waits = next_step(enrolment) is APPROVAL and enrolment.turned_away_at is None
    return waits and not would_be_unpaid(enrolment)
