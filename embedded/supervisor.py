"""A supervisor that restarts processes that died, up to a number of times.

Only deaths of processes that were up are counted. A process that dies during startup, such as
PostgreSQL killed during its recovery, is started again after increasing pauses, until it has been
down for too long."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from embedded.errors import Trouble, failed

MIN_PAUSE_LENGTH, MAX_PAUSE_SECONDS = 0.5, 8.0


class Server(Protocol):
    name: str
    log: Path

    @property
    def alive(self) -> bool: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


@dataclass
class Record:
    """A server's recent past. `failures` counts the consecutive starts after which it was not up;
    `down_at` and `due_at` are None while it is up."""

    deaths: deque[float]
    failures: int = 0
    down_at: float | None = None
    due_at: float | None = None
    said: str = ""

    def note_up(self) -> None:
        self.failures, self.down_at, self.due_at, self.said = 0, None, None, ""

    def plan_start(self, now: float) -> None:
        """Plan the next start, each later than the one before."""
        self.due_at = now + min(MIN_PAUSE_LENGTH * 2**self.failures, MAX_PAUSE_SECONDS)


@dataclass
class Supervisor:
    """A watch over servers that are up. It gives up when one has died more than `restarts` times in
    `within` seconds, or could not be started for `start_timeout` seconds."""

    servers: Sequence[Server]
    say: Callable[[str], None]
    restarts: int = 5
    within: float = 300
    start_timeout: float = 120
    pause: float = MIN_PAUSE_LENGTH
    _records: dict[str, Record] = field(default_factory=dict)

    def watch(self) -> None:
        """Watch until an exception, such as the one raised by Ctrl-C."""
        while True:
            for server in self.servers:
                self._look_at(server)
            time.sleep(self.pause)

    def _look_at(self, server: Server) -> None:
        record = self._records.setdefault(server.name, Record(deque(maxlen=self.restarts)))
        now = time.monotonic()
        if server.alive:
            record.note_up()
        elif record.down_at is None:
            self._note_death(server, record, now)
        elif record.due_at is None:
            self._note_failure(server, record, now)
        elif now >= record.due_at:
            self._start(server, record)

    def _note_death(self, server: Server, record: Record, now: float) -> None:
        server.stop()
        deaths = record.deaths
        if len(deaths) == self.restarts and now - deaths[0] < self.within:
            self.say(f"{server.name} has stopped {self.restarts + 1} times; giving up.")
            raise failed(server.name, server.log, server.log.parent)
        deaths.append(now)
        record.down_at = now
        record.plan_start(now)
        self.say(f"{server.name} has stopped; starting it again ({len(deaths)}).")

    def _start(self, server: Server, record: Record) -> None:
        """Start it; the next check finds out whether it is up."""
        record.due_at = None
        try:
            server.start()
        except Trouble as trouble:
            if str(trouble) != record.said:
                record.said = str(trouble)
                self.say(record.said)

    def _note_failure(self, server: Server, record: Record, now: float) -> None:
        server.stop()
        if record.down_at is not None and now - record.down_at > self.start_timeout:
            self.say(f"{server.name} could not be started for {self.start_timeout:g} s; giving up.")
            raise failed(server.name, server.log, server.log.parent)
        record.failures += 1
        record.plan_start(now)
