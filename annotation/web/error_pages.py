"""Pages outside the interfaces: the front page, health checks, and errors."""

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from annotation.services.health import database_answers, prove_writes, sweep_is_alive
from annotation.services.replica import gauge, has_replica, is_usable
from annotation.services.session_settings import find_wrong_settings
from annotation.services.snapshots.keys import public_keys
from annotation.web.problem_details import NOT_FOUND, Problem

SECURITY_TXT_HOLDS = timedelta(days=90)
TOO_LARGE = (
    f"A form can contain at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE / 2**20:g} MB of text. "
    "Go back: what you typed is still there. Upload it as a file, or send it in parts."
)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "home.html")


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Return 200 if all parts of the site work, else 503, for monitoring."""
    if not database_answers():
        unknown = dict.fromkeys(("writes", "sweep", "settings"), "unknown")
        return JsonResponse({"database": "unreachable", **unknown}, status=503)
    writes, sweep, wrong = prove_writes(), sweep_is_alive(), find_wrong_settings()
    report = {
        "database": "ok",
        "writes": "ok" if writes else "failing",
        "sweep": "ok" if sweep else "late",
        "settings": "wrong" if wrong else "ok",
    }
    healthy = writes and sweep and not wrong
    if has_replica():
        seconds = gauge.seconds_behind()
        report["replica"] = "unreachable" if seconds is None else f"{seconds:.1f} s behind"
        healthy = healthy and is_usable()
    return JsonResponse(report, status=200 if healthy else 503)


@require_safe
@never_cache
def health_of_web(request: HttpRequest) -> JsonResponse:
    """Return 200 if this server reaches the database, for load balancers and containers. Restarting
    web servers would fix neither late background work nor a full disk."""
    reached = database_answers()
    report = {"database": "ok" if reached else "unreachable"}
    return JsonResponse(report, status=200 if reached else 503)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact for reports of vulnerabilities (RFC 9116), or 404 if the operator set
    none. The file must name an expiry date within the coming year."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = timezone.now().replace(microsecond=0) + SECURITY_TXT_HOLDS
    address = request.build_absolute_uri(request.path)
    lines = (
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
        f"Canonical: {address}",
    )
    text = "".join(f"{line}\n" for line in lines)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=3600)
def signing_keys(request: HttpRequest) -> JsonResponse:
    """Return the public keys that sign this server's snapshots. This creates none: there is none
    before the first snapshot."""
    return JsonResponse(public_keys())


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    return Problem(404, "not_found", NOT_FOUND).plain_response()


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return refuse(request, Problem(413, "too_large", TOO_LARGE))
    reason = "The address or the form is not valid. Go back and try again."
    return refuse(request, Problem(400, "unreadable", reason))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Problem(403, "forbidden", "You do not have permission to do this."))


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form that was not sent from one of our pages, or is too old."""
    return refuse(request, Problem(403, "forbidden", "Reload the page and send the form again."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Problem(404, "not_found", NOT_FOUND))


def server_error(request: HttpRequest) -> HttpResponse:
    return refuse(request, Problem(500, "broken", "Something went wrong on our side. Try again."))


def refuse(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return a page for browsers, and problem details for clients of the API."""
    if request.path_info.startswith("/api/"):
        return problem.plain_response()
    page = problem.status if problem.status in {403, 404, 413, 500, 503} else 400
    context = {"reason": problem.detail}
    response = render(request, f"errors/{page}.html", context, status=problem.status)
    for name, value in problem.headers.items():
        response.headers[name] = value
    return response
