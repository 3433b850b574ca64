"""Submit many judgments through the real services: rate-limited, in threads, with a progress
bar."""

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import TypeVar

from django.db import OperationalError, connection
from psycopg2.errors import LockNotAvailable

from annotation.services.errors import Busy

T = TypeVar("T")
BAR = 30
REDRAW_SECONDS = 0.2
LINE_SECONDS = 5.0
PATIENCE_SECONDS = 30.0


class Pace:
    """A limit on judgments per second over all threads; None for no limit."""

    def __init__(self, rate: float | None) -> None:
        self._gap = 1 / rate if rate else 0.0
        self._next = time.monotonic()
        self._turn = threading.Lock()

    def wait(self) -> None:
        if not self._gap:
            return
        with self._turn:
            start = max(self._next, time.monotonic())
            self._next = start + self._gap
        time.sleep(max(0.0, start - time.monotonic()))


class Progress:
    """The counts of outcomes, shown on stderr: a bar on a terminal, else an occasional line."""

    def __init__(self, total: int) -> None:
        self.outcomes: Counter[str] = Counter()
        self._total = total
        self._begun = self._drawn = time.monotonic()
        self._lock = threading.Lock()
        self._terminal = sys.stderr.isatty()

    def note(self, outcome: str) -> None:
        with self._lock:
            self.outcomes[outcome] += 1
            now = time.monotonic()
            if now - self._drawn >= (REDRAW_SECONDS if self._terminal else LINE_SECONDS):
                self._drawn = now
                self._draw()

    def finish(self) -> None:
        if self._terminal:
            self._draw()
            sys.stderr.write("\n")

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begun

    def _draw(self) -> None:
        done = self.outcomes.total()
        numbers = f"{done:,} of {self._total:,} · {done / max(self.seconds, 0.001):,.0f}/s"
        if self._terminal:
            full = BAR * done // max(self._total, 1)
            sys.stderr.write(f"\r  {'█' * full}{'░' * (BAR - full)} {numbers} ")
        else:
            sys.stderr.write(f"  {numbers}\n")
        sys.stderr.flush()


class Stopped(Exception):
    """The end of a thread because another one failed."""


class Crew:
    """A set of threads that run jobs. The first failure, or Ctrl-C, stops all of them after their
    current job."""

    def __init__(self) -> None:
        self._stopping = threading.Event()

    def run(self, jobs: Iterable[Callable[[], None]]) -> None:
        jobs = list(jobs)
        with ThreadPoolExecutor(max(len(jobs), 1)) as pool:
            futures = [pool.submit(self._work, job) for job in jobs]
            try:
                wait(futures, return_when=FIRST_EXCEPTION)
            finally:
                self._stopping.set()
        for future in futures:
            error = future.exception()
            if error is not None and not isinstance(error, Stopped):
                raise error

    def require_going_on(self) -> None:
        if self._stopping.is_set():
            raise Stopped

    def _work(self, job: Callable[[], None]) -> None:
        try:
            job()
        finally:
            connection.close()


def patiently(service: Callable[[], T]) -> T:
    """Call a service, retrying for a while if the server is busy or a row is locked."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    pause = 0.05
    while True:
        try:
            return service()
        except (Busy, OperationalError) as error:
            waiting = isinstance(error, Busy) or isinstance(error.__cause__, LockNotAvailable)
            if not waiting or time.monotonic() > give_up:
                raise
        time.sleep(pause)
        pause = min(2 * pause, 2.0)
