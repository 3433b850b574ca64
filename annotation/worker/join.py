"""The join page of a campaign: by a link, by a name, or returning."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from annotation.models import Campaign, Enrolment
from annotation.services.errors import (
    BudgetUsedUp,
    Busy,
    Crowded,
    Full,
    Invalid,
    NameTaken,
    NotQualified,
    NotServing,
    TooMany,
    Untrusted,
)
from annotation.services.pay.funding import (
    NO_MONEY,
    has_money_for_new,
    is_used_up,
    would_be_unpaid,
)
from annotation.services.people.entry import next_step, steps_of
from annotation.services.people.identity import Identity
from annotation.services.people.join import FULL, let_in
from annotation.services.people.platform_return import return_link_when_refused
from annotation.services.people.workers import has_joined
from annotation.services.wordings.terms import wordings_of
from annotation.services.work.allocation import is_over, opening_of
from annotation.web.client_address import client_address
from annotation.web.error_pages import not_found
from annotation.worker.answers import deleted, page, with_retry_after
from annotation.worker.desk import instructions_shown
from annotation.worker.device import keep_worker, people_known, workers_known
from annotation.worker.entry import next_page
from annotation.worker.identity import find_campaign, find_enrolment, remember, was_deleted
from annotation.worker.link_identity import (
    Visitor,
    forget_link,
    read_link,
    refusal_of_link,
    sent_by_form,
    visitor_of,
)
from annotation.worker.terms import terms_shown, work_of
from annotation.worker.work import to_work

Refusal = Crowded | Invalid | NameTaken | NotServing | Untrusted


@page("GET", "HEAD", "POST")
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Show the join page for a GET; join a worker only for the POST of its button.

    An id in the URL is removed first, because URLs end up in histories and logs and are shared."""
    campaign = find_campaign(request, code)
    if campaign is None:
        return deleted(request) if was_deleted(code) else not_found(request, LookupError(code))
    if request.method == "POST":
        return _let_in(request, campaign)
    if request.GET:
        return _without_id(request, campaign)
    visitor = visitor_of(request, code, find_enrolment(request, code))
    refused = None
    if visitor.enrolment is None:
        refused = refusal_of_link(request, campaign, visitor.linked)
    return _join_page(request, campaign, visitor, refused)


def _without_id(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    response = redirect("worker:join", campaign.code)
    response.status_code = HTTPStatus.SEE_OTHER
    response.headers["Referrer-Policy"] = "no-referrer"
    read_link(request, response, campaign)
    return response


def _let_in(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    linked, here = sent_by_form(request, campaign.code), find_enrolment(request, campaign.code)
    who = linked or Identity.named(request.POST.get("name", ""))
    try:
        enrolment = let_in(
            campaign=campaign,
            who=who,
            address=client_address(request),
            return_code=request.POST.get("return_code", ""),
            access_code=request.POST.get("access_code", ""),
            known=[*workers_known(request), *([here.worker_id] if here else [])],
        )
    except NotQualified as error:
        return _decline(request, campaign, who, error)
    except (BudgetUsedUp, Full, Invalid, NameTaken, Untrusted) as error:
        return _join_page(request, campaign, Visitor(linked=linked), error)
    except (Crowded, NotServing) as error:
        if linked is None:
            raise
        shown = _join_page(request, campaign, Visitor(linked=linked), error)
        return with_retry_after(error, shown)
    response = _start(request, enrolment)
    remember(response, enrolment, campaign.code)
    forget_link(response, campaign.code)
    if not campaign.is_dry_run:
        keep_worker(request, response, enrolment.worker_id)
    return response


def leads_to_work(campaign: Campaign) -> bool:
    """Return whether workers can start on the join page: nothing is asked of them before their
    first task, and the instructions are the same for all."""
    return not (steps_of(campaign) or wordings_of(campaign) or campaign.access_code)


def _start(request: HttpRequest, enrolment: Enrolment) -> HttpResponse:
    """Redirect to the first task, if the join page had the instructions, else to the first step."""
    campaign = enrolment.campaign
    if not leads_to_work(campaign) or next_step(enrolment) or would_be_unpaid(enrolment):
        return next_page(enrolment, ready="instructions")
    try:
        return to_work(request, enrolment)
    except (Busy, TooMany):
        return redirect("worker:instructions", campaign.code)


def _decline(
    request: HttpRequest, campaign: Campaign, who: Identity, error: NotQualified
) -> HttpResponse:
    """Show the rule that excludes them, and how to return to their platform."""
    context = work_of(campaign) | {"why": error.message}
    context |= {"return_link": return_link_when_refused(campaign, who)}
    return render(request, "worker/entry/turned_away.html", context, status=error.status)


def _join_page(
    request: HttpRequest, campaign: Campaign, visitor: Visitor, error: Refusal | None
) -> HttpResponse:
    enrolment, linked = visitor.enrolment, visitor.linked
    closed = campaign.status == Campaign.Status.CLOSED or is_over(campaign)
    is_known = enrolment is not None or visitor.again
    used_up = is_used_up(campaign) if is_known else not has_money_for_new(campaign)
    no_money = gettext(NO_MONEY) if used_up else ""
    full = gettext(FULL) if campaign.is_full else no_money
    shut = closed or bool(full) or campaign.status == Campaign.Status.DRAFT
    turned = isinstance(error, (Crowded, NotServing)) or (shut and enrolment is None)
    field = error.field if isinstance(error, Invalid) else ""
    opening = opening_of(campaign)
    leads = not (enrolment or shut or isinstance(error, Untrusted)) and leads_to_work(campaign)
    context = terms_shown(campaign) | {
        **(instructions_shown(campaign) if leads else {}),
        "leads_to_work": leads,
        "starts_now": leads and campaign.status == Campaign.Status.LIVE and not opening,
        **(_way_back(campaign, linked, used_up) if linked is not None and turned else {}),
        "full": full,
        "used_up": used_up,
        "closed": closed,
        "opening": opening,
        "enrolment": enrolment,
        "linked": linked,
        "again": visitor.again,
        "people_known": people_known(request, campaign) if not (enrolment or linked) else [],
        "name": request.POST.get("name", ""),
        "access_code": request.POST.get("access_code", ""),
        "error": error,
        "untrusted": isinstance(error, Untrusted),
        "name_taken": isinstance(error, NameTaken),
        "name_wrong": isinstance(error, NameTaken) or field == "name",
        "wrong_code": error.message if error and field == "access_code" else "",
    }
    return render(request, "worker/entry/join.html", context, status=error.status if error else 200)


def _way_back(campaign: Campaign, linked: Identity, used_up: bool) -> dict[str, object]:
    """Return that no new workers can join, and how to return to the platform.

    Workers who have joined can always return, but get no paid work once the budget is used up."""
    link = return_link_when_refused(campaign, linked)
    if has_joined(campaign, linked.source, linked.worker):
        return {"return_link": link} if used_up else {}
    return {"shut_out": True, "return_link": link}
