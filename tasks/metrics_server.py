"""The metrics of a Celery worker, served by its parent process for all of its processes."""

import os
import shutil
from typing import Any

from celery import bootsteps
from django.conf import settings
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector


class MetricsServer(bootsteps.StartStopStep):
    """A step of a worker's start, if MIDPATH_WORKER_METRICS is set. It comes after that of the
    pool, whose processes would otherwise inherit the open port."""

    requires = ("celery.worker.components:Pool",)

    def include_if(self, parent: Any) -> bool:
        _, port = settings.WORKER_METRICS
        return bool(port)

    def start(self, parent: Any) -> None:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        host, port = settings.WORKER_METRICS
        self.server, _ = start_http_server(port, host, registry)

    def stop(self, parent: Any) -> None:
        self.server.shutdown()
        self.server.server_close()
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
