"""The base of Celery's tasks: it counts outcomes for Prometheus, logs the id of the request that
caused a task, and records failures as dead letters."""

import time
from typing import Any

from celery import Task

from annotation.services.monitoring.counters import TASK_SECONDS, TASKS
from annotation.services.monitoring.dead_letters import REPLAYED
from annotation.services.request_id import HEADER, current_request_id, request_id
from annotation.services.telemetry import span, start_sentry
from tasks.dead_letters import FAILURES

start_sentry()


class MeasuredTask(Task):  # type: ignore[type-arg]
    """A task. One that returns False did nothing, because another process does the work, its lane
    is full, or nothing is due: that is no success after a failure."""

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        begun = time.perf_counter()
        headers = self.request.headers or {}
        cause = headers.get(HEADER) or current_request_id()
        # A caller that runs a task directly, or waits for its result, sees the error.
        is_message = self.ignore_result and not self.request.called_directly
        try:
            with request_id(cause), span(self.name, request_id=cause):
                result = self.run(*args, **kwargs)
        except Exception as error:
            TASKS.labels(self.name, "failed").inc()
            if is_message:
                FAILURES.record(self.name, args, error, cause)
            raise
        finally:
            TASK_SECONDS.labels(self.name).observe(time.perf_counter() - begun)
        TASKS.labels(self.name, "done").inc()
        if is_message and result is not False:
            FAILURES.settle(self.name, args, replayed=REPLAYED in headers)
        return result
