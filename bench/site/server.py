"""Processes to measure: gunicorn with two workers, PostgreSQL's costs, and Celery."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import psutil
from django.conf import settings
from django.db import connection

from embedded.redis import free_port

CELERY_PROCESSES = 2


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[bytes]
    port: int

    def cpu_seconds(self) -> float:
        """Return the processor seconds of gunicorn, its workers and all processes of PostgreSQL."""
        return cpu_of_family(self.process.pid) + cpu_of_family(postmaster())

    def megabytes(self) -> float:
        """Return the current memory of gunicorn and its workers."""
        return sum(each.memory_info().rss for each in family(self.process.pid)) / 1e6


WORKERS = ("--workers", "2", "--worker-class", "gthread", "--threads", "4", "--keep-alive", "60")
GUNICORN = ("gunicorn", "config.wsgi", *WORKERS)
BARE = ("gunicorn", "bench.site.bare_wsgi", *WORKERS)


@contextmanager
def serve(
    settings_module: str,
    command: Sequence[str] = GUNICORN,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    port = free_port()
    command = [sys.executable, "-m", *command, "--bind", f"127.0.0.1:{port}"]
    variables = {**os.environ, "DJANGO_SETTINGS_MODULE": settings_module, **(environment or {})}
    with start(command, port, settings.BASE_DIR, variables) as server:
        yield server


@contextmanager
def start(
    command: Sequence[str | Path],
    port: int,
    folder: Path,
    environment: Mapping[str, str],
    *,
    log: Path = Path(os.devnull),
    seconds: int = 30,
) -> Iterator[Server]:
    """Yield a server once it listens, within so many seconds."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        wait_for_port(port, seconds, process)
        yield Server(process, port)
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Request a process to stop; if it is still busy, kill it with its child processes."""
    started = family(process.pid)
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        for each in started:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        process.wait(30)


def wait_for_port(
    port: int, seconds: int = 30, process: subprocess.Popen[bytes] | None = None
) -> None:
    """Wait until something listens, or until the process ends, which then never will."""
    for _ in range(10 * seconds):
        if process and process.poll() is not None:
            break
        with suppress(OSError):
            http.client.HTTPConnection("127.0.0.1", port, timeout=1).connect()
            return
        time.sleep(0.1)
    raise SystemExit("The server did not start.")


def postmaster() -> int:
    """Return the parent of the PostgreSQL process that serves this one; it must be on this
    machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = int(cursor.fetchone()[0])
    return psutil.Process(backend).ppid()


@contextmanager
def celery(queue: str = "") -> Iterator[str]:
    """Yield the queue of real worker processes, a new queue if none is named."""
    queue = queue or f"bench-{uuid4().hex[:8]}"
    options = ["-A", "config", "worker", "-Q", queue, "--concurrency", str(CELERY_PROCESSES)]
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", *options, "--loglevel", "ERROR", "--hostname", queue],
        cwd=settings.BASE_DIR,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield queue
    finally:
        stop(process)


def family(pid: int) -> list[psutil.Process]:
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


def cpu_of_family(pid: int) -> float:
    """Return the processor seconds of a process and its descendants, also of those that ended, such
    as one for each connection to PostgreSQL."""
    total = 0.0
    for process in family(pid):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total
