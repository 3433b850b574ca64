"""Liveness and readiness of an instance, for Kubernetes, and the page of its checks."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import WSGIEnvironment

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.services.monitoring.checks import Effect, is_ready, run_checks
from annotation.services.monitoring.core_checks import all_checks
from annotation.services.monitoring.dead_letters import latest_letters
from annotation.web.monitors import may_monitor

Application = Callable[[WSGIEnvironment, Callable[..., Any]], Iterable[bytes]]

# Monitors connect to an instance by its own address, which is not in MIDPATH_HOSTS. The responses
# contain no links, so their host does not matter.
HOSTLESS = {"/health/live/", "/health/ready/", "/health/web/", "/metrics"}


def host_free(application: Application) -> Application:
    """Wrap the application to answer monitors under any host name."""

    def serve(environment: WSGIEnvironment, start: Callable[..., Any]) -> Iterable[bytes]:
        if environment["PATH_INFO"] in HOSTLESS:
            environment["HTTP_HOST"] = settings.ALLOWED_HOSTS[0].lstrip(".")
        return application(environment, start)

    return serve


@require_safe
@never_cache
def live(request: HttpRequest) -> JsonResponse:
    """Return 200 while this process answers. It reads nothing: a restart would not help a lost
    database."""
    return JsonResponse({"live": True})


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Return 200 if this instance can serve requests, else 503. Monitors get all checks, with what
    is wrong and what to do; browsers get them as a page."""
    is_monitor = may_monitor(request)
    results = run_checks(
        [one for one in all_checks() if is_monitor or one.effect == Effect.NOT_READY]
    )
    is_able = is_ready(results)
    status = 200 if is_able else 503
    if not is_monitor:
        return JsonResponse({"ready": is_able}, status=status)
    if "text/html" in request.headers.get("Accept", ""):
        context = {"results": results, "letters": latest_letters()}
        return render(request, "health/ready.html", context, status=status)
    listed = [result.as_json() for result in results]
    return JsonResponse({"ready": is_able, "checks": listed}, status=status)
