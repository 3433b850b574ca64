"""The base of Celery's tasks: it counts outcomes for Prometheus, and logs the id of the request
that caused a task."""

import time
from typing import Any

from celery import Task

from annotation.services.monitoring.counters import TASK_SECONDS, TASKS
from annotation.services.request_id import HEADER, current_request_id, request_id
from annotation.services.telemetry import span, start_sentry

start_sentry()


class MeasuredTask(Task):  # type: ignore[type-arg]
    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        begun = time.perf_counter()
        cause = (self.request.headers or {}).get(HEADER) or current_request_id()
        try:
            with request_id(cause), span(self.name, request_id=cause):
                result = self.run(*args, **kwargs)
        except Exception:
            TASKS.labels(self.name, "failed").inc()
            raise
        finally:
            TASK_SECONDS.labels(self.name).observe(time.perf_counter() - begun)
        TASKS.labels(self.name, "done").inc()
        return result
