"""A private Redis on a free port, protected by a password. It stores nothing permanent."""

import secrets
import socket
from dataclasses import dataclass, field
from pathlib import Path

from embedded.account import Account
from embedded.binaries import find_redis, within_reach
from embedded.child import Child, wait_until
from embedded.errors import failed

ATTEMPTS = 5
# Evicting a key would lose messages, so a full Redis refuses new ones instead.
CONFIGURATION = """bind 127.0.0.1
port {port}
requirepass {password}
dir {folder}
save ""
appendonly no
maxmemory 128mb
maxmemory-policy noeviction
"""


@dataclass
class Redis:
    home: Path
    folder: Path
    log: Path
    account: Account | None
    password: str = field(default_factory=lambda: secrets.token_hex(16), init=False)
    port: int = field(default=0, init=False)
    child: Child | None = field(default=None, init=False)
    name = "Redis"

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    @property
    def alive(self) -> bool:
        return self.child is not None and self.child.alive

    def start(self) -> None:
        """Start on the same port as before, or the first time on any free one."""
        program = within_reach(find_redis(), self.account, self.home)
        for _ in range(ATTEMPTS):
            port = self.port or free_port()
            if self._starts(program, port):
                self.port = port
                return
        raise failed("Redis", self.log, self.folder)

    def stop(self) -> None:
        if self.child:
            self.child.stop()
            self.child = None

    def _starts(self, program: Path, port: int) -> bool:
        words = CONFIGURATION.format(port=port, password=self.password, folder=self.folder)
        self.child = Child(self.name, [program, "-"], self.log, self.folder, account=self.account)
        self.child.start(words)
        wait_until(lambda: self._answers(port) or not self.alive, seconds=15)
        if self.alive and self._answers(port):
            return True
        self.stop()
        return False

    def _answers(self, port: int) -> bool:
        """Return whether this Redis responds: another server would not accept its password."""
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
                connection.sendall(f"AUTH {self.password}\r\n".encode())
                return connection.recv(64).startswith(b"+OK")
        except OSError:
            return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
