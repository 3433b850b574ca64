"""The pages that belong to no face: the front door, health, and errors."""

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.models import Heartbeat
from annotation.problems import NOT_FOUND, Problem

SWEEPS_MISSED = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "home.html")


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 when pages can be served; `sweep` says whether the background work is alive."""
    allowed = timedelta(seconds=SWEEPS_MISSED * settings.SWEEP_SECONDS)
    try:
        alive = Heartbeat.objects.filter(name="sweep", beat_at__gt=Now() - allowed).exists()
    except DatabaseError:
        return JsonResponse({"database": "unreachable", "sweep": "unknown"}, status=503)
    return JsonResponse({"database": "ok", "sweep": "ok" if alive else "late"})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return refuse(request, Problem(413, "too_large", "This is larger than is taken here."))
    reason = "Something in the address or the form is not in order. Go back and try again."
    return refuse(request, Problem(400, "unreadable", reason))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Problem(403, "forbidden", "You are not allowed to do this."))


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that was not sent from a page of ours, or from one that is too old."""
    return refuse(request, Problem(403, "forbidden", "Reload the page and send the form again."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Problem(404, "not_found", NOT_FOUND))


def server_error(request: HttpRequest) -> HttpResponse:
    return refuse(request, Problem(500, "broken", "Something broke on our side. Try again."))


def refuse(request: HttpRequest, problem: Problem) -> HttpResponse:
    """A page for people; a problem for programs, whatever they asked of the API."""
    if request.path_info.startswith("/api/"):
        return problem.plain_response()
    page = problem.status if problem.status in {403, 404, 500, 503} else 400
    context = {"reason": problem.detail}
    response = render(request, f"errors/{page}.html", context, status=problem.status)
    for name, value in problem.headers.items():
        response.headers[name] = value
    return response
