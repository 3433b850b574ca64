from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotation.models import Assignment, Campaign, Enrolment
from annotation.services.errors import NothingLeft, Over
from annotation.services.pay.compensation import compensation_of
from annotation.services.pay.funding import is_used_up, would_be_unpaid
from annotation.services.people.entry import INSTRUCTIONS, next_step, read_instructions, steps_of
from annotation.services.people.platform_quota import Place, place_of
from annotation.services.people.platform_return import (
    has_codes,
    has_done_enough,
    has_had_all,
    left_undone,
    return_link,
)
from annotation.services.work.allocation import obstacle
from annotation.services.work.quality import why_stopped
from annotation.services.work.rejections import count_rejected
from annotation.services.work.warm_up import is_due
from annotation.text.languages.javascript import script_texts
from annotation.worker.answers import page
from annotation.worker.desk import (
    Progress,
    instructions_shown,
    not_accepted,
    so_far,
)
from annotation.worker.device import forget_worker
from annotation.worker.entry import next_page, shown_step, to_step
from annotation.worker.identity import current_enrolment, find_enrolment, forget
from annotation.worker.link_identity import forget_link, visitor_of
from annotation.worker.terms import terms_shown, wording_shown
from annotation.worker.work import hit_in_hand, links


@page("GET", "HEAD", "POST")
def instructions(request: HttpRequest, code: str) -> HttpResponse:
    """Show the instructions at any time; as a step, record by POST that they were read."""
    enrolment = current_enrolment(request, code)
    step = next_step(enrolment)
    if step not in {None, INSTRUCTIONS} and enrolment.read_at is None:
        return next_page(enrolment)
    if request.method == "POST":
        return next_page(read_instructions(enrolment=enrolment))
    if step is INSTRUCTIONS and would_be_unpaid(enrolment):
        return redirect("worker:done", code)
    campaign = enrolment.campaign
    context = terms_shown(campaign) | {
        **instructions_shown(campaign),
        **shown_step(step if step is INSTRUCTIONS else None, enrolment),
        **wording_shown(enrolment, request.GET.get("wording", "")),
        "enrolment": enrolment,
        "later_step": f"worker:{step.name}" if step else "",
        "in_hand": hit_in_hand(enrolment),
    }
    return render(request, "worker/entry/instructions.html", context)


@page("GET", "HEAD")
def done(request: HttpRequest, code: str) -> HttpResponse:
    """Show, between two tasks and after the last one, why there is no open task, and the
    earnings."""
    enrolment = current_enrolment(request, code)
    campaign = enrolment.campaign
    in_hand = hit_in_hand(enrolment)
    if not _holds(in_hand) and visitor_of(request, code, enrolment).again:
        return redirect("worker:join", code)
    step = next_step(enrolment)
    unpaid_steps = would_be_unpaid(enrolment)
    if step is not None and not unpaid_steps and _may_take_steps(enrolment, in_hand):
        return to_step(step, campaign)
    enough = has_done_enough(enrolment)
    finished = enrolment.nothing_left_at is not None and has_had_all(enrolment)
    live = campaign.status == Campaign.Status.LIVE
    in_the_way = obstacle(enrolment) if live and not _holds(in_hand) else None
    ended = isinstance(in_the_way, (NothingLeft, Over))
    closed = campaign.status == Campaign.Status.CLOSED or ended
    serving = live and not (ended or enough or finished)
    used_up = serving and is_used_up(campaign)
    place = place_of(enrolment)
    leaving = _leaving(place, in_hand)
    progress, not_paid = Progress.of(enrolment, place.before), count_rejected(enrolment)
    compensation = compensation_of(enrolment)
    goes_on = serving and in_the_way is None and leaving["return_link"] is None
    if goes_on and _may_take_steps(enrolment, in_hand) and is_due(enrolment, progress.done):
        return redirect("worker:warm_up", code)
    context = terms_shown(campaign) | {
        "enrolment": enrolment,
        "in_hand": in_hand,
        "first": in_hand is None and not enrolment.submitted and steps_of(campaign),
        "enough": enough,
        "in_the_way": in_the_way,
        "used_up": used_up,
        "unpaid_steps": unpaid_steps,
        "may_fill_place": bool(leaving["place_done"]) or not used_up,
        "finished": finished,
        "may_go_on": not (enrolment.has_ended or closed or enough or finished),
        "unpaid": enrolment.submitted - enrolment.earning - not_paid,
        "rejected": not_accepted(count_rejected(enrolment, since=place.began_at)),
        "compensation": compensation,
        "has_pay": bool(campaign.reward or compensation or not_paid),
        "trained": so_far(enrolment.training_done, campaign.training_hits),
        "stopped": why_stopped(enrolment.pk) if enrolment.has_ended else "",
        "nothing_left": enrolment.nothing_left_at == campaign.reopenings,
        "progress": progress.shown(campaign, next_one=False),
        **leaving,
        "warmed_up": campaign.warm_up and progress.done >= campaign.warm_up,
        "desk": {"campaign": code, "worker": enrolment.pk, "links": links(code)},
        "script_texts": script_texts(campaign.scheme),
    }
    return render(request, "worker/done.html", context)


@page("POST")
def leave(request: HttpRequest, code: str) -> HttpResponse:
    enrolment = find_enrolment(request, code)
    response = redirect("worker:join", code)
    forget(response, code)
    forget_link(response, code)
    if enrolment is not None:
        forget_worker(request, response, enrolment.worker_id)
    return response


def _may_take_steps(enrolment: Enrolment, in_hand: Assignment | None) -> bool:
    """Return whether the steps are useful: an open task comes first, and after the end of the work
    there is nothing to do."""
    closed = enrolment.campaign.status == Campaign.Status.CLOSED
    return not (_holds(in_hand) or closed or enrolment.has_ended)


def _holds(in_hand: Assignment | None) -> bool:
    return in_hand is not None and in_hand.status == Assignment.Status.OPEN


def _leaving(place: Place, in_hand: Assignment | None) -> dict[str, object]:
    """Return the page context of the submission on a platform. Nothing is over while a task is
    open."""
    enrolment = place.enrolment
    out = None if _holds(in_hand) else return_link(enrolment, place)
    place_open = has_codes(enrolment.campaign) and out is None
    return {
        "return_link": out,
        "place_done": place.done,
        "fills_place": out is not None and place.is_full,
        "place_open": place_open,
        "skipped": left_undone(enrolment) if place_open and place.done else 0,
    }
