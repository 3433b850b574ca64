"""Show workers their personal data, export it, and let them withdraw or delete it."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext

from annotation.models import Enrolment, Worker
from annotation.models.people.worker import SENT
from annotation.services.erasure_obstacles import obstacle_to
from annotation.services.errors import Invalid
from annotation.services.pay.balance import unpaid_by_campaign
from annotation.services.people.erasure import erase_worker
from annotation.services.people.join import prove_return_code
from annotation.services.people.personal_data import part_named
from annotation.services.people.personal_data_file import personal_data_file
from annotation.services.people.platform_quota import place_of
from annotation.services.people.platform_return import has_codes, has_completed
from annotation.services.people.rate_limit import tempo
from annotation.services.work.withdrawal import to_withdraw_from, withdraw, withdraw_from_project
from annotation.web.client_address import client_address
from annotation.worker.answers import page
from annotation.worker.device import forget_worker
from annotation.worker.identity import current_enrolment, forget
from annotation.worker.personal_data import MANY, did_several, part_shown, parts_shown
from annotation.worker.terms import money, work_of
from midpath.text.characters import key_in

FILES_A_MINUTE = 6
FILE = "midpath-kept-of-you.json"
# The scope of a withdrawal: one campaign, or all in the study.
HERE, EVERYWHERE = "here", "everywhere"


@page("GET", "HEAD")
def stored_data(request: HttpRequest, code: str) -> HttpResponse:
    enrolment = current_enrolment(request, code)
    worker = enrolment.worker
    context = work_of(enrolment.campaign) | {
        "enrolment": enrolment,
        "parts": list(parts_shown(worker)),
        "may_withdraw": to_withdraw_from(worker).exists(),
    }
    return render(request, "worker/leaving/kept.html", context)


@page("GET", "HEAD")
def stored_part(request: HttpRequest, code: str, part: str) -> HttpResponse:
    enrolment = current_enrolment(request, code)
    worker = enrolment.worker
    shown = part_named(part)
    if shown is None:
        raise Http404
    before = key_in(request.GET.get("before", ""))
    context = work_of(enrolment.campaign) | {
        "enrolment": enrolment,
        "part": part_shown(shown, worker, MANY, before, several=did_several(worker)),
        "later": before is not None,
    }
    return render(request, "worker/leaving/kept_part.html", context)


@page("GET", "HEAD")
def stored_as_file(request: HttpRequest, code: str) -> HttpResponseBase:
    worker = current_enrolment(request, code).worker
    tempo.take(
        ("kept", str(worker.pk)),
        a_minute=FILES_A_MINUTE,
        message=gettext("You downloaded this file a moment ago."),
    )
    if request.method == "HEAD":
        return HttpResponse(content_type="application/json")
    response = StreamingHttpResponse(personal_data_file(worker), content_type="application/json")
    response.headers["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=FILE
    )
    return response


@page("GET", "HEAD", "POST")
def withdraw_page(request: HttpRequest, code: str) -> HttpResponse:
    """Ask what to withdraw, then show the consequences; the second confirmation does it."""
    enrolment = current_enrolment(request, code)
    left = list(to_withdraw_from(enrolment.worker))
    here = [one for one in left if one.pk == enrolment.pk]
    scope = request.POST.get("scope", "")
    if request.method == "POST" and scope not in {HERE, EVERYWHERE}:
        raise Invalid(gettext("Choose what to withdraw."), field="scope")
    chosen = here if scope == HERE else left
    if request.method == "POST" and request.POST.get("sure") == "yes":
        if scope == HERE:
            withdraw(enrolment=enrolment)
        else:
            withdraw_from_project(worker=enrolment.worker)
        return redirect("worker:done", code)
    context = work_of(enrolment.campaign) | {
        "enrolment": enrolment,
        "here": here,
        "left": left,
        "scope": scope,
        "chosen": chosen,
        "tasks": sum(one.in_figures for one in chosen),
        "paid": any(one.campaign.reward for one in chosen),
        "place": _place_to_leave(enrolment) if scope and here else "",
        "sent": enrolment.worker.source in SENT,
    }
    return render(request, "worker/leaving/withdraw.html", context)


def _place_to_leave(enrolment: Enrolment) -> str:
    """Return the status of the submission that a worker would leave: `full`, `cut_short`
    (incomplete, but with a code) or `open`; empty if the campaign has no codes."""
    place = place_of(enrolment)
    if not has_codes(enrolment.campaign):
        return ""
    if place.is_full:
        return "full"
    return "cut_short" if has_completed(place) else "open"


@page("GET", "HEAD", "POST")
def erase_page(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the return code, then show the consequences; the second confirmation does it."""
    enrolment = current_enrolment(request, code)
    worker, given = enrolment.worker, request.POST.get("return_code", "")
    context = work_of(enrolment.campaign) | {
        "enrolment": enrolment,
        "given": given,
        "unpaid": _unpaid(worker),
        "sent": worker.source in SENT,
        "obstacle": obstacle_to(worker),
    }
    if request.method == "POST":
        try:
            prove_return_code(worker=worker, given=given, address=client_address(request))
        except Invalid as error:
            context["wrong"] = error.message
            return render(request, "worker/leaving/erase.html", context, status=400)
        if request.POST.get("sure") == "yes":
            erase_worker(worker=worker)
            response = render(request, "worker/leaving/erased.html", work_of(enrolment.campaign))
            forget(response, code)
            forget_worker(request, response, worker.pk)
            return response
    return render(request, "worker/leaving/erase.html", context)


def _unpaid(worker: Worker) -> list[str]:
    """Return the unpaid amounts of a worker, one per campaign."""
    return [money(amount, campaign) for campaign, amount in unpaid_by_campaign(worker)]
