"""The home page of a worker: all their work in this browser, what they can start, and their pay."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from annotation.models import Enrolment
from annotation.schemes import scheme_of
from annotation.services.errors import Invalid
from annotation.services.people.entry import missing
from annotation.services.people.worker_home import Work, home_of, language_of_latest
from annotation.text.languages import is_known
from annotation.text.languages.selection import keep_language, speak_language_of_campaign
from annotation.worker.answers import page
from annotation.worker.device import forget_all, keep_worker, workers_known
from annotation.worker.entry import next_page
from annotation.worker.identity import NotJoined, forget_each, remember
from annotation.worker.terms import duration, money, most_of, offer_of
from midpath.text.characters import key_in

# Each deleted cookie is a header line of the response, and proxies limit headers.
MAX_FORGOTTEN = 20


@page("GET", "HEAD")
def show(request: HttpRequest) -> HttpResponse:
    """Show the work of the workers known to this browser; without any, show how to start."""
    known = workers_known(request)
    context: dict[str, object] = {"languages": settings.LANGUAGES, "known": bool(known)}
    if known:
        speak_language_of_campaign(request, language_of_latest(known))
        home = home_of(known)
        names = {one.enrolment.worker_id for one in home.works}
        context |= {
            "home": home,
            "in_progress": [_shown(one) for one in home.in_progress],
            "others": [_shown(one) for one in home.others],
            "offers": [
                {
                    "campaign": one,
                    "work": scheme_of(one).work,
                    "reward": money(one.reward, one) if one.reward else "",
                    "offer": offer_of(one, most_of(one)),
                }
                for one in home.offers
            ],
            "several": len(names) > 1,
        }
    return render(request, "worker/home/home.html", context)


@page("POST")
def change_language(request: HttpRequest) -> HttpResponse:
    language = request.POST.get("language", "")
    if not is_known(language):
        raise Invalid(gettext("Choose a language from the list."), field="language")
    response = redirect("worker:home")
    keep_language(response, language)
    return response


@page("POST")
def leave(request: HttpRequest) -> HttpResponse:
    """Sign out everyone who worked in this browser. Their work stays."""
    response = redirect("worker:home")
    after = _key(request, "after")
    rows = Enrolment.objects.filter(worker__in=workers_known(request), pk__gt=after)
    found = list(rows.order_by("pk").values_list("pk", "campaign__code")[: MAX_FORGOTTEN + 1])
    if len(found) > MAX_FORGOTTEN:
        last, _ = found[MAX_FORGOTTEN - 1]
        response = redirect(f"{reverse('worker:leave_all')}?after={last}")
        response.status_code = HTTPStatus.TEMPORARY_REDIRECT
    else:
        forget_all(response)
    forget_each(response, [code for _, code in found[:MAX_FORGOTTEN]])
    return response


@page("POST")
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """Continue a known worker's campaign, or open their data; send all others to the join page."""
    given = _key(request, "as")
    enrolments = Enrolment.objects.filter(campaign__deleted_at=None)
    rows = enrolments.select_related("campaign", "worker").filter(
        campaign__code=code, worker__in=workers_known(request)
    )
    if given:
        rows = rows.filter(pk=given)
    enrolment = rows.order_by("-joined_at").first()
    if enrolment is None:
        raise NotJoined
    if request.POST.get("to") == "kept":
        response: HttpResponse = redirect("worker:kept", code)
    else:
        response = next_page(enrolment, ready="hit")
    remember(response, enrolment, code)
    keep_worker(request, response, enrolment.worker_id)
    return response


def _key(request: HttpRequest, name: str) -> int:
    """Return the key in a form or a URL; 0 if there is none."""
    return key_in(request.POST.get(name, "") or request.GET.get(name, "")) or 0


def _shown(work: Work) -> dict[str, object]:
    campaign = work.enrolment.campaign
    return {
        "work": work,
        "campaign": campaign,
        "what": scheme_of(campaign).work,
        "left": duration(int(work.open_task.seconds_left)) if work.open_task else "",
        "first": missing(work.step, campaign).message if work.step else "",
        "pays": bool(campaign.reward or work.balance.total),
    }
