"""A supervisor that restarts processes that died, a bounded number of times."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from embedded.trouble import Trouble, failed


class Server(Protocol):
    name: str
    log: Path

    @property
    def alive(self) -> bool: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


@dataclass
class Supervisor:
    servers: Sequence[Server]
    say: Callable[[str], None]
    restarts: int = 5
    within: float = 300
    pause: float = 0.5
    _deaths: dict[str, deque[float]] = field(default_factory=dict)

    def watch(self) -> None:
        """Watch until an exception, such as the one that Ctrl-C raises."""
        while True:
            for server in self.servers:
                if not server.alive:
                    self._revive(server)
            time.sleep(self.pause)

    def _revive(self, server: Server) -> None:
        server.stop()
        deaths = self._deaths.setdefault(server.name, deque(maxlen=self.restarts))
        now = time.monotonic()
        if len(deaths) == self.restarts and now - deaths[0] < self.within:
            self.say(f"{server.name} has stopped {self.restarts + 1} times; giving up.")
            raise failed(server.name, server.log, server.log.parent)
        deaths.append(now)
        self.say(f"{server.name} has stopped; starting it again ({len(deaths)}).")
        try:
            server.start()
        except Trouble as trouble:
            self.say(str(trouble))
