"""The metrics of this server for Prometheus."""

import os

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from annotation.services.monitoring.database_figures import DatabaseFigures, MoneyReader
from annotation.web.monitors import may_monitor

REFUSED = (
    "Metrics are for monitors: send the token of MIDPATH_METRICS_TOKEN, or without such a setting "
    "connect from this machine or a private network.\n"
)
money = MoneyReader()


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return what the processes of this server counted, and the figures of the database."""
    if not may_monitor(request):
        return HttpResponse(REFUSED, status=403, content_type="text/plain; charset=utf-8")
    processes, figures = processes_registry(), CollectorRegistry()
    figures.register(DatabaseFigures(money))
    text = generate_latest(processes) + generate_latest(figures)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def processes_registry() -> CollectorRegistry:
    """Return what this process counted, or all processes that share a folder for it."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    shared = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return shared
