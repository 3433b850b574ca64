"""Real servers next to a test, on the test's own database, which can be killed at will."""

import http.client
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote, urlencode

import psutil
from django.conf import settings
from django.db import connection

from annotation.models import Judgment
from embedded.child import Child
from embedded.redis import free_port

ROOT = Path(settings.BASE_DIR)


def test_database_url() -> str:
    at = connection.settings_dict
    login = quote(at["USER"], safe="") + (
        f":{quote(at['PASSWORD'], safe='')}" if at["PASSWORD"] else ""
    )
    where = urlencode({"host": at["HOST"], "port": at["PORT"]})
    return f"postgres://{login}@/{quote(at['NAME'], safe='')}?{where}"


def wait_for(condition: Callable[[], bool], *, seconds: float, what: str) -> float:
    """Return how long it took; raise an assertion with its name if it never happened."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < seconds, f"{what} did not come within {seconds} s"
        time.sleep(0.02)
    return time.monotonic() - begun


def all_folded() -> bool:
    return not Judgment.objects.unfolded().exists()


def in_background(work: Callable[[], object]) -> threading.Thread:
    """Run it in a thread of its own, with its own connection."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@dataclass
class Stack:
    """The web and worker processes of one test; survivors are killed at its end."""

    folder: Path
    redis_url: str
    extra: Mapping[str, str] = field(default_factory=dict)
    children: list[Child] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DATABASE_URL": test_database_url(),
            "REDIS_URL": self.redis_url,
            "MIDPATH_DEBUG": "1",
            "MIDPATH_SWEEP_SECONDS": "1",
            **self.extra,
        }

    def start(self, name: str, *command: str) -> Child:
        child = Child(
            name,
            [sys.executable, "-m", *command],
            self.folder / f"{name}.log",
            ROOT,
            environment=self.environment,
        )
        child.start()
        self.children.append(child)
        return child

    def start_web(self, port: int, workers: int = 2, *, wait: bool = True) -> Child:
        options = ("--workers", str(workers), "--worker-class", "gthread", "--threads", "4")
        web = self.start("web", "gunicorn", "config.wsgi", *options, "--bind", f"127.0.0.1:{port}")
        if wait:
            wait_for_web(port)
        return web

    def start_celery(self, *, beat: bool = True) -> Child:
        schedule = ("-B", "--schedule", str(self.folder / "beat")) if beat else ()
        options = ("--concurrency", "2", "--without-gossip", "--without-mingle", *schedule)
        return self.start(
            "celery", "celery", "-A", "config", "worker", "--loglevel", "INFO", *options
        )

    def wait_for_celery(self, times: int = 1, name: str = "celery") -> None:
        """Wait until Celery takes messages, after it was started that many times."""
        wait_for(lambda: self.log(name).count(" ready.") >= times, seconds=300, what=name)

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def stop(self) -> None:
        for child in self.children:
            kill_tree(child)


def wait_for_web(port: int) -> None:
    wait_for(lambda: answers(port), seconds=300, what="gunicorn")


def answers(port: int) -> bool:
    return status_of(port, "/health/web/") == HTTPStatus.OK


def status_of(port: int, path: str) -> int | None:
    """Return the status of a page, or None without an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def free_web_port() -> int:
    return free_port()


def processes_of(child: Child) -> list[psutil.Process]:
    """Return the parent first, then the processes of its pool."""
    if child.process is None:
        return []
    with suppress(psutil.NoSuchProcess):
        parent = psutil.Process(child.process.pid)
        return [parent, *parent.children(recursive=True)]
    return []


def kill_tree(child: Child) -> None:
    for process in processes_of(child):
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGKILL)
    if child.process is not None:
        # Orphans of a killed parent are still in its process group.
        with suppress(ProcessLookupError):
            os.killpg(child.process.pid, signal.SIGKILL)
        child.process.wait(10)
