"""Settings that gunicorn reads from its working directory: its access log, and the folder in which
its processes count for Prometheus.

Requests are logged without the query string and the referrer, since both may identify a worker on
another platform. Secrets that open accounts and projects are redacted. The log has the id of each
request, and is JSON if MIDPATH_LOG_FORMAT says so."""

import os
import shutil
import tempfile
from datetime import timedelta
from importlib import import_module
from typing import Any

import orjson
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from annotation.web.log_redaction import without_secrets
from midpath.garbage import keep_what_is_loaded

IS_JSON = os.environ.get("MIDPATH_LOG_FORMAT") == "json"
COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"
NAMES = {
    "address": "h",
    "time": "t",
    "method": "m",
    "path": "U",
    "status": "s",
    "bytes": "B",
    "agent": "a",
    "microseconds": "D",
    "process": "p",
    "request_id": "I",
}


class LoggerWithoutSecrets(Logger):  # type: ignore[misc]
    def atoms(self, *args: Any) -> dict[str, Any]:
        """Return the fields of a log line, with the URL redacted."""
        told: dict[str, Any] = super().atoms(*args)
        identity = told.get("{x-request-id}o", "-")
        return told | {"U": without_secrets(told["U"] or ""), "I": identity}

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        if not IS_JSON:
            super().access(resp, req, environ, request_time)
        elif self.cfg.accesslog:
            atoms = self.atoms(resp, req, environ, request_time)
            line = {name: atoms.get(key) for name, key in NAMES.items()}
            self.access_log.info(orjson.dumps(line | {"logger": "gunicorn.access"}).decode())


logger_class = LoggerWithoutSecrets
access_log_format = '%(h)s %(l)s %(u)s %(t)s "%(m)s %(U)s %(H)s" %(s)s %(b)s "%(a)s" %(I)s'


def on_starting(server: Arbiter) -> None:
    """Create the folder of counts before any process imports prometheus_client, which decides then
    how it counts. Whichever process is asked for metrics adds the counts of all. Then load what the
    processes share."""
    if COUNTED_IN not in os.environ:
        os.environ[COUNTED_IN] = server.counted_in = tempfile.mkdtemp(prefix="midpath-metrics-")
    import_module("config.before_fork")
    keep_what_is_loaded()


def post_worker_init(worker: Worker) -> None:
    keep_what_is_loaded()


def on_exit(server: Arbiter) -> None:
    if hasattr(server, "counted_in"):
        shutil.rmtree(server.counted_in, ignore_errors=True)
