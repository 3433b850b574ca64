"""Show the pages around the work: the door, the instructions, the end of the work, and leaving."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static

from annotation.addresses import client_address
from annotation.models import HIT, Assignment, Campaign, Enrolment
from annotation.pages import not_found
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import most_hits_after_training
from annotation.services.errors import Full, Invalid, NameTaken, NothingLeft, Over
from annotation.services.people.arrivals import let_in
from annotation.services.people.entry import (
    INSTRUCTIONS,
    next_step,
    read_instructions,
    steps_of,
)
from annotation.services.people.identity import Identity
from annotation.services.people.workers import FULL
from annotation.services.work.allocation import is_over, obstacle
from annotation.services.work.quality import why_stopped
from annotation.worker.answers import page
from annotation.worker.arriving import (
    forget_link,
    keep_link,
    sent_by_address,
    sent_by_form,
    sent_by_link,
)
from annotation.worker.desk import Progress, duration, money, scheme_files, varies, work_of
from annotation.worker.device import forget_worker, keep_worker, names_known, workers_known
from annotation.worker.entry import onward, shown_step, to_step
from annotation.worker.identity import (
    current_enrolment,
    find_campaign,
    find_enrolment,
    forget,
    remember,
)
from annotation.worker.work import hit_in_hand, links


@page("GET", "HEAD", "POST")
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Show the door for a GET; let a worker in for the POST of its button only.

    An id in the address is removed from it first, because addresses are kept in histories and logs
    and shown to others."""
    campaign = find_campaign(code)
    if campaign is None:
        return not_found(request, LookupError(code))
    if request.method == "POST":
        return _let_in(request, campaign)
    if request.GET:
        return _without_id(request, code)
    enrolment = find_enrolment(request, code)
    linked = sent_by_link(request, code)
    if linked is not None and not linked.is_at(enrolment):
        enrolment = None
    return _show_door(request, campaign, enrolment=enrolment, linked=linked)


@page("GET", "HEAD", "POST")
def instructions(request: HttpRequest, code: str) -> HttpResponse:
    """Show the instructions at any time; as a step, note by POST that they are read."""
    enrolment = current_enrolment(request, code)
    step = next_step(enrolment)
    if step not in {None, INSTRUCTIONS} and enrolment.read_at is None:
        return onward(enrolment)
    if request.method == "POST":
        return onward(read_instructions(enrolment=enrolment))
    campaign = enrolment.campaign
    example = scheme_of(campaign).example_of(campaign.settings)
    files = scheme_files(campaign)
    context = _terms(campaign) | {
        **files,
        **shown_step(step if step is INSTRUCTIONS else None, enrolment),
        "enrolment": enrolment,
        "later_step": f"worker:{step.name}" if step else "",
        "in_hand": hit_in_hand(enrolment),
        "example": example,
        "drawing": {"script": static(files["scheme_script"]), "example": example},
    }
    return render(request, "worker/instructions.html", context)


@page("GET", "HEAD")
def done(request: HttpRequest, code: str) -> HttpResponse:
    """Show, between two HITs and after the last, why there is none in hand and what was earned."""
    enrolment = current_enrolment(request, code)
    campaign = enrolment.campaign
    in_hand = hit_in_hand(enrolment)
    step = next_step(enrolment)
    if step is not None and _may_take_steps(enrolment, in_hand):
        return to_step(step, campaign)
    cap = campaign.most_hits_per_worker
    enough = cap is not None and enrolment.submitted - enrolment.training_done >= cap
    finished = enrolment.nothing_left_at is not None and _has_had_all(enrolment)
    live = campaign.status == Campaign.Status.LIVE
    in_the_way = obstacle(enrolment) if live and in_hand is None else None
    ended = isinstance(in_the_way, (NothingLeft, Over))
    closed = campaign.status == Campaign.Status.CLOSED or ended
    context = _terms(campaign) | {
        "enrolment": enrolment,
        "in_hand": in_hand,
        "first": in_hand is None and not enrolment.submitted and steps_of(campaign),
        "enough": enough,
        "in_the_way": in_the_way,
        "finished": finished,
        "may_go_on": not (enrolment.has_ended or closed or enough or finished),
        "unpaid": enrolment.submitted - enrolment.earning,
        "trained": f"{enrolment.training_done} of {campaign.training_hits}",
        "stopped": why_stopped(enrolment.pk) if enrolment.has_ended else "",
        "nothing_left": enrolment.nothing_left_at == campaign.reopenings,
        "progress": Progress.of(enrolment).shown(campaign),
        "desk": {"campaign": code, "worker": enrolment.pk, "links": links(code)},
    }
    return render(request, "worker/done.html", context)


