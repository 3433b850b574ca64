"""Bound what submissions that come to nothing may cost.

A browser submits what it has checked, once. Whoever sends what is refused, or what is stored
already, costs the server as much as work does, and can do so without end. So each process answers
some of these and then a few in a second, whoever sends them; beyond that, those who sent such
things lately are told to wait before anything of theirs is read. Whoever did not is never kept
waiting, so nobody who works is slowed by those who do not. It is counted in memory: nothing waits
for that, and a restart forgives."""

import math
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus

from annotation.services.errors import TooMany

AT_ONCE = 50.0  # fifty identical submissions at once are all answered
A_SECOND = 5.0
LATELY_SECONDS = 60.0
MOST_REMEMBERED = 20_000
NO_FAULT = {HTTPStatus.CREATED, HTTPStatus.SERVICE_UNAVAILABLE}


@dataclass
class Patience:
    """`left` submissions more may come to nothing at once, as of `at`; `idle_at` says when the
    last one of each worker did. Who a worker is, is said by a digest."""

    left: float = AT_ONCE
    at: float = field(default_factory=time.monotonic)
    idle_at: dict[bytes, float] = field(default_factory=dict)
    turn: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, worker: bytes) -> bool:
        """Whether this submission is counted from now on, as that of one whose last came to
        nothing; TooMany where they have to wait."""
        with self.turn:
            now = self._fill()
            if now - self.idle_at.get(worker, -math.inf) > LATELY_SECONDS:
                return False
            if self.left >= 1:
                self.left -= 1
                return True
            wait = math.ceil((1 - self.left) / A_SECOND)
        raise TooMany("Too many answers were refused or sent again.", wait=wait)

    def end(self, worker: bytes, *, counted: bool, status: int) -> None:
        """What became of it, by the status of its answer."""
        with self.turn:
            now = self._fill()
            if status in NO_FAULT:
                self.left += counted
                return
            self.left -= min(self.left, not counted)
            self.idle_at[worker] = now
            if len(self.idle_at) > MOST_REMEMBERED:
                self._forget()

    def _fill(self) -> float:
        now = time.monotonic()
        self.left = min(self.left + (now - self.at) * A_SECOND, AT_ONCE)
        self.at = now
        return now

    def _forget(self) -> None:
        """Half of them, those of longest ago."""
        by_time = sorted(self.idle_at, key=self.idle_at.__getitem__)
        for worker in by_time[: MOST_REMEMBERED // 2]:
            del self.idle_at[worker]


patience = Patience()
