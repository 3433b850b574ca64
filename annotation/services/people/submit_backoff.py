"""Rate-limit workers whose submissions are repeatedly rejected.

A browser submits once, after its own checks. A rejected or repeated submission costs the server
as much as a stored one, and can be sent without end. So each process answers a number of these
at once and then a few per second, over all workers. Beyond that, workers whose recent
submissions stored nothing must wait before anything of theirs is read. Other workers never wait.
The counts are in memory: this costs no request time, and a restart resets them."""

import math
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus

from django.utils.translation import gettext

from annotation.services.errors import TooMany

AT_ONCE = 50.0  # fifty identical submissions at once are all answered
A_SECOND = 5.0
LATELY_SECONDS = 60.0
MAX_REMEMBERED = 20_000
NO_FAULT = {HTTPStatus.CREATED, HTTPStatus.SERVICE_UNAVAILABLE}


@dataclass
class Patience:
    """The number of rejected submissions that this process still answers. `left` is that number at
    the time `at`. `idle_at` maps the digest of each worker to the time of their last submission
    that stored nothing."""

    left: float = AT_ONCE
    at: float = field(default_factory=time.monotonic)
    idle_at: dict[bytes, float] = field(default_factory=dict)
    turn: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, worker: bytes) -> bool:
        """Return whether this submission counts now, because the worker's last one stored nothing.
        Raise TooMany if they have to wait."""
        with self.turn:
            now = self._fill()
            if now - self.idle_at.get(worker, -math.inf) > LATELY_SECONDS:
                return False
            if self.left >= 1:
                self.left -= 1
                return True
            wait = math.ceil((1 - self.left) / A_SECOND)
        raise TooMany(gettext("Too many of your answers were refused or sent again."), wait=wait)

    def end(self, worker: bytes, *, counted: bool, status: int) -> None:
        """Record the result of a submission from the status of its response."""
        with self.turn:
            now = self._fill()
            if status in NO_FAULT:
                self.left += counted
                return
            self.left -= min(self.left, not counted)
            self.idle_at[worker] = now
            if len(self.idle_at) > MAX_REMEMBERED:
                self._forget()

    def _fill(self) -> float:
        now = time.monotonic()
        self.left = min(self.left + (now - self.at) * A_SECOND, AT_ONCE)
        self.at = now
        return now

    def _forget(self) -> None:
        """Drop the oldest half of the remembered workers."""
        by_time = sorted(self.idle_at, key=self.idle_at.__getitem__)
        for worker in by_time[: MAX_REMEMBERED // 2]:
            del self.idle_at[worker]


patience = Patience()