@page("POST")
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Forget who works at this browser. Their work stays."""
    enrolment = find_enrolment(request, code)
    response = redirect("worker:join", code)
    forget(response, code)
    forget_link(response, code)
    if enrolment is not None:
        forget_worker(request, response, enrolment.worker_id)
    return response


def _may_take_steps(enrolment: Enrolment, in_hand: Assignment | None) -> bool:
    """Return whether steps lead anywhere: what a worker holds comes first, and after the end of the
    work there is nothing to come to."""
    holds = in_hand is not None and in_hand.status == Assignment.Status.OPEN
    closed = enrolment.campaign.status == Campaign.Status.CLOSED
    return not (holds or closed or enrolment.has_ended)


def _has_had_all(enrolment: Enrolment) -> bool:
    """Return whether no HIT can come to this worker any more. Each HIT comes once, to be judged or
    given back. Known HITs are outside the order and come only among others."""
    others = HIT.objects.filter(campaign=enrolment.campaign_id, known=False)
    return not others.exclude(assignments__enrolment=enrolment).exists()


def _without_id(request: HttpRequest, code: str) -> HttpResponse:
    response = redirect("worker:join", code)
    response.status_code = HTTPStatus.SEE_OTHER
    response.headers["Referrer-Policy"] = "no-referrer"
    if sent := sent_by_address(request):
        keep_link(response, sent, code)
    return response


def _let_in(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    linked = sent_by_form(request, campaign.code)
    try:
        enrolment = let_in(
            campaign=campaign,
            who=linked or Identity.named(request.POST.get("name", "")),
            address=client_address(request),
            return_code=request.POST.get("return_code", ""),
            known=workers_known(request),
        )
    except (Full, Invalid, NameTaken) as error:
        return _show_door(request, campaign, linked=linked, error=error)
    response = onward(enrolment, ready="instructions")
    remember(response, enrolment, campaign.code)
    forget_link(response, campaign.code)
    keep_worker(request, response, enrolment.worker_id)
    return response


def _show_door(
    request: HttpRequest,
    campaign: Campaign,
    *,
    enrolment: Enrolment | None = None,
    linked: Identity | None = None,
    error: Full | Invalid | NameTaken | None = None,
) -> HttpResponse:
    is_nobody = enrolment is None and linked is None
    context = _terms(campaign) | {
        "full": FULL if campaign.is_full else "",
        "closed": campaign.status == Campaign.Status.CLOSED or is_over(campaign),
        "enrolment": enrolment,
        "linked": linked,
        "names_known": names_known(request, campaign) if is_nobody else [],
        "name": request.POST.get("name", ""),
        "error": error,
        "name_taken": isinstance(error, NameTaken),
    }
    return render(request, "worker/join.html", context, status=error.status if error else 200)


def _terms(campaign: Campaign) -> dict[str, Any]:
    most = most_hits_after_training(campaign, campaign.training_hits)
    return work_of(campaign) | {
        "most": most,
        "varies": varies(campaign),
        "earned_at_most": money(campaign.reward * (campaign.training_hits + most), campaign),
        "reward": money(campaign.reward, campaign) if campaign.reward else "",
        "time": duration(campaign.seconds_allotted),
    }
