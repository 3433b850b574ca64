"""A private PostgreSQL: created once, reached through a socket that only its owner can enter."""

import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from embedded.account import Account, own
from embedded.binaries import PostgresPrograms, find_postgres, within_reach
from embedded.child import Child, as_account, wait_until
from embedded.errors import Trouble, failed

NAME = "midpath"
PORT = 5432  # only part of the socket's file name
SETTINGS = {"listen_addresses": "", "max_connections": "200", "port": str(PORT)}
# Without fsync a test loses nothing that matters; what was committed still survives a kill.
HASTY_SETTINGS = {"fsync": "off", "full_page_writes": "off"}


@dataclass
class Postgres:
    home: Path
    sockets: Path
    log: Path
    account: Account | None
    durable: bool = True
    child: Child | None = field(default=None, init=False)
    name = "PostgreSQL"

    @property
    def data(self) -> Path:
        return self.home / "postgres"

    @property
    def url(self) -> str:
        return f"postgres://{NAME}@/{NAME}?host={quote(str(self.sockets))}&port={PORT}"

    @property
    def alive(self) -> bool:
        return self.child is not None and self.child.alive

    def start(self) -> None:
        programs = find_postgres(self._major())
        postgres = within_reach(programs.postgres, self.account, self.home)
        programs = PostgresPrograms(postgres.parent, programs.major)
        if not self.data.exists():
            self._make_data(programs)
        release_lock(self.data)
        self.child = self._child(programs)
        self.child.start()
        wait_until(lambda: self._ready() or not self.alive, seconds=60)
        if not self._ready():
            self.stop()
            raise failed("PostgreSQL", self.log, self.data)

    def stop(self) -> None:
        if self.child:
            self.child.stop()
            self.child = None

    def _child(self, programs: PostgresPrograms) -> Child:
        settings = SETTINGS | ({} if self.durable else HASTY_SETTINGS)
        settings["unix_socket_directories"] = str(self.sockets)
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        return Child(
            self.name,
            [programs.postgres, "-D", self.data, *options],
            self.log,
            folder=self.data,
            environment=_environment(),
            account=self.account,
            stop_signal=signal.SIGINT if self.durable else signal.SIGQUIT,
        )

    def _ready(self) -> bool:
        """Return whether PostgreSQL is ready, by the status in the eighth line of its lock file."""
        lines = _lines(self.data / "postmaster.pid")
        running = self.child.process if self.child else None
        return (
            running is not None
            and len(lines) > 7
            and lines[0] == str(running.pid)
            and lines[7].strip() == "ready"
        )

    def _major(self) -> int | None:
        version = _lines(self.data / "PG_VERSION")
        if version:
            return int(version[0])
        if self.data.exists():
            raise Trouble(f"{self.data} contains no PostgreSQL data. Move it away to start afresh.")
        return None

    def _make_data(self, programs: PostgresPrograms) -> None:
        """Create the data in another place and move it when complete, so that incomplete data is
        never used."""
        draft = Path(tempfile.mkdtemp(prefix="postgres-draft-", dir=self.home))
        own(draft, self.account)
        try:
            self._initdb(programs, draft)
            draft.rename(self.data)
        finally:
            shutil.rmtree(draft, ignore_errors=True)

    def _initdb(self, programs: PostgresPrograms, draft: Path) -> None:
        make: list[str | Path] = [
            programs.initdb,
            "-D",
            draft,
            "-U",
            NAME,
            "--encoding=UTF8",
            "--locale=C.UTF-8",
        ]
        make += ["--auth-local=trust", "--auth-host=reject"]
        make += [] if self.durable else ["--no-sync"]
        create: list[str | Path] = [programs.postgres, "--single", "-D", draft, "postgres"]
        for command, words in ((make, ""), (create, f"CREATE DATABASE {NAME};\n")):
            with self.log.open("ab") as log:
                done = subprocess.run(
                    command,
                    input=words.encode(),
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    cwd=draft,
                    env=_environment(),
                    check=False,
                    **as_account(self.account),
                )
            if done.returncode:
                raise failed("PostgreSQL", self.log, self.home)


def release_lock(data: Path) -> None:
    """Remove the lock of a server that is gone, even if another process now has its process id."""
    lock = data / "postmaster.pid"
    lines = _lines(lock)
    pid = int(lines[0]) if lines and lines[0].isdigit() else 0
    if pid and _serves(pid, data):
        os.kill(pid, signal.SIGINT)
        if not wait_until(lambda: not _serves(pid, data), seconds=20):
            raise Trouble(f"PostgreSQL (process {pid}) still runs on {data}. End it: kill {pid}")
    lock.unlink(missing_ok=True)


def _serves(pid: int, data: Path) -> bool:
    """Return whether the process is PostgreSQL on this data, by its working directory.

    No other process has a reason to work inside the data directory.
    """
    try:
        return Path(f"/proc/{pid}/cwd").readlink() == data.resolve()
    except OSError:
        return False


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except FileNotFoundError:
        return []


def _environment() -> dict[str, str]:
    """Return the environment without foreign PG* settings, and with messages in English."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    return inherited | {"LC_ALL": "C.UTF-8", "TZ": "UTC"}
