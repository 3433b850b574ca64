"""The counters of each process for Prometheus. Exact numbers are read from the database instead
(`database_figures`).

With PROMETHEUS_MULTIPROC_DIR, which gunicorn.conf.py and config.celery set, the processes of a
server add up. No label has values that people choose."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from prometheus_client import Counter, Histogram

from annotation.services.errors import ServiceError

P = ParamSpec("P")
T = TypeVar("T")

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
LONG_SECONDS = (0.01, 0.1, 0.5, 1.0, 5.0, 30.0, 120.0, 600.0)

REQUESTS = Counter(
    "midpath_requests", "HTTP requests by the name of their URL.", ("method", "route", "status")
)
REQUEST_SECONDS = Histogram(
    "midpath_request_seconds", "Duration of HTTP requests.", ("route",), buckets=SECONDS
)
CLAIMS = Counter("midpath_claims", "Requests for a HIT by outcome.", ("outcome",))
SUBMITS = Counter("midpath_submits", "Submissions by outcome.", ("outcome",))
TASKS = Counter("midpath_tasks", "Celery tasks by outcome.", ("task", "outcome"))
TASK_SECONDS = Histogram(
    "midpath_task_seconds", "Duration of Celery tasks.", ("task",), buckets=LONG_SECONDS
)

DROPPED_LETTERS = Counter(
    "midpath_dead_letters_dropped", "Failed tasks that were no longer recorded: too many failed."
)


def counted(
    counter: Counter, outcome_of: Callable[[T], str]
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Count the outcomes of a service: of what it returns, or the code of its refusal."""

    def decorate(service: Callable[P, T]) -> Callable[P, T]:
        @wraps(service)
        def run(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                result = service(*args, **kwargs)
            except ServiceError as error:
                counter.labels(error.code).inc()
                raise
            counter.labels(outcome_of(result)).inc()
            return result

        return run

    return decorate
