"""gunicorn with two workers, and what it and PostgreSQL spend."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import psutil
from django.conf import settings
from django.db import connection

from embedded.redis import free_port


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[bytes]
    port: int

    def cpu_seconds(self) -> float:
        """Of gunicorn and its workers, and of every process of PostgreSQL."""
        return cpu_of_family(self.process.pid) + cpu_of_family(postmaster())


@contextmanager
def serve(settings_module: str) -> Iterator[Server]:
    port = free_port()
    options = (
        "--workers",
        "2",
        "--worker-class",
        "gthread",
        "--threads",
        "4",
        "--keep-alive",
        "60",
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "config.wsgi", *options, "--bind", f"127.0.0.1:{port}"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": settings_module},
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for_port(port)
        yield Server(process, port)
    finally:
        process.terminate()
        process.wait(20)


def wait_for_port(port: int) -> None:
    for _ in range(300):
        with suppress(OSError):
            http.client.HTTPConnection("127.0.0.1", port, timeout=1).connect()
            return
        time.sleep(0.1)
    raise SystemExit("gunicorn did not start.")


def postmaster() -> int:
    """The parent of the process that serves us; PostgreSQL must run on this machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = int(cursor.fetchone()[0])
    return psutil.Process(backend).ppid()


def cpu_of_family(pid: int) -> float:
    parent = psutil.Process(pid)
    total = 0.0
    for process in (parent, *parent.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
    return total
