"""Middleware that counts requests and their duration for Prometheus, and traces them if traces are
sent anywhere. Addresses are in neither: they may contain the ids of workers."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from annotation.services.monitoring.counters import REQUEST_SECONDS, REQUESTS
from annotation.services.request_id import current_request_id
from annotation.services.telemetry import span

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Label requests with the name of their URL; all that match no URL share one label."""

    def handle(request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        method = request.method if request.method in METHODS else "other"
        with span("request", request_id=current_request_id()) as noted:
            response = get_response(request)
            match = request.resolver_match
            route = match.view_name if match is not None else "none"
            noted(method=str(method), route=route, status=response.status_code)
        REQUESTS.labels(method, route, str(response.status_code)).inc()
        REQUEST_SECONDS.labels(route).observe(time.perf_counter() - begun)
        return response

    return handle
